/** Blocks of cases that are compressed by zlib, as their directory at the end says. Source: PSPP developers' guide, ZLIB Compressed Data */
import { promisify } from 'node:util';
import { inflate } from 'node:zlib';
import { readExactly, type ByteSource } from '../../byte-source.ts';
import { TableError } from '../../table-error.ts';
import type { ReadLimits } from '../../table-reader.ts';
import type { SavHeader } from './sav-header.ts';

const HEADER_BYTES = 24;
const ENTRY_BYTES = 24;
/** Writers make blocks of 4 MB. */
const MOST_BLOCK_BYTES = 32 * 1024 * 1024;

const inflated = promisify(inflate) as (bytes: Buffer, options: { maxOutputLength: number }) => Promise<Buffer>;

interface ZlibBlock {
  readonly position: number;
  readonly bytes: number;
  readonly unpackedBytes: number;
}

/** A position of eight bytes. */
function positionAt(bytes: Buffer, at: number, littleEndian: boolean): number {
  return Number(littleEndian ? bytes.readBigInt64LE(at) : bytes.readBigInt64BE(at));
}

function malformed(): TableError {
  return new TableError('MALFORMED', 'The directory of compressed blocks does not fit the file.');
}

async function readDirectory(source: ByteSource, header: SavHeader, limits: ReadLimits): Promise<ZlibBlock[]> {
  const { littleEndian, dataPosition } = header;
  const head = await readExactly(source, dataPosition, HEADER_BYTES);
  const [start, end, length] = [0, 8, 16].map((at) => positionAt(head, at, littleEndian));
  if (start !== dataPosition || end === undefined || length === undefined || end < dataPosition + HEADER_BYTES || length < HEADER_BYTES) {
    throw malformed();
  }
  if (length > limits.heldBytes) throw new TableError('TOO_LARGE', `The directory of compressed blocks has ${length} bytes.`);
  const directory = await readExactly(source, end, length);
  const count = littleEndian ? directory.readInt32LE(20) : directory.readInt32BE(20);
  if (HEADER_BYTES + ENTRY_BYTES * count !== length) throw malformed();
  let position = dataPosition + HEADER_BYTES;
  let unpacked = 0;
  const blocks = Array.from({ length: count }, (_, index): ZlibBlock => {
    const at = HEADER_BYTES + ENTRY_BYTES * index;
    const unpackedBytes = littleEndian ? directory.readUInt32LE(at + 16) : directory.readUInt32BE(at + 16);
    const bytes = littleEndian ? directory.readUInt32LE(at + 20) : directory.readUInt32BE(at + 20);
    // Each block follows the one before it, so that no byte is unpacked twice.
    if (positionAt(directory, at + 8, littleEndian) !== position || position + bytes > end) throw malformed();
    if (unpackedBytes > MOST_BLOCK_BYTES) throw new TableError('TOO_LARGE', `A compressed block has ${unpackedBytes} bytes.`);
    unpacked += unpackedBytes;
    position += bytes;
    return { position: position - bytes, bytes, unpackedBytes };
  });
  if (unpacked > limits.unpackedBytes) throw new TableError('TOO_LARGE', `The cases have more than ${limits.unpackedBytes} bytes.`);
  return blocks;
}

/** The bytes of all blocks in their order. @throws TableError */
export async function* zlibBlocks(source: ByteSource, header: SavHeader, limits: ReadLimits): AsyncGenerator<Buffer> {
  for (const { position, bytes, unpackedBytes } of await readDirectory(source, header, limits)) {
    const packed = await readExactly(source, position, bytes);
    let block: Buffer;
    try {
      block = await inflated(packed, { maxOutputLength: Math.max(1, unpackedBytes) });
    } catch {
      throw new TableError('MALFORMED', `The compressed block at byte ${position} cannot be unpacked.`);
    }
    if (block.length !== unpackedBytes) {
      throw new TableError('MALFORMED', `The compressed block at byte ${position} has not the size it claims.`);
    }
    yield block;
  }
}
