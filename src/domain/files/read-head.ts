import { buffer } from 'node:stream/consumers';
import type { FileLocation, FileStorage } from '../../storage/file-storage.ts';

/** Enough to detect every type that has a signature. */
const HEAD_BYTES = 64 * 1024;

/** The first bytes of a stored file of this size, by which its type is detected. @throws DomainError FILE_BYTES_MISSING */
export async function readHead(storage: FileStorage, location: FileLocation, sizeBytes: number): Promise<Buffer> {
  if (sizeBytes === 0) return Buffer.alloc(0);
  return buffer(await storage.open(location, { start: 0, end: Math.min(sizeBytes, HEAD_BYTES) - 1 }));
}
