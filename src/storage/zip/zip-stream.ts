import type { Readable } from 'node:stream';
import { crc32 } from 'node:zlib';
import type { ByteRange } from '../file-storage.ts';
import { checksumHash } from '../checksum-hash.ts';
import { generatedStream, type Hold } from '../generated-stream.ts';
import type { ZipEntry } from './zip-entry.ts';
import { centralHeader, endOfArchive, localHeader, localHeaderBytes } from './zip-headers.ts';
import type { ZipLayout } from './zip-layout.ts';

/** Small pieces are gathered to chunks of about this size, so that an archive of small files is not sent in crumbs. */
const GATHER_BYTES = 64 * 1024;

/** A piece of an archive: bytes that are made, or bytes that are read. */
interface Piece {
  readonly sizeBytes: number;
  readonly read: (from: number, to: number) => Buffer | AsyncIterable<Buffer>;
}

/** The bytes of an entry; what is read from the first to the last one is proven by its checksum. */
async function* contentOf(entry: ZipEntry, from: number, to: number, hold: Hold): AsyncGenerator<Buffer> {
  const whole = from === 0 && to === entry.sizeBytes;
  const hash = whole && entry.checksum !== undefined ? checksumHash(entry.checksum.algorithm) : undefined;
  let checksum = 0;
  for await (const chunk of hold(await entry.open({ start: from, end: to - 1 }))) {
    checksum = crc32(chunk, checksum);
    hash?.update(chunk);
    yield chunk;
  }
  if (whole && (checksum !== entry.crc32 || (hash !== undefined && hash.digest('hex') !== entry.checksum?.value))) {
    throw new Error(`The stored bytes of ${entry.path} do not match their record.`);
  }
}

function* piecesOf({ entries, offsets, directory }: ZipLayout<ZipEntry>, hold: Hold): Generator<Piece> {
  for (const entry of entries) {
    yield { sizeBytes: localHeaderBytes(entry), read: (from, to) => localHeader(entry).subarray(from, to) };
    if (entry.sizeBytes > 0) yield { sizeBytes: entry.sizeBytes, read: (from, to) => contentOf(entry, from, to, hold) };
  }
  for (const [index, entry] of entries.entries()) {
    const header = centralHeader(entry, offsets[index] ?? 0);
    yield { sizeBytes: header.length, read: (from, to) => header.subarray(from, to) };
  }
  const end = endOfArchive(directory);
  yield { sizeBytes: end.length, read: (from, to) => end.subarray(from, to) };
}

async function* bytesOf(layout: ZipLayout<ZipEntry>, range: ByteRange, hold: Hold): AsyncGenerator<Buffer> {
  let position = 0;
  for (const piece of piecesOf(layout, hold)) {
    const [begin, end] = [position, position + piece.sizeBytes];
    position = end;
    // What lies before the range is skipped by its size, without being read.
    if (end <= range.start) continue;
    if (begin > range.end) return;
    const part = piece.read(Math.max(0, range.start - begin), Math.min(piece.sizeBytes, range.end + 1 - begin));
    if (Buffer.isBuffer(part)) yield part;
    else yield* part;
  }
}

async function* gathered(source: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let waiting: Buffer[] = [];
  let waitingBytes = 0;
  for await (const chunk of source) {
    waiting.push(chunk);
    waitingBytes += chunk.length;
    if (waitingBytes < GATHER_BYTES) continue;
    const [first] = waiting;
    yield waiting.length === 1 && first !== undefined ? first : Buffer.concat(waiting, waitingBytes);
    waiting = [];
    waitingBytes = 0;
  }
  if (waitingBytes > 0) yield Buffer.concat(waiting, waitingBytes);
}

/**
 * Streams an archive or a range of it; the same layout gives the same bytes. Entries before the range are not read, and at most
 * one is open. The stream fails when stored bytes are missing, or are not those that were recorded.
 */
export function zipStream(layout: ZipLayout<ZipEntry>, range: ByteRange = { start: 0, end: layout.sizeBytes - 1 }): Readable {
  return generatedStream((hold) => gathered(bytesOf(layout, range, hold)));
}
