import type { Queryable } from '../../../db/client.ts';
import { findEffectiveQuota, lockEffectiveQuota, type QuotaRow, sumTakenBytes } from '../../../db/queries/files/storage-quotas.ts';
import { DomainError } from '../../../errors/domain-error.ts';
import { humanSize } from '../../../storage/human-size.ts';
import type { Scope } from '../../../kernel/command.ts';
import type { DomainServices } from '../../../kernel/services.ts';
import { broken } from '../../../errors/rules/broken.ts';

/** What a quota is asked for: a dataset or collection by its ids from the root down. */
interface Placed {
  readonly path: readonly number[];
}

/** What is left of a quota, and how much is reserved for uploads in progress. */
interface Room {
  readonly remainingBytes: number;
  readonly promisedBytes: number;
}

async function roomIn(db: Queryable, { nodeId, quotaBytes }: QuotaRow, ticketId: string | null): Promise<Room> {
  const { storedBytes, promisedBytes } = await sumTakenBytes(db, nodeId, ticketId);
  return { remainingBytes: Math.max(0, quotaBytes - storedBytes - promisedBytes), promisedBytes };
}

/**
 * Bytes that the quota of a dataset or collection leaves, those of uploads under way taken off; null where quotas are off or none
 * is set. Source: files.md 16.2.
 */
export async function remainingQuota(db: Queryable, services: DomainServices, { path }: Placed): Promise<number | null> {
  if (services.settings.get(':UseStorageQuotas') !== true) return null;
  const quota = await findEffectiveQuota(db, path);
  return quota === undefined ? null : (await roomIn(db, quota, null)).remainingBytes;
}

/**
 * Refuses new bytes that the quota does not leave room for. Those bound by one quota wait for each other here, so that together
 * they keep to it as well. Superusers are bound, too.
 * @param ticketId The upload that the bytes came by: what was promised before it counts, itself does not.
 * @throws DomainError STORAGE_QUOTA_EXCEEDED naming the sizes.
 */
export async function refuseOverQuota(
  { tx, services }: Pick<Scope, 'tx' | 'services'>,
  { path }: Placed,
  sizeBytes: number,
  ticketId: string | null = null,
): Promise<void> {
  if (services.settings.get(':UseStorageQuotas') !== true) return;
  const quota = await lockEffectiveQuota(tx, path);
  if (quota === undefined) return;
  const { remainingBytes, promisedBytes } = await roomIn(tx, quota, ticketId);
  if (sizeBytes <= remainingBytes) return;
  const sizes = { size: humanSize(sizeBytes), rest: humanSize(remainingBytes) };
  const { message, rule } =
    promisedBytes === 0 ? broken('OVER_QUOTA', sizes) : broken('OVER_QUOTA_PROMISED', { ...sizes, promised: humanSize(promisedBytes) });
  throw new DomainError('STORAGE_QUOTA_EXCEEDED', message, { rule });
}
