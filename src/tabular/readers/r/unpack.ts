/** The bytes of a file of R, unpacked: gzip, bzip2, xz or not packed at all. */
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { chunksOf, readExactly, type ByteSource } from '../../byte-source.ts';
import { TableError } from '../../table-error.ts';
import type { ReadOptions } from '../../table-reader.ts';
import { requireModestGrowth } from '../modest-growth.ts';
import { GatheredBytes } from './gathered-bytes.ts';
import { BZIP2_MARK, decodeBzip2, decodeXz, XZ_MARK } from './other-packings.ts';

type Unpack = (source: ByteSource, gathered: GatheredBytes, options: ReadOptions) => Promise<void>;

const packings: readonly (readonly [Buffer, Unpack])[] = [
  [Buffer.from('1f8b', 'hex'), gunzip],
  [BZIP2_MARK, decodeBzip2],
  [XZ_MARK, decodeXz],
];
const MARK_BYTES = 6;

async function gunzip(source: ByteSource, gathered: GatheredBytes): Promise<void> {
  await pipeline(chunksOf(source), createGunzip(), async (unpacked: AsyncIterable<Buffer>) => {
    for await (const chunk of unpacked) gathered.add(chunk);
  });
}

/** What went wrong with packed bytes, as a refusal; faults of the machine stay what they are. */
function refusal(error: unknown): unknown {
  if (error instanceof TableError || (error instanceof Error && 'syscall' in error)) return error;
  return new TableError('MALFORMED', 'The packed bytes of the file are damaged.');
}

/** @throws TableError MALFORMED when the bytes are damaged, TOO_LARGE when they become too many */
export async function unpack(source: ByteSource, options: ReadOptions): Promise<ByteSource> {
  const head = await readExactly(source, 0, Math.min(MARK_BYTES, source.size));
  const decode = packings.find(([mark]) => head.subarray(0, mark.length).equals(mark))?.[1];
  if (decode === undefined) return source;
  const gathered = new GatheredBytes((bytes) => {
    options.signal?.throwIfAborted();
    if (bytes > options.limits.unpackedBytes) {
      throw new TableError('TOO_LARGE', `Unpacked, the file has more than ${options.limits.unpackedBytes} bytes.`);
    }
    requireModestGrowth(bytes, source.size, 'bytes');
  }, options);
  try {
    await decode(source, gathered, options);
  } catch (error) {
    throw options.signal?.aborted === true ? error : refusal(error);
  }
  return gathered;
}
