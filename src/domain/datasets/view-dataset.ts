import type { DatasetKey, DatasetWithGrants } from '../../db/queries/datasets/datasets.ts';
import { type AskedOfLatest, type DatasetWithLatest, findDatasetWithLatest } from '../../db/queries/datasets/dataset-with-latest.ts';
import { query } from '../../kernel/command.ts';
import {
  type AskedScope,
  datasetKey,
  datasetNotFound,
  datasetViewRequirement,
  loadAskedDataset,
  loadDataset,
} from '../subjects/dataset-subject.ts';
import { recordView } from '../../kernel/record-usage.ts';

/** A dataset that the actor may see. */
export const viewDataset = query({
  name: 'viewDataset',
  subject: loadDataset,
  requires: ({ dataset }) => datasetViewRequirement(dataset),
  run: (_context, { dataset }, _key: DatasetKey): DatasetWithGrants => dataset,
});

/** The same by its id, for batched reads. */
export const viewDatasetById = query({
  name: 'viewDatasetById',
  subject: (scope: AskedScope, id: number) => loadAskedDataset(scope, { id }),
  requires: ({ dataset }) => datasetViewRequirement(dataset),
  run: (_context, { dataset }): DatasetWithGrants => dataset,
});

/**
 * A dataset with its newest version that the actor may see, and that version's metadata and files if asked for: the commonest read,
 * in one statement.
 */
export const viewDatasetWithLatest = query({
  name: 'viewDatasetWithLatest',
  subject: async (
    { tx, context: { actor, loaders } }: AskedScope,
    { dataset: named, asked }: { readonly dataset: DatasetKey; readonly asked: AskedOfLatest },
  ) => {
    const key = datasetKey(named);
    const { identities, superuser } = actor;
    const found = await findDatasetWithLatest(tx, key, { identities, superuser }, asked);
    if (found === undefined) throw datasetNotFound(key);
    const { granted } = found.dataset;
    if (granted !== undefined) loaders.dataset.prime(found.dataset.id, { ...found.dataset, granted });
    // Absent for a dataset that is open to all, which needs none.
    return { nodeId: found.dataset.id, granted: granted ?? 0, found };
  },
  requires: ({ found }) => datasetViewRequirement(found.dataset),
  run: (context, { found }): DatasetWithLatest => {
    if (found.latest !== null) recordView(context, found.latest);
    return found;
  },
});

/** A dataset for any caller: for its public facts, such as its locks. */
export const findAnyDataset = query({
  name: 'findAnyDataset',
  subject: loadDataset,
  requires: 'Public',
  run: (_context, { dataset }, _key: DatasetKey): DatasetWithGrants => dataset,
});
