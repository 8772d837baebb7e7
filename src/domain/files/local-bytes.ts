import type { DomainServices } from '../../kernel/services.ts';
import type { FileLocation } from '../../storage/file-storage.ts';

/** Bytes that are made here, and that no client has named. */
export const MADE_BYTES = { fileName: 'table', suppliedContentType: null, checksumAlgorithm: 'MD5', maximumBytes: null } as const;

/** The bytes of a stored file on this machine, for as long as they are used: a store across the network is read once. */
export async function withLocalBytes<Result>(
  { storage }: Pick<DomainServices, 'storage'>,
  location: FileLocation,
  use: (path: string) => Promise<Result>,
): Promise<Result> {
  const path = storage.localPath(location);
  if (path !== undefined) return use(path);
  const copy = await storage.stage(await storage.open(location), MADE_BYTES);
  try {
    return await use(storage.stagedPath(copy));
  } finally {
    await storage.discard(copy);
  }
}
