import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, rename } from 'node:fs/promises';
import { dirname } from 'node:path';
import { type Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';

/** Size in bytes and SHA-256 in hexadecimal. */
export interface Digest {
  readonly sizeBytes: number;
  readonly sha256: string;
}

/** Writes a stream to a file, durably and whole or not at all. */
export async function copyHashed(source: Readable, path: string): Promise<Digest> {
  const hash = createHash('sha256');
  let sizeBytes = 0;
  const count = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      hash.update(chunk);
      sizeBytes += chunk.length;
      done(null, chunk);
    },
  });
  await mkdir(dirname(path), { recursive: true });
  await pipeline(source, count, createWriteStream(`${path}.part`, { flush: true, mode: 0o600 }));
  await rename(`${path}.part`, path);
  return { sizeBytes, sha256: hash.digest('hex') };
}

/** What a file is. */
export async function digestOf(path: string): Promise<Digest> {
  const hash = createHash('sha256');
  let sizeBytes = 0;
  const bytes: AsyncIterable<Buffer> = createReadStream(path, { highWaterMark: 1024 * 1024 });
  for await (const chunk of bytes) {
    hash.update(chunk);
    sizeBytes += chunk.length;
  }
  return { sizeBytes, sha256: hash.digest('hex') };
}
