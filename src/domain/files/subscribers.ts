import { isBackupRunning } from '../../db/queries/integrity/running-backup.ts';
import { afterwards } from '../../kernel/subscribers.ts';
import { removeBytes } from './remove-bytes.ts';
import { dropUpload } from './uploads/drop-upload.ts';

/** What becomes of bytes that no record names any more. */
export const subscribers = [
  afterwards('FilesRemoved', async ({ db, services, log, eventId }, { payload }) => {
    // The record went before: a backup that begins later does not know of it.
    if (await isBackupRunning(db)) throw new Error('A backup is copying the stores: bytes are deleted when it has ended.');
    const kept = await removeBytes(db, services, payload);
    if (kept.length > 0) {
      log.error({ eventId, storageIds: kept }, 'An event requested the deletion of bytes that a file still has; they were kept.');
    }
  }),
  afterwards('UploadAbandoned', ({ db, services }, { payload: { uploadId, ...location } }) =>
    dropUpload(db, services, { location, uploadId }),
  ),
];
