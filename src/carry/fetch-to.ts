import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, open, rename } from 'node:fs/promises';
import { dirname } from 'node:path';
import { Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { StartupError } from '../errors/startup-error.ts';

/** The names of hashes in Node, by those of records. */
const HASHES: Readonly<Record<string, string>> = { MD5: 'md5', 'SHA-1': 'sha1', 'SHA-256': 'sha256', 'SHA-512': 'sha512' };

/**
 * Writes bytes of a file to a path, whole or not at all. @returns how many they are
 * @throws StartupError where they are not those of their checksum, if that is known
 */
export async function fetchTo(
  path: string,
  bytes: AsyncIterable<Uint8Array>,
  { type, value }: { readonly type: string; readonly value: string | undefined },
  fileId: number,
): Promise<number> {
  await mkdir(dirname(path), { recursive: true });
  const hash = createHash(HASHES[type] ?? 'md5');
  let size = 0;
  const seen = new Transform({
    transform: (chunk: Buffer, _encoding, done) => {
      hash.update(chunk);
      size += chunk.length;
      done(null, chunk);
    },
  });
  await pipeline(Readable.from(bytes), seen, createWriteStream(`${path}.part`));
  const found = hash.digest('hex');
  if (value !== undefined && value !== 'unknown' && found !== value) {
    throw new StartupError(`The bytes of the file ${fileId} have the ${type} ${found}, and not ${value} as recorded.`);
  }
  const written = await open(`${path}.part`, 'r+');
  await written.sync();
  await written.close();
  await rename(`${path}.part`, path);
  return size;
}
