import type { Database } from '../../db/client.ts';
import { findRegistration } from '../../db/queries/identifiers/registration.ts';
import { notifyHolders, type NotifyingScope } from '../notifications/notify.ts';

/**
 * Notifies the users of a published dataset that the registration of its identifier has failed for good; does nothing while attempts
 * continue. Source: users-admin.md 5.3.
 */
export async function announceGivenUp(
  { db, services }: Pick<NotifyingScope, 'services'> & { readonly db: Database },
  datasetId: number,
): Promise<void> {
  const registration = await findRegistration(db, datasetId);
  if (registration?.state !== 'FAILED') return;
  await notifyHolders(
    { tx: db, services },
    { nodeId: datasetId, holding: ['ViewUnpublishedDataset', 'DownloadFile'] },
    { type: 'PUBLISHFAILED_PIDREG', subjectId: datasetId },
  );
}
