/** What a file packed with bzip2 or xz begins with once it is unpacked, as far as its first bytes tell. */
import { crc32 } from 'node:zlib';
import { bytesInMemory } from '../../byte-source.ts';
import { defaultLimits } from '../../table-reader.ts';
import { BZIP2_MARK, decodeBzip2, decodeXz, XZ_MARK } from './other-packings.ts';
import { HEAD_BYTES, isSerial } from './serial-header.ts';

/** Of this code of LZMA2 for a megabyte the decoder keeps no more, and the first bytes refer to nothing that is further back. */
const MEGABYTE_DICTIONARY = 16;
/** Says that blocks of bzip2 have 100 KB at most. */
const SMALLEST_BLOCKS = '1'.charCodeAt(0);
const MOST_PACKED_BYTES = 8 * 1024;
const LZMA2 = 0x21;
const STREAM_HEADER_BYTES = 12;

/** Ends decoding: enough is known. */
class Enough extends Error {}

/**
 * Whether a file is one of R, packed with bzip2 or xz, by its first bytes. A block of bzip2 can be read as a whole alone: of a file whose
 * first one has more than 8 KB, or becomes more than 100 KB, it is not known.
 */
export async function isPackedR(head: Buffer): Promise<boolean> {
  const isBzip2 = head.subarray(0, BZIP2_MARK.length).equals(BZIP2_MARK);
  const packed = isBzip2 ? withSmallBlocks(head) : withSmallDictionary(head);
  if (packed === undefined) return false;
  let start = Buffer.alloc(0);
  const sink = {
    add: (bytes: Uint8Array) => {
      start = Buffer.concat([start, bytes]);
      if (start.length >= HEAD_BYTES) throw new Enough();
    },
  };
  try {
    if (isBzip2) await decodeBzip2(bytesInMemory(packed), sink, { limits: defaultLimits, pieceBytes: HEAD_BYTES, severalStreams: false });
    else await decodeXz(bytesInMemory(packed), sink);
  } catch {
    // Whatever is behind the beginning, or is not there.
  }
  return isSerial(start.toString('latin1', 0, HEAD_BYTES));
}

/**
 * A beginning with the smallest blocks. The decoder reads bit by bit: 64 KB, or a block of 900 KB that a few bytes can become, would take a
 * quarter of a second of the thread of requests.
 */
function withSmallBlocks(head: Buffer): Buffer {
  const changed = Buffer.from(head.subarray(0, MOST_PACKED_BYTES));
  changed[BZIP2_MARK.length] = Math.min(head[BZIP2_MARK.length] ?? 0, SMALLEST_BLOCKS);
  return changed;
}

/**
 * The same with a dictionary of a megabyte at most: the decoder never gives back what it has once taken for one, and this is read in the
 * thread of requests. Undefined for what is not xz as R writes it.
 */
function withSmallDictionary(head: Buffer): Buffer | undefined {
  if (!head.subarray(0, XZ_MARK.length).equals(XZ_MARK) || head.length < STREAM_HEADER_BYTES + 2) return undefined;
  const start = STREAM_HEADER_BYTES;
  const bytes = ((head[start] ?? 0) + 1) * 4;
  const sum = start + bytes - 4;
  const flags = head[start + 1] ?? 0;
  let at = start + 2;
  // The sizes of the block, where it has them.
  for (const flag of [0x40, 0x80]) {
    if ((flags & flag) === 0) continue;
    while (((head[at] ?? 0) & 0x80) !== 0) at += 1;
    at += 1;
  }
  const isPlain = (flags & 3) === 0 && head[at] === LZMA2 && head[at + 1] === 1;
  if (!isPlain || at + 3 > sum || sum + 4 > head.length) return undefined;
  const changed = Buffer.from(head);
  changed[at + 2] = Math.min(head[at + 2] ?? 0, MEGABYTE_DICTIONARY);
  changed.writeUInt32LE(crc32(changed.subarray(start, sum)), sum);
  return changed;
}
