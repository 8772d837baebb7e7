import { createHash } from 'node:crypto';
import type { Checksum, FileLocation, FileStorage } from '../../storage/file-storage.ts';
import type { ChecksumAlgorithm } from '../../vocabulary.ts';

/**
 * Reads kept bytes to their end and hashes them; memory stays flat.
 * @throws DomainError FILE_BYTES_MISSING | STORAGE_UNAVAILABLE
 */
export async function readChecksum(storage: FileStorage, location: FileLocation, algorithm: ChecksumAlgorithm): Promise<Checksum> {
  const hash = createHash(algorithm.replace('-', '').toLowerCase());
  for await (const chunk of await storage.open(location)) hash.update(chunk as Buffer);
  return { algorithm, value: hash.digest('hex') };
}
