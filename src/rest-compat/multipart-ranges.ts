import { randomUUID } from 'node:crypto';
import type { Readable } from 'node:stream';
import type { ByteRange } from '../storage/file-storage.ts';
import { generatedStream, type Hold } from '../storage/generated-stream.ts';

/** Several ranges of a file as one body. */
export interface MultipartRanges {
  readonly contentType: string;
  readonly lengthBytes: number;
  /** Opens the body; the first range is opened before it resolves, so that a missing file is found in time. */
  open(): Promise<Readable>;
}

/** Puts ranges of a file into one body of the type `multipart/byteranges`, its length known before. Source: RFC 9110, 14.6. */
export function multipartRanges(
  ranges: readonly ByteRange[],
  file: { readonly sizeBytes: number; readonly contentType: string; open(range: ByteRange): Promise<Readable> },
): MultipartRanges {
  const boundary = randomUUID();
  const heads = ranges.map(({ start, end }, index) =>
    Buffer.from(
      `${index === 0 ? '' : '\r\n'}--${boundary}\r\nContent-Type: ${file.contentType}\r\nContent-Range: bytes ${start}-${end}/${file.sizeBytes}\r\n\r\n`,
    ),
  );
  const tail = Buffer.from(`\r\n--${boundary}--\r\n`);

  async function* body(first: Readable, hold: Hold): AsyncGenerator<Buffer> {
    const beginning = hold(first);
    for (const [index, range] of ranges.entries()) {
      yield heads[index] ?? tail;
      yield* index === 0 ? beginning : hold(await file.open(range));
    }
    yield tail;
  }

  return {
    contentType: `multipart/byteranges; boundary=${boundary}`,
    lengthBytes: ranges.reduce((sum, { start, end }, index) => sum + (heads[index]?.length ?? 0) + end - start + 1, tail.length),
    async open() {
      const [range] = ranges;
      if (range === undefined) throw new Error('A body of ranges needs one.');
      const first = await file.open(range);
      first.on('error', () => undefined);
      const whole = generatedStream((hold) => body(first, hold));
      // A generator that was never begun holds nothing yet.
      whole.once('close', () => first.destroy());
      return whole;
    },
  };
}
