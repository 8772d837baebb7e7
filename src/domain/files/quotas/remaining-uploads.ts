import type { DatasetKey } from '../../../db/queries/datasets/datasets.ts';
import { query } from '../../../kernel/command.ts';
import { loadDataset } from '../../subjects/dataset-subject.ts';
import { remainingQuota } from './storage-quota.ts';
import { remainingFiles } from '../upload-rules.ts';

/** What may still be added to a dataset; null where nothing limits it. Source: files.md 22.6. */
export const remainingUploads = query({
  name: 'remainingUploads',
  // Guests are told to log in whatever they may do here.
  admits: 'LoggedIn',
  subject: loadDataset,
  requires: 'EditDataset',
  run: async (context, { dataset }, _key: DatasetKey) => ({
    storageQuotaRemaining: await remainingQuota(context.db, context.services, dataset),
    numberOfFilesRemaining: await remainingFiles(context, context.db, dataset),
  }),
});
