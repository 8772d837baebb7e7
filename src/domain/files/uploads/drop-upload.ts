import type { Database } from '../../../db/client.ts';
import type { UploadInParts } from '../../../storage/direct-uploads.ts';
import { removeBytes } from '../remove-bytes.ts';
import type { DomainServices } from '../../../kernel/services.ts';

/**
 * Removes everything that arrived of an upload whose ticket is gone: its parts, and the whole file unless it became one of a
 * dataset. Harmless to repeat.
 * @throws DomainError STORAGE_UNAVAILABLE | STORAGE_NOT_CONFIGURED
 */
export async function dropUpload(db: Database, services: Pick<DomainServices, 'storage'>, upload: UploadInParts): Promise<void> {
  await services.storage.uploadsOf(upload.location.driver).abort(upload);
  const { storageId, ...folder } = upload.location;
  await removeBytes(db, services, { ...folder, storageIds: [storageId] });
}
