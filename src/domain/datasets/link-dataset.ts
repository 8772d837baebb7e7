import { z } from 'zod';
import { refuseMoves } from '../../db/queries/collections/collection-moves.ts';
import type { CollectionKey, CollectionRow } from '../../db/queries/collections/collections.ts';
import type { DatasetKey, DatasetWithGrants } from '../../db/queries/datasets/datasets.ts';
import { deleteLink, insertLink } from '../../db/queries/collections/node-links.ts';
import { DomainError } from '../../errors/domain-error.ts';
import { holdCollection } from '../subjects/collection-subject.ts';
import { maySeeCollection } from '../collections/view-collection.ts';
import { command, type LockingScope, type ReadContext, type Subject } from '../../kernel/command.ts';
import { detail } from '../../kernel/detail.ts';
import { lockDataset } from '../subjects/dataset-subject.ts';

const linkInput = z.object({ dataset: z.custom<DatasetKey>(), collection: z.custom<CollectionKey>() });

/** What the permission on the linking collection decides; the record of the change names the dataset. */
interface LinkSubject extends Subject {
  readonly nodeId: number;
  readonly dataset: DatasetWithGrants;
  readonly linking: CollectionRow;
}

async function bothEnds(scope: LockingScope, input: z.infer<typeof linkInput>): Promise<LinkSubject> {
  // The lock against moves comes first: the dataset must not move before the link is stored.
  await refuseMoves(scope.tx);
  const { dataset, nodeId } = await lockDataset(scope, input.dataset);
  const { collection: linking, granted } = await holdCollection(scope, input.collection);
  return { nodeId, granted, dataset, linking };
}

/** The two ends of a link of a dataset. */
export interface DatasetLink {
  readonly datasetId: number;
  readonly linkingId: number;
}

/** Shows a dataset, published or not, in another collection as well. Source: datasets.md 11.1. */
export const linkDataset = command({
  name: 'linkDataset',
  input: linkInput,
  subject: bothEnds,
  requires: 'LinkDataset',
  run: async ({ tx, actor, note }, { dataset, linking }): Promise<DatasetLink> => {
    if (dataset.path.includes(linking.id)) {
      throw new DomainError('LINK_REFUSED', `Dataset ${dataset.id} cannot be linked into ${linking.alias}, which holds it.`);
    }
    const link = { linkedNodeId: dataset.id, linkingCollectionId: linking.id };
    if (!(await insertLink(tx, { ...link, creatorId: actor.account?.id ?? null }))) {
      throw new DomainError('LINK_REFUSED', `Dataset ${dataset.id} is already linked into ${linking.alias}.`);
    }
    note({ linking: linking.id });
    return { datasetId: dataset.id, linkingId: linking.id };
  },
});

/** Takes a link of a dataset back. @throws DomainError LINK_NOT_FOUND Source: datasets.md 11.1. */
export const unlinkDataset = command({
  name: 'unlinkDataset',
  input: linkInput,
  subject: bothEnds,
  requires: 'LinkDataset',
  run: async ({ tx, note }, { dataset, linking }): Promise<DatasetLink> => {
    if (!(await deleteLink(tx, { linkedNodeId: dataset.id, linkingCollectionId: linking.id }))) {
      throw new DomainError('LINK_NOT_FOUND', `Dataset ${dataset.id} is not linked into ${linking.alias}.`);
    }
    note({ linking: linking.id });
    return { datasetId: dataset.id, linkingId: linking.id };
  },
});

/** Ids of the collections that link a dataset which is being shown, in the order they linked it: those that the actor may see. */
export const listVisibleLinks = detail({
  name: 'listVisibleLinks',
  run: async (context: ReadContext, datasetId: number): Promise<number[]> => {
    const links = await context.loaders.datasetLinks.load(datasetId);
    const collections = await Promise.all(links.map(({ collectionId }) => context.loaders.collection.load(collectionId)));
    return collections.flatMap((collection) => (collection !== undefined && maySeeCollection(context, collection) ? [collection.id] : []));
  },
});
