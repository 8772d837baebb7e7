import type { Queryable } from '../../db/client.ts';
import { findEffectiveQuota, lockEffectiveQuota, sumStoredBytes } from '../../db/queries/storage-quotas.ts';
import { DomainError } from '../../errors/domain-error.ts';
import { humanSize } from '../../storage/human-size.ts';
import type { Scope } from '../command.ts';
import type { DomainServices } from '../services.ts';

/** What a quota is asked for: a dataset or collection by its ids from the root down. */
interface Placed {
  readonly path: readonly number[];
}

/** Bytes that the quota of a dataset or collection leaves; null where quotas are off or none is set. Source: files.md 16.2. */
export async function remainingQuota(db: Queryable, services: DomainServices, { path }: Placed): Promise<number | null> {
  if (services.settings.get(':UseStorageQuotas') !== true) return null;
  const quota = await findEffectiveQuota(db, path);
  return quota === undefined ? null : Math.max(0, quota.quotaBytes - (await sumStoredBytes(db, quota.nodeId)));
}

/**
 * Refuses new bytes that the quota does not leave room for. Those bound by one quota wait for each other here, so that together
 * they keep to it as well. Superusers are bound, too.
 * @throws DomainError STORAGE_QUOTA_EXCEEDED naming both sizes.
 */
export async function refuseOverQuota(
  { tx, services }: Pick<Scope, 'tx' | 'services'>,
  { path }: Placed,
  sizeBytes: number,
): Promise<void> {
  if (services.settings.get(':UseStorageQuotas') !== true) return;
  const quota = await lockEffectiveQuota(tx, path);
  if (quota === undefined) return;
  const remaining = Math.max(0, quota.quotaBytes - (await sumStoredBytes(tx, quota.nodeId)));
  if (sizeBytes <= remaining) return;
  throw new DomainError(
    'STORAGE_QUOTA_EXCEEDED',
    `The file has ${humanSize(sizeBytes)}; the storage quota leaves ${humanSize(remaining)}.`,
  );
}
