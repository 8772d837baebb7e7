import { listHolders, listSuperusers, wereTold } from '../../../db/queries/notifications/notifications.ts';
import type { CommandContext } from '../../../kernel/command.ts';
import { permissionMask } from '../../../permission-set.ts';
import { notifyAccounts } from '../../notifications/notify.ts';

/** So that repeated uploads with a wrong checksum do not flood the notifications of others. */
const ONCE_IN_MINUTES = 60;

/**
 * Notifies the editors of a dataset and the superusers of an upload whose checksum did not match. The upload itself is refused, so this has a
 * transaction of its own. Source: users-admin.md 5.3.
 */
export async function announceChecksumFailure({ db, services }: CommandContext, datasetId: number, reason: string): Promise<void> {
  await db.transaction(async (tx) => {
    const editors = await listHolders(tx, { nodeId: datasetId, holding: permissionMask(['EditDataset']) });
    const receivers = [...new Set([...editors, ...(await listSuperusers(tx))])];
    const told = { type: 'CHECKSUMFAIL', subjectId: datasetId } as const;
    if (await wereTold(tx, { receivers, ...told, withinMinutes: ONCE_IN_MINUTES })) return;
    await notifyAccounts({ tx, services }, { ...told, receivers, details: { reason } });
  });
}
