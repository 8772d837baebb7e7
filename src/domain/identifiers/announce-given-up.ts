import type { Database } from '../../db/client.ts';
import { findRegistration } from '../../db/queries/identifiers/registration.ts';
import { notifyHolders, type NotifyingScope } from '../notifications/notify.ts';

/**
 * Tells those who work with a published dataset that nobody tries any more to register its identifier; does nothing while somebody does.
 * Source: users-admin.md 5.3.
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
