/** System files of SPSS: `.sav`, and `.zsav` with compression by zlib. Source: files.md 19.6 */
import type { ByteSource } from '../../byte-source.ts';
import { TableError } from '../../table-error.ts';
import type { Batch, Table } from '../../table.ts';
import type { ReadOptions, TableReader } from '../../table-reader.ts';
import { ByteCursor } from '../byte-cursor.ts';
import { NumberSurvey } from './number-survey.ts';
import { isSystemFile, readSavHeader } from './read-sav-header.ts';
import { caseBlocks, mostCases, type CaseBlock } from './sav-cases.ts';
import { caseColumn } from './sav-columns.ts';
import type { SavHeader } from './sav-header.ts';
import { describeVariables } from './spss-variable.ts';

function surveyBlock(
  survey: NumberSurvey,
  { caseElements, systemMissing }: SavHeader,
  { rows, numberAt }: CaseBlock,
  element: number,
): void {
  for (let row = 0, at = element; row < rows && !survey.isSettled; row += 1, at += caseElements) {
    const value = numberAt(at);
    if (value !== systemMissing && !Number.isNaN(value)) survey.see(value);
  }
}

/** Goes through all cases, or through as many as are needed until nothing more can be learnt. */
async function surveyNumbers(source: ByteSource, header: SavHeader, options: ReadOptions): Promise<NumberSurvey[]> {
  const surveys = header.variables.map((one) => new NumberSurvey(one));
  if (surveys.every(({ isSettled }) => isSettled)) return surveys;
  for await (const block of caseBlocks(source, header, options)) {
    for (const [index, survey] of surveys.entries()) surveyBlock(survey, header, block, header.variables[index]?.element ?? 0);
    if (surveys.every(({ isSettled }) => isSettled)) break;
  }
  return surveys;
}

async function* batches(source: ByteSource, header: SavHeader, options: ReadOptions): AsyncGenerator<Batch> {
  const mostRows = mostCases(header);
  const columns = header.variables.map((one) => caseColumn(header, one, mostRows));
  for await (const block of caseBlocks(source, header, options)) {
    yield { rows: block.rows, columns: columns.map((column) => column(block)) };
  }
}

/** @throws TableError TRUNCATED when cases that are not compressed cannot all be there */
function checkCases({ cases, compression, caseElements, dataPosition }: SavHeader, source: ByteSource): void {
  const there = Math.floor((source.size - dataPosition) / (8 * caseElements));
  if (compression === 'none' && cases !== undefined && cases > there) {
    throw new TableError('TRUNCATED', `The file ends before the last of its ${cases} cases.`, { row: there + 1 });
  }
}

async function open(source: ByteSource, options: ReadOptions): Promise<Table> {
  const cursor = new ByteCursor(source, options.limits.heldBytes);
  const declared = await readSavHeader(cursor, options.limits);
  checkCases(declared, source);
  const surveys = await surveyNumbers(source, declared, options);
  const header = { ...declared, variables: declared.variables.map((one, index) => surveys[index]?.applyTo(one) ?? one) };
  return {
    variables: describeVariables(
      header.variables,
      surveys.map(({ isWhole }) => isWhole),
      (bytes) => cursor.hold(bytes),
    ),
    rowCount: header.cases,
    batches: () => batches(source, header, options),
  };
}

/** What a file begins with decides, whatever its name ends with. */
export const savReader: TableReader = {
  format: 'sav',
  mediaTypes: ['application/x-spss-sav'],
  recognises: (head) => isSystemFile(Buffer.from(head.buffer, head.byteOffset, head.byteLength)),
  open,
};
