/** System files of SPSS: `.sav`, and `.zsav` with compression by zlib. Source: files.md 19.6 */
import type { ByteSource } from '../../byte-source.ts';
import { TableError } from '../../table-error.ts';
import type { Batch, Table } from '../../table.ts';
import type { ReadOptions, TableReader } from '../../table-reader.ts';
import { ByteCursor } from '../byte-cursor.ts';
import { temporalFormat } from './display-format.ts';
import { isSystemFile, readSavHeader } from './read-sav-header.ts';
import { caseBlocks, mostCases, type CaseBlock } from './sav-cases.ts';
import { caseColumn } from './sav-columns.ts';
import type { SavHeader } from './sav-header.ts';
import { describeVariables, isWhole } from './spss-variable.ts';

/** Whether all numbers at an element of a block are whole, those that are missing apart. */
function allWhole({ caseElements, systemMissing }: SavHeader, { rows, numberAt }: CaseBlock, element: number): boolean {
  for (let row = 0, at = element; row < rows; row += 1, at += caseElements) {
    const value = numberAt(at);
    if (!isWhole(value) && value !== systemMissing && !Number.isNaN(value)) return false;
  }
  return true;
}

/** Of each variable, whether its numbers are whole: all values say so, not the format. Reads no further than until none is left. */
async function wholeNumbers(source: ByteSource, header: SavHeader, options: ReadOptions): Promise<boolean[]> {
  const whole = header.variables.map(({ width, format }) => width === 0 && temporalFormat(format) === undefined);
  for await (const block of caseBlocks(source, header, options)) {
    for (const [index, { element }] of header.variables.entries()) whole[index] &&= allWhole(header, block, element);
    if (!whole.includes(true)) break;
  }
  return whole;
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
  const header = await readSavHeader(cursor, options.limits);
  checkCases(header, source);
  const whole = await wholeNumbers(source, header, options);
  return {
    variables: describeVariables(header.variables, whole, (bytes) => cursor.hold(bytes)),
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
