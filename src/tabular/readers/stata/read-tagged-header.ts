/** Header of the releases from 117 on: parts between tags, and a map of where they are. Source: Stata, help dta_117 to dta_121. */
import type { ReadLimits } from '../../table-reader.ts';
import { TableError } from '../../table-error.ts';
import type { ByteCursor } from '../byte-cursor.ts';
import { textEncoding } from '../text-encoding.ts';
import { checkRows, checkVariableCount, expectWord, readTexts, rowBytesOf, variablesOf } from './read-lists.ts';
import { layoutOf, type ReleaseLayout } from './release-layout.ts';
import type { StataHeader } from './stata-header.ts';
import { stataType } from './stata-type.ts';

/** A whole number of some bytes. @throws TableError MALFORMED beyond what a file can have */
async function takeNumber(cursor: ByteCursor, width: 1 | 2 | 4 | 8, littleEndian: boolean): Promise<number> {
  const bytes = await cursor.take(width);
  if (width < 8) return littleEndian ? bytes.readUIntLE(0, width) : bytes.readUIntBE(0, width);
  const number = littleEndian ? bytes.readBigUInt64LE(0) : bytes.readBigUInt64BE(0);
  if (number > BigInt(Number.MAX_SAFE_INTEGER)) {
    throw new TableError('MALFORMED', `Before byte ${cursor.position} stands a number beyond every file: ${number}.`);
  }
  return Number(number);
}

interface Start {
  readonly layout: ReleaseLayout;
  readonly littleEndian: boolean;
  readonly count: number;
  readonly rows: number;
}

async function readStart(cursor: ByteCursor): Promise<Start> {
  await expectWord(cursor, '<stata_dta><header><release>');
  const release = Number((await cursor.take(3)).toString('latin1'));
  const layout = layoutOf(release);
  if (layout?.tagged !== true) throw new TableError('UNSUPPORTED', `Release ${release} of the format is not known.`);
  await expectWord(cursor, '</release><byteorder>');
  const order = (await cursor.take(3)).toString('latin1');
  if (order !== 'LSF' && order !== 'MSF') throw new TableError('MALFORMED', 'The order of bytes is given neither as LSF nor as MSF.');
  const littleEndian = order === 'LSF';
  await expectWord(cursor, '</byteorder><K>');
  const count = await takeNumber(cursor, layout.manyVariables ? 4 : 2, littleEndian);
  await expectWord(cursor, '</K><N>');
  const rows = await takeNumber(cursor, release === 117 ? 4 : 8, littleEndian);
  await expectWord(cursor, '</N><label>');
  cursor.skip(await takeNumber(cursor, release === 117 ? 1 : 2, littleEndian));
  await expectWord(cursor, '</label><timestamp>');
  cursor.skip(await takeNumber(cursor, 1, littleEndian));
  await expectWord(cursor, '</timestamp></header>');
  return { layout, littleEndian, count, rows };
}

/** The positions of the fourteen parts, the last the end of the file. */
async function readMap(cursor: ByteCursor, littleEndian: boolean): Promise<number[]> {
  await expectWord(cursor, '<map>');
  const positions: number[] = [];
  for (let part = 0; part < 14; part += 1) positions.push(await takeNumber(cursor, 8, littleEndian));
  await expectWord(cursor, '</map>');
  return positions;
}

async function readTagged<T>(cursor: ByteCursor, tag: string, read: () => Promise<T>): Promise<T> {
  await expectWord(cursor, `<${tag}>`);
  const part = await read();
  await expectWord(cursor, `</${tag}>`);
  return part;
}

export async function readTaggedHeader(cursor: ByteCursor, limits: ReadLimits): Promise<StataHeader> {
  const { layout, littleEndian, count, rows } = await readStart(cursor);
  checkVariableCount(count, limits);
  const map = await readMap(cursor, littleEndian);
  const encoding = textEncoding(layout.encoding);
  const list = (tag: string, width: number): Promise<string[]> => readTagged(cursor, tag, () => readTexts(cursor, count, width, encoding));
  const codes = await readTagged(cursor, 'variable_types', () => cursor.take(2 * count));
  const types = Array.from({ length: count }, (_, index) =>
    stataType(layout.release, littleEndian ? codes.readUInt16LE(2 * index) : codes.readUInt16BE(2 * index), index + 1),
  );
  const names = await list('varnames', layout.nameBytes);
  await readTagged(cursor, 'sortlist', () => Promise.resolve(cursor.skip((layout.manyVariables ? 4 : 2) * (count + 1))));
  const formats = await list('formats', layout.formatBytes);
  const labelSets = await list('value_label_names', layout.nameBytes);
  const labels = await list('variable_labels', layout.variableLabelBytes);
  const variables = variablesOf(types, { names, formats, labelSets, labels });
  const rowBytes = rowBytesOf(variables, limits);
  cursor.moveTo(map[9] ?? 0);
  await expectWord(cursor, '<data>');
  const dataPosition = cursor.position;
  checkRows(rows, rowBytes, cursor);
  cursor.skip(rows * rowBytes);
  await expectWord(cursor, '</data><strls>');
  const longStringsPosition = cursor.position;
  cursor.moveTo(map[11] ?? 0);
  await expectWord(cursor, '<value_labels>');
  return {
    layout,
    littleEndian,
    variables,
    allVariables: count,
    rows,
    rowBytes,
    dataPosition,
    longStringsPosition,
    valueLabelsPosition: cursor.position,
  };
}
