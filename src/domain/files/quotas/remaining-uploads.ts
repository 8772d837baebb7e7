import type { DatasetKey } from '../../../db/queries/datasets/datasets.ts';
import { authorize, query } from '../../../kernel/command.ts';
import { loadDataset } from '../../subjects/dataset-subject.ts';
import { remainingQuota } from '../storage-quota.ts';
import { remainingFiles } from '../upload-rules.ts';

/** What may still be added to a dataset; null where nothing limits it. Source: files.md 22.6. */
export const remainingUploads = query({
  name: 'remainingUploads',
  subject: async (scope, key: DatasetKey) => {
    // Guests are told so whatever they may do here.
    authorize(scope.context.actor, 'LoggedIn', 0);
    return loadDataset(scope, key);
  },
  requires: 'EditDataset',
  run: async (context, { dataset }, _key: DatasetKey) => ({
    storageQuotaRemaining: await remainingQuota(context.db, context.services, dataset),
    numberOfFilesRemaining: await remainingFiles(context, context.db, dataset),
  }),
});
