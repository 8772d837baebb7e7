/** The zip archive that a workbook is, part by part. */
import { posix } from 'node:path';
import { Readable } from 'node:stream';
import { crc32 } from 'node:zlib';
import { fromRandomAccessReaderPromise, getFileNameLowLevel, RandomAccessReader, type Entry, type ZipFile } from 'yauzl';
import { chunksOf, type ByteSource } from '../../byte-source.ts';
import { TableError } from '../../table-error.ts';
import type { ReadOptions } from '../../table-reader.ts';
import { requireModestGrowth } from '../modest-growth.ts';

/** A workbook has a few dozen parts, and one for each picture. */
const MOST_PARTS = 10_000;

export interface WorkbookPackage {
  has(path: string): boolean;
  /** The bytes of a part. @throws TableError MALFORMED when they are not what the archive says */
  read(path: string): AsyncGenerator<Buffer>;
}

/** The path that a reference in a part leads to. */
export function pathFrom(part: string, target: string): string {
  return target.startsWith('/') ? target.slice(1) : posix.join(posix.dirname(part), target);
}

class SourceReader extends RandomAccessReader {
  readonly #source: ByteSource;

  constructor(source: ByteSource) {
    super();
    this.#source = source;
  }

  override _readStreamForRange(start: number, end: number): Readable {
    return Readable.from(chunksOf(this.#source, start, end), { objectMode: false });
  }
}

/** What went wrong with an archive, as a refusal; faults of the machine stay what they are. */
function refusal(error: unknown): unknown {
  if (error instanceof TableError || (error instanceof Error && 'syscall' in error)) return error;
  return new TableError('MALFORMED', 'The file is not a whole zip archive.');
}

async function listParts(zip: ZipFile): Promise<Map<string, Entry>> {
  if (zip.entryCount > MOST_PARTS) throw new TableError('TOO_LARGE', `The workbook has more than ${MOST_PARTS} parts.`);
  const parts = new Map<string, Entry>();
  for await (const entry of zip.eachEntry()) {
    const name = getFileNameLowLevel(entry.generalPurposeBitFlag, entry.fileNameRaw, entry.extraFields, false);
    // Names of parts do not differ by case alone. Source: ECMA-376-2 9.1
    parts.set(name.toLowerCase(), entry);
  }
  return parts;
}

/** Opens the archive. Nothing is left open: what is read comes from the source. @throws TableError */
export async function openPackage(source: ByteSource, { limits, signal }: ReadOptions): Promise<WorkbookPackage> {
  const zip = await openZip(source);
  const parts = await listParts(zip).catch((error: unknown) => {
    throw refusal(error);
  });
  async function* read(path: string): AsyncGenerator<Buffer> {
    const entry = parts.get(path.toLowerCase());
    if (entry === undefined) throw new TableError('MALFORMED', 'The workbook lacks a part that it refers to.');
    if (entry.isEncrypted() || !entry.canDecodeFileData()) {
      throw new TableError('UNSUPPORTED', 'A part of the workbook is encrypted or packed in an unusual way.');
    }
    if (entry.uncompressedSize > limits.unpackedBytes) {
      throw new TableError('TOO_LARGE', `A part of the workbook has ${entry.uncompressedSize} bytes.`);
    }
    requireModestGrowth(entry.uncompressedSize, source.size, 'bytes');
    let found = 0;
    let length = 0;
    const stream = await zip.openReadStreamPromise(entry);
    try {
      const chunks: AsyncIterable<Buffer> = stream;
      for await (const chunk of chunks) {
        signal?.throwIfAborted();
        found = crc32(chunk, found);
        length += chunk.length;
        yield chunk;
      }
    } finally {
      stream.destroy();
    }
    if (found !== entry.crc32 || length !== entry.uncompressedSize) {
      throw new TableError('MALFORMED', 'A part of the workbook is not what the archive says of it.');
    }
  }
  async function* guarded(path: string): AsyncGenerator<Buffer> {
    const chunks = read(path);
    try {
      for (;;) {
        const next = await chunks.next().catch((error: unknown) => {
          throw signal?.aborted === true ? error : refusal(error);
        });
        if (next.done === true) return;
        yield next.value;
      }
    } finally {
      await chunks.return(undefined);
    }
  }
  return { has: (path) => parts.has(path.toLowerCase()), read: guarded };
}

async function openZip(source: ByteSource): Promise<ZipFile> {
  try {
    return await fromRandomAccessReaderPromise(new SourceReader(source), source.size, { autoClose: false, decodeStrings: false });
  } catch (error) {
    throw refusal(error);
  }
}
