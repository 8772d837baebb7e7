import type { CurationStatusRow } from '../../../db/queries/datasets/curation-statuses.ts';
import type { DatasetKey } from '../../../db/queries/datasets/datasets.ts';
import { DomainError } from '../../../errors/domain-error.ts';
import { query, type ReadContext } from '../../../kernel/command.ts';
import { loadDataset } from '../../subjects/dataset-subject.ts';
import { curationLabelsOf } from './curation-labels.ts';

/** Curation statuses of the newest version of a dataset, newest first; the first counts. Source: datasets.md 10.3. */
export const viewCurationStatuses = query({
  name: 'viewCurationStatuses',
  subject: loadDataset,
  requires: 'PublishDataset',
  run: ({ loaders }: ReadContext, { dataset }, _key: DatasetKey): Promise<readonly CurationStatusRow[]> =>
    loaders.curationStatuses.load(dataset.id),
});

/** The same of a dataset that is being shown: read together with those of others. */
export const showCurationStatuses = query({
  name: 'showCurationStatuses',
  subject: async ({ context }: { readonly context: ReadContext }, { id }: { readonly id: number }) => {
    const place = await context.loaders.nodeGrants.load(id);
    if (place === undefined) throw new DomainError('DATASET_NOT_FOUND', `There is no dataset ${id}.`);
    return { nodeId: place.id, granted: place.granted };
  },
  requires: 'PublishDataset',
  run: ({ loaders }, { nodeId }): Promise<readonly CurationStatusRow[]> => loaders.curationStatuses.load(nodeId),
});

/** Labels that the dataset can have. Source: datasets.md 10.3. */
export const listAllowedLabels = query({
  name: 'listAllowedCurationLabels',
  subject: loadDataset,
  requires: 'PublishDataset',
  run: async ({ db, services }, { dataset }, _key: DatasetKey): Promise<readonly string[]> =>
    (await curationLabelsOf(db, services.settings, dataset.id)).labels,
});
