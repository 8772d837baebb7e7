/** The records before the rows of a transport file, of version 5 and of version 8. Source: SAS, TS-140 and its successor for version 8 */
import { TableError } from '../../table-error.ts';
import type { ReadLimits } from '../../table-reader.ts';
import type { ByteCursor } from '../byte-cursor.ts';
import { readLongTexts, type LongTexts } from './long-texts.ts';
import { readVariable, type TransportVariable } from './transport-variable.ts';
import type { TextEncoding } from '../text-encoding.ts';

export const RECORD_BYTES = 80;
const KIND_START = 20;
const KIND_END = 28;

/** The texts that make the headers of a library recognisable. */
export const LIBRARY_START = /^HEADER RECORD\*{7}(LIBRARY |LIBV8 {3})HEADER RECORD!{7}/;
/** The beginning of a further data set in the same file. */
export const MEMBER_START = /^HEADER RECORD\*{7}(MEMBER {2}|MEMBV8 {2})HEADER RECORD!{7}/;

export interface TransportHeader {
  readonly variables: readonly TransportVariable[];
  readonly rowBytes: number;
  readonly dataPosition: number;
  /** Undefined in version 5, which does not say. */
  readonly rows: number | undefined;
}

async function record(cursor: ByteCursor): Promise<string> {
  return (await cursor.take(RECORD_BYTES)).toString('latin1');
}

/** The next record, which has to be a header of one of some kinds. */
async function header(cursor: ByteCursor, ...kinds: string[]): Promise<string> {
  const text = await record(cursor);
  const kind = text.slice(KIND_START, KIND_END).trimEnd();
  if (!text.startsWith('HEADER RECORD*******') || !kinds.includes(kind)) {
    throw new TableError('MALFORMED', `A record of the header is not of the kind ${kinds.join(' or ')}.`);
  }
  return text;
}

/** A count in a header: digits, with blanks around them and others behind. */
function countIn(text: string, start: number, end: number): number | undefined {
  const digits = /^ *(\d{1,15})(?: |$)/.exec(text.slice(start, end))?.[1];
  return digits === undefined ? undefined : Number(digits);
}

/** @throws TableError */
export async function readHeader(cursor: ByteCursor, encoding: TextEncoding, limits: ReadLimits): Promise<TransportHeader> {
  await header(cursor, 'LIBRARY', 'LIBV8');
  cursor.skip(2 * RECORD_BYTES);
  const member = await header(cursor, 'MEMBER', 'MEMBV8');
  // 136 on machines that packed the structure in another way.
  const bytesOfVariable = countIn(member, 74, 78) ?? 0;
  if (bytesOfVariable !== 140 && bytesOfVariable !== 136) {
    throw new TableError('MALFORMED', `Descriptions of variables have ${bytesOfVariable} bytes; they have 140 or 136.`);
  }
  await header(cursor, 'DSCRPTR', 'DSCPTV8');
  cursor.skip(2 * RECORD_BYTES);
  const names = await header(cursor, 'NAMESTR', 'NAMSTV8');
  // Four digits in version 5, six in version 8, with zeros on both sides.
  const count = Number(/^\d{10}/.exec(names.slice(48, 58))?.[0] ?? 0);
  if (count === 0) throw new TableError('MALFORMED', 'The file has no variables.');
  if (count > limits.variables) throw new TableError('TOO_LARGE', `The file has ${count} variables, more than ${limits.variables}.`);
  const described = count * bytesOfVariable;
  cursor.hold(described);
  const descriptions = await cursor.take(described);
  cursor.skip(paddingOf(described));
  let text = await header(cursor, 'LABELV8', 'LABELV9', 'OBS', 'OBSV8');
  let long: LongTexts = new Map();
  if (text.startsWith('LABELV', KIND_START)) {
    const withFormats = text.startsWith('LABELV9', KIND_START);
    long = await readLongTexts(cursor, { entries: countIn(text, 48, RECORD_BYTES) ?? 0, withFormats, encoding });
    text = await header(cursor, 'OBS', 'OBSV8');
  }
  const isVersion8 = text.startsWith('OBSV8', KIND_START);
  const variables = Array.from({ length: count }, (_, index) =>
    readVariable(descriptions.subarray(index * bytesOfVariable, (index + 1) * bytesOfVariable), { isVersion8, index, encoding, long }),
  );
  const rowBytes = variables.reduce((most, { offset, length }) => Math.max(most, offset + length), 0);
  // Cells that overlap would make a small file a large table.
  if (variables.reduce((sum, { length }) => sum + length, 0) > rowBytes) {
    throw new TableError('MALFORMED', 'Variables have more bytes than a row, which they share.');
  }
  if (rowBytes > limits.recordBytes) throw new TableError('TOO_LARGE', `A row has ${rowBytes} bytes, more than ${limits.recordBytes}.`);
  return { variables, rowBytes, dataPosition: cursor.position, rows: isVersion8 ? countIn(text, 48, RECORD_BYTES) : undefined };
}

/** Bytes up to the next record. */
export function paddingOf(bytes: number): number {
  return (RECORD_BYTES - (bytes % RECORD_BYTES)) % RECORD_BYTES;
}
