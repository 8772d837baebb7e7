import { checksumHash } from '../../../storage/checksum-hash.ts';
import { chunksOf } from '../../../storage/chunks-of.ts';
import type { Checksum, FileLocation, FileStorage } from '../../../storage/file-storage.ts';
import type { ChecksumAlgorithm } from '../../../vocabulary/files.ts';

/**
 * Reads kept bytes to their end and hashes them; memory stays flat.
 * @throws DomainError FILE_BYTES_MISSING | STORAGE_UNAVAILABLE
 */
export async function readChecksum(storage: FileStorage, location: FileLocation, algorithm: ChecksumAlgorithm): Promise<Checksum> {
  const hash = checksumHash(algorithm);
  for await (const chunk of chunksOf(await storage.open(location))) hash.update(chunk);
  return { algorithm, value: hash.digest('hex') };
}
