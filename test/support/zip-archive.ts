/** Archives for tests, byte by byte: writers of archives refuse to write most of these. */
import { crc32, deflateRawSync } from 'node:zlib';

/** An entry of an archive to make. */
export interface ZipEntry {
  readonly path: string;
  readonly content: string | Buffer;
  /** Stored by default. */
  readonly deflated?: boolean;
  /** Unix file mode; a regular file by default. */
  readonly mode?: number;
  /** Bits of the general purpose flag beside the one for UTF-8. */
  readonly flags?: number;
  /** Size that the directory claims, in place of the true one. */
  readonly claimedBytes?: number;
  readonly claimedCrc?: number;
  readonly method?: number;
}

const UTF8 = 0x800;
const REGULAR = 0o100644;

/** The bytes of a zip archive with these entries. */
export function zipOf(entries: readonly ZipEntry[]): Buffer {
  const locals: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const entry of entries) {
    const content = Buffer.from(entry.content);
    const packed = entry.deflated === true ? deflateRawSync(content) : content;
    const name = Buffer.from(entry.path);
    const facts = Buffer.alloc(26);
    facts.writeUInt16LE(20, 0);
    facts.writeUInt16LE(UTF8 | (entry.flags ?? 0), 2);
    facts.writeUInt16LE(entry.method ?? (entry.deflated === true ? 8 : 0), 4);
    facts.writeUInt32LE(entry.claimedCrc ?? crc32(content), 10);
    facts.writeUInt32LE(packed.length, 14);
    facts.writeUInt32LE(entry.claimedBytes ?? content.length, 18);
    facts.writeUInt16LE(name.length, 22);
    const local = Buffer.concat([Buffer.from('PK\x03\x04', 'latin1'), facts, name, packed]);
    const rest = Buffer.alloc(14);
    rest.writeUInt32LE((entry.mode ?? REGULAR) * 0x10000, 6);
    rest.writeUInt32LE(offset, 10);
    // Made by Unix, so that the mode counts.
    directory.push(Buffer.concat([Buffer.from('PK\x01\x02\x14\x03', 'latin1'), facts, rest, name]));
    locals.push(local);
    offset += local.length;
  }
  const central = Buffer.concat(directory);
  const end = Buffer.alloc(18);
  end.writeUInt16LE(entries.length, 4);
  end.writeUInt16LE(entries.length, 6);
  end.writeUInt32LE(central.length, 8);
  end.writeUInt32LE(offset, 12);
  return Buffer.concat([...locals, central, Buffer.from('PK\x05\x06', 'latin1'), end]);
}
