import { listFileGrantees } from '../../../db/queries/notifications/notifications.ts';
import { permissionBit } from '../../../permission-set.ts';
import { notifyAccounts, notifyHolders, type NotifyingScope } from '../../notifications/notify.ts';

/** Tells those who work with a dataset, and those who were given its files, that a version is published. Source: datasets.md 7.3, users-admin.md 5.3. */
export async function announcePublication(scope: NotifyingScope, datasetId: number): Promise<void> {
  await notifyHolders(
    scope,
    { nodeId: datasetId, holding: ['ViewUnpublishedDataset', 'DownloadFile'] },
    { type: 'PUBLISHEDDS', subjectId: datasetId },
  );
  const receivers = await listFileGrantees(scope.tx, datasetId, permissionBit('DownloadFile'));
  await notifyAccounts(scope, { type: 'GRANTFILEACCESS', receivers, subjectId: datasetId });
}
