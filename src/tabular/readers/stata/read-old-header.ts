/** Header of the releases before 117: fixed fields one after the other. Source: Stata, help dta_105, dta_110, dta_113, dta_114. */
import type { ReadLimits } from '../../table-reader.ts';
import { TableError } from '../../table-error.ts';
import type { ByteCursor } from '../byte-cursor.ts';
import { textEncoding } from '../text-encoding.ts';
import { checkRows, checkVariableCount, readTexts, rowBytesOf, variablesOf } from './read-lists.ts';
import { layoutOf, type ReleaseLayout } from './release-layout.ts';
import type { StataHeader } from './stata-header.ts';
import { stataType } from './stata-type.ts';

export async function readOldHeader(cursor: ByteCursor, limits: ReadLimits): Promise<StataHeader> {
  const start = await cursor.take(10);
  const layout = layoutOf(start[0] ?? 0);
  if (layout === undefined) throw new TableError('UNSUPPORTED', `Release ${start[0] ?? 0} of the format is not known.`);
  const order = start[1];
  if (order !== 1 && order !== 2) throw new TableError('MALFORMED', `The order of bytes is given as ${order ?? 0}, not as 1 or 2.`);
  const littleEndian = order === 2;
  const count = littleEndian ? start.readUInt16LE(4) : start.readUInt16BE(4);
  const rows = littleEndian ? start.readUInt32LE(6) : start.readUInt32BE(6);
  checkVariableCount(count, limits);
  cursor.skip(layout.dataLabelBytes + layout.timestampBytes);
  const encoding = textEncoding(layout.encoding);
  const codes = await cursor.take(count);
  const types = Array.from(codes, (code, index) => stataType(layout.release, code, index + 1));
  const names = await readTexts(cursor, count, layout.nameBytes, encoding);
  // The order that the rows are sorted by.
  cursor.skip(2 * (count + 1));
  const formats = await readTexts(cursor, count, layout.formatBytes, encoding);
  const labelSets = await readTexts(cursor, count, layout.nameBytes, encoding);
  const labels = await readTexts(cursor, count, layout.variableLabelBytes, encoding);
  await skipExpansionFields(cursor, layout, littleEndian);
  const variables = variablesOf(types, { names, formats, labelSets, labels });
  const rowBytes = rowBytesOf(variables, limits);
  const dataPosition = cursor.position;
  checkRows(rows, rowBytes, cursor);
  return {
    layout,
    littleEndian,
    variables,
    allVariables: count,
    rows,
    rowBytes,
    dataPosition,
    longStringsPosition: undefined,
    valueLabelsPosition: dataPosition + rows * rowBytes,
  };
}

/** Passes over characteristics, which say nothing about the table. Each step goes on by three bytes at least. */
async function skipExpansionFields(cursor: ByteCursor, layout: ReleaseLayout, littleEndian: boolean): Promise<void> {
  const lengthBytes = layout.expansionLengthBytes;
  if (lengthBytes === 0) return;
  for (;;) {
    const field = await cursor.take(1 + lengthBytes);
    const length = littleEndian ? field.readUIntLE(1, lengthBytes) : field.readUIntBE(1, lengthBytes);
    if (field[0] === 0 && length === 0) return;
    cursor.skip(length);
  }
}
