/** What stands before the objects of a file of R. */
import type { ByteSource } from '../../byte-source.ts';
import { TableError } from '../../table-error.ts';
import type { ReadOptions } from '../../table-reader.ts';
import { malformed, SerialInput } from './serial-input.ts';

/** Of a workspace (`save`), several objects with names; without it (`saveRDS`), one object. */
const WORKSPACE = /^RD[XAB][23]\n/;
const FORMAT = /^[XAB]\n/;
/** Enough to tell a file of R by. */
export const HEAD_BYTES = 20;
const MARK_BYTES = 8;

export interface SerialHeader {
  readonly input: SerialInput;
  readonly isWorkspace: boolean;
  /** The encoding of texts that are not marked; since version 3. */
  readonly encoding: string | undefined;
}

/** The marks of single objects, of versions 2 and 3: in binary words, in words, in binary words of a little-endian machine. */
const OBJECTS = ['\0\0\0\u0002', '\0\0\0\u0003'].map((version) => `X\n${version}`);
/** With the versions of R: a table may have a column `A` and begin with 3. */
const OBJECT_IN_WORDS = /^A\n[23]\n\d{6}\n\d{6}\n/;
const LITTLE_OBJECTS = ['B\n\u0002\0\0\0', 'B\n\u0003\0\0\0'];

/** Whether unpacked bytes begin as a file of R does. */
export function isSerial(head: string): boolean {
  return WORKSPACE.test(head) || OBJECT_IN_WORDS.test(head) || [...OBJECTS, ...LITTLE_OBJECTS].some((mark) => head.startsWith(mark));
}

/** Gives what reads on behind the header. @throws TableError UNSUPPORTED for another version */
export async function readSerialHeader(source: ByteSource, options: ReadOptions): Promise<SerialHeader> {
  const bytes = Buffer.alloc(Math.min(MARK_BYTES, source.size));
  await source.read(bytes, 0);
  const head = bytes.toString('latin1');
  const isWorkspace = WORKSPACE.test(head);
  const start = isWorkspace ? 5 : 0;
  if (!FORMAT.test(head.slice(start))) throw malformed();
  const letter = head.charAt(start);
  const format = { kind: letter === 'A' ? ('ascii' as const) : ('binary' as const), littleEndian: letter === 'B' };
  const input = new SerialInput(source, format, options, { position: start + 2 });
  const version = await input.integer();
  if (version !== 2 && version !== 3) {
    throw new TableError('UNSUPPORTED', `The file is a serialisation of version ${version}; 2 and 3 are read.`);
  }
  await input.integer();
  await input.integer();
  const encoding = version === 3 ? (await input.text(await shortLength(input))).toString('latin1') : undefined;
  return { input, isWorkspace, encoding };
}

async function shortLength(input: SerialInput): Promise<number> {
  const length = await input.integer();
  if (length < 0 || length > 255) throw malformed();
  return length;
}
