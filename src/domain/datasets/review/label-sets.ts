import { z } from 'zod';
import type { CollectionKey } from '../../../db/queries/collections/collections.ts';
import { type DatasetKey, updateDataset } from '../../../db/queries/datasets/datasets.ts';
import { findOwnLabelSet, setCollectionLabelSet } from '../../../db/queries/collections/label-sets.ts';
import { loadCollection, lockCollection } from '../../subjects/collection-subject.ts';
import { command, query } from '../../../kernel/command.ts';
import { noSubject } from '../../../kernel/no-subject.ts';
import { loadDataset, lockDataset } from '../../subjects/dataset-subject.ts';
import { chosenLabelSet, type CurationLabels, curationLabelsOf, INHERITED_LABELS } from './curation-labels.ts';

/** Name of the set of curation labels in effect for a dataset. Source: datasets.md 10.3. */
export const viewDatasetLabelSet = query({
  name: 'viewDatasetLabelSet',
  subject: loadDataset,
  requires: 'Superuser',
  run: async ({ db, services }, { dataset }, _key: DatasetKey): Promise<string> =>
    (await curationLabelsOf(db, services.settings, dataset.id)).setName,
});

/** Chooses the set of curation labels of a dataset; the id of the dataset. Source: datasets.md 10.3. */
export const setDatasetLabelSet = command({
  name: 'setDatasetCurationLabelSet',
  input: z.object({ dataset: z.custom<DatasetKey>(), name: z.string() }),
  subject: (scope, input) => lockDataset(scope, input.dataset),
  requires: 'Superuser',
  run: async ({ tx, services, note }, { dataset }, { name }): Promise<number> => {
    await updateDataset(tx, dataset.id, { curationLabelSet: chosenLabelSet(services.settings, name) });
    note({ name });
    return dataset.id;
  },
});

/** Name of a collection's own set of curation labels, `DEFAULT` if it inherits its owner's. Source: users-admin.md 18.4. */
export const viewCollectionLabelSet = query({
  name: 'viewCollectionLabelSet',
  subject: loadCollection,
  requires: 'Superuser',
  run: async ({ db }, { collection }, _key: CollectionKey): Promise<string> =>
    (await findOwnLabelSet(db, collection.id)) ?? INHERITED_LABELS,
});

/** Chooses the set of curation labels for datasets below a collection; the id of the collection. Source: users-admin.md 18.4. */
export const chooseCollectionLabelSet = command({
  name: 'setCollectionCurationLabelSet',
  input: z.object({ collection: z.custom<CollectionKey>(), name: z.string() }),
  subject: (scope, input) => lockCollection(scope, input.collection),
  requires: 'Superuser',
  run: async ({ tx, services, note }, { collection }, { name }): Promise<number> => {
    await setCollectionLabelSet(tx, collection.id, chosenLabelSet(services.settings, name));
    note({ name });
    return collection.id;
  },
});

/** The sets of labels of this installation, in the order of the setting `:AllowedCurationLabels`. */
export const listLabelSets = query({
  name: 'listCurationLabelSets',
  subject: noSubject,
  requires: 'Superuser',
  run: ({ services }): CurationLabels[] =>
    Object.entries(services.settings.get(':AllowedCurationLabels') ?? {}).map(([setName, labels]) => ({ setName, labels })),
});
