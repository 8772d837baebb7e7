import { z } from 'zod';
import type { CollectionKey } from '../../../db/queries/collections/collections.ts';
import type { DatasetKey } from '../../../db/queries/datasets/datasets.ts';
import { deleteQuota, findEffectiveQuota, findOwnQuota, putQuota, sumStoredBytes } from '../../../db/queries/files/storage-quotas.ts';
import { type CommandContext, command, query, type Scope } from '../../../kernel/command.ts';
import { loadCollection, lockCollection } from '../../subjects/collection-subject.ts';
import { collectionViewRequirement } from '../../collections/view-collection.ts';
import { datasetViewRequirement, loadDataset, lockDataset } from '../../subjects/dataset-subject.ts';

/** A quota as it is set and as it acts, in bytes; null where there is none. */
export interface StorageQuota {
  readonly ownBytes: number | null;
  readonly effectiveBytes: number | null;
}

/** A quota before and after a change. */
export interface ChangedQuota {
  readonly quotaBytes: number | null;
  readonly formerQuotaBytes: number | null;
}

const quotaBytes = z.int('must be a whole number of bytes').min(0, 'must not be negative').nullable();

async function quotaOf(
  { db }: CommandContext,
  { id, path }: { readonly id: number; readonly path: readonly number[] },
): Promise<StorageQuota> {
  const effective = await findEffectiveQuota(db, path);
  return {
    ownBytes: effective?.nodeId === id ? effective.quotaBytes : null,
    effectiveBytes: effective?.quotaBytes ?? null,
  };
}

async function changeQuota({ tx, note }: Scope, nodeId: number, bytes: number | null): Promise<ChangedQuota> {
  const former = await findOwnQuota(tx, nodeId);
  if (bytes === null) await deleteQuota(tx, nodeId);
  else await putQuota(tx, { nodeId, quotaBytes: bytes });
  note({ quotaBytes: bytes });
  return { quotaBytes: bytes, formerQuotaBytes: former?.quotaBytes ?? null };
}

/** The storage quota of a collection. Source: collections.md 6. */
export const viewCollectionQuota = query({
  name: 'viewCollectionQuota',
  subject: loadCollection,
  requires: ({ collection }) => collectionViewRequirement(collection),
  run: (context, { collection }, _key: CollectionKey) => quotaOf(context, collection),
});

/** The storage quota of a dataset. Source: datasets.md 14. */
export const viewDatasetQuota = query({
  name: 'viewDatasetQuota',
  subject: loadDataset,
  requires: ({ dataset }) => datasetViewRequirement(dataset),
  run: (context, { dataset }, _key: DatasetKey) => quotaOf(context, dataset),
});

/** Sets the storage quota of a collection, or takes it back. It acts only where `:UseStorageQuotas` is on. Source: files.md 16.2. */
export const setCollectionQuota = command({
  name: 'setCollectionStorageQuota',
  input: z.object({ collection: z.custom<CollectionKey>(), quotaBytes }),
  subject: (scope, { collection }) => lockCollection(scope, collection),
  requires: 'Superuser',
  run: (scope, { collection }, input) => changeQuota(scope, collection.id, input.quotaBytes),
});

/** Sets the storage quota of a dataset, or takes it back. Source: files.md 16.2. */
export const setDatasetQuota = command({
  name: 'setDatasetStorageQuota',
  input: z.object({ dataset: z.custom<DatasetKey>(), quotaBytes }),
  subject: (scope, { dataset }) => lockDataset(scope, dataset),
  requires: 'Superuser',
  run: (scope, { dataset }, input) => changeQuota(scope, dataset.id, input.quotaBytes),
});

/** Bytes that the files of a collection and everything below it take. Source: collections.md 6. */
export const collectionStorageUse = query({
  name: 'collectionStorageUse',
  subject: loadCollection,
  requires: 'EditCollection',
  run: ({ db }, { collection }, _key: CollectionKey) => sumStoredBytes(db, collection.id),
});

/** Bytes that the files of a dataset take. Source: datasets.md 14. */
export const datasetStorageUse = query({
  name: 'datasetStorageUse',
  subject: loadDataset,
  requires: 'EditDataset',
  run: ({ db }, { dataset }, _key: DatasetKey) => sumStoredBytes(db, dataset.id),
});
