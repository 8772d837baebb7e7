/** Transport files of SAS, versions 5 and 8. Source: files.md 19.6 */
import type { ByteSource } from '../../byte-source.ts';
import { variable, type Batch, type Table, type Variable } from '../../table.ts';
import type { ReadOptions, TableReader } from '../../table-reader.ts';
import { ByteCursor } from '../byte-cursor.ts';
import { textEncoding } from '../text-encoding.ts';
import { surveyColumns, type SurveyedVariable } from './survey-columns.ts';
import { columnReader } from './transport-columns.ts';
import { LIBRARY_START, readHeader } from './transport-header.ts';
import { blockRows, countRows, rowBlocks } from './transport-rows.ts';

/** The format does not name its encoding. What is no UTF-8 is taken as Windows-1252. */
const ENCODING = 'utf-8';

function recognises(head: Uint8Array): boolean {
  return LIBRARY_START.test(Buffer.from(head.subarray(0, 80)).toString('latin1'));
}

function describe({ name, label, isNumber, decimals, temporal, isTemporal, isWhole, hasDecimals }: SurveyedVariable): Variable {
  if (!isNumber) return variable({ name, label, storage: 'text' });
  if (temporal !== undefined && isTemporal) {
    return variable({ name, label, storage: 'text', formatCategory: temporal.category, format: temporal.pattern(hasDecimals) });
  }
  return variable({ name, label, storage: isWhole ? 'integer' : 'double', decimals });
}

async function open(source: ByteSource, options: ReadOptions): Promise<Table> {
  const { limits } = options;
  const encoding = textEncoding(ENCODING);
  const header = await readHeader(new ByteCursor(source, limits.heldBytes), encoding, limits);
  const rows = await countRows(source, header, options);
  const variables = await surveyColumns(source, header, rows, options);
  async function* batches(): AsyncGenerator<Batch> {
    const setting = { rowBytes: header.rowBytes, rows: blockRows(header), encoding };
    const readers = variables.map((one) => columnReader(setting, one));
    for await (const block of rowBlocks(source, header, rows, options)) {
      yield { rows: block.rows, columns: readers.map((read) => read(block)) };
    }
  }
  return { variables: variables.map(describe), rowCount: rows, batches };
}

export const sasTransportReader: TableReader = {
  format: 'xpt',
  mediaTypes: ['application/x-sas-transport'],
  recognises,
  open,
};
