import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';

/** Names of algorithms in records, and as Node has them. */
const ALGORITHMS: Readonly<Record<string, string>> = { MD5: 'md5', 'SHA-1': 'sha1', 'SHA-256': 'sha256', 'SHA-512': 'sha512' };

/** The algorithm as Node names it; undefined for one that is not known. */
export function hashName(recorded: string): string | undefined {
  return ALGORITHMS[recorded.replace('_', '-')];
}

/** Checksum of a file in lower-case hexadecimal. @param algorithm as Node names it */
export async function fileChecksum(path: string, algorithm: string): Promise<string> {
  const hash = createHash(algorithm);
  const bytes: AsyncIterable<Buffer> = createReadStream(path, { highWaterMark: 1024 * 1024 });
  for await (const chunk of bytes) hash.update(chunk);
  return hash.digest('hex');
}
