import { expect } from 'vitest';
import { assignRole, type SeededCollection, type SeededDataset, succeeded } from '../../support/seed.ts';
import type { ContractCase } from './contract-case.ts';
import type { ContractWorld } from './contract-world.ts';

interface Ends {
  readonly dataset: SeededDataset;
  readonly collection: SeededCollection;
}

/** A dataset, and a collection that may link it: the curator of the collection is a stranger to the dataset. */
async function ends({ fresh, callers }: ContractWorld): Promise<Ends> {
  const dataset = await fresh.draft();
  const collection = await fresh.collection();
  await assignRole(callers.owner, collection, callers.stranger.identifier, 'curator');
  return { dataset, collection };
}

async function linked(world: ContractWorld): Promise<Ends> {
  const made = await ends(world);
  succeeded(await world.callers.owner.rest.put(`/api/datasets/${made.dataset.id}/link/${made.collection.alias}`));
  return made;
}

const changes: readonly ContractCase[] = [
  {
    row: 'datasets.link',
    shows: 'lets the curator of a collection link a dataset of others, which need not be published',
    as: 'stranger',
    given: async (world) => {
      const { dataset, collection } = await ends(world);
      return { path: [dataset.id, collection.alias] };
    },
    status: 200,
    holds: (answer) => expect(answer.at('data.message')).toMatch(/^Dataset \d+ linked successfully to collection-\w+$/),
  },
  {
    row: 'datasets.link',
    shows: 'takes the persistent identifier and the number of the collection',
    as: 'owner',
    given: async (world) => {
      const { dataset, collection } = await ends(world);
      return { path: [':persistentId', collection.id], query: { persistentId: dataset.persistentId } };
    },
    status: 200,
  },
  {
    row: 'datasets.link',
    shows: 'refuses the collection that holds the dataset',
    as: 'owner',
    given: async ({ fresh, open }) => ({ path: [(await fresh.draft()).id, open.alias] }),
    status: 403,
    errorCode: 'LINK_REFUSED',
  },
  {
    row: 'datasets.link',
    shows: 'refuses a collection further up',
    as: 'superuser',
    given: async ({ fresh }) => ({ path: [(await fresh.draft()).id, ':root'] }),
    status: 403,
    errorCode: 'LINK_REFUSED',
  },
  {
    row: 'datasets.link',
    shows: 'refuses a second link',
    as: 'owner',
    given: async (world) => {
      const { dataset, collection } = await linked(world);
      return { path: [dataset.id, collection.alias] };
    },
    status: 403,
    errorCode: 'LINK_REFUSED',
  },
  {
    row: 'datasets.unlink',
    shows: 'takes a link back',
    as: 'stranger',
    given: async (world) => {
      const { dataset, collection } = await linked(world);
      return { path: [dataset.id, collection.alias] };
    },
    status: 200,
    holds: (answer) => expect(answer.at('data.message')).toMatch(/^Link from Dataset \d+ to linked Collection collection-\w+ deleted$/),
  },
  {
    row: 'datasets.unlink',
    shows: 'finds no link that is not there',
    as: 'owner',
    given: async (world) => {
      const { dataset, collection } = await ends(world);
      return { path: [dataset.id, collection.alias] };
    },
    status: 404,
    errorCode: 'LINK_NOT_FOUND',
  },
  ...(['datasets.link', 'datasets.unlink'] as const).flatMap((row): ContractCase[] => [
    ...(['contributor', 'guest'] as const).map((as): ContractCase => ({
      row,
      shows: `needs LinkDataset on the linking collection, which a ${as} lacks`,
      as,
      given: ({ draft, closed }) => ({ path: [draft.id, closed.alias] }),
      status: 401,
      errorCode: 'PERMISSION_DENIED',
    })),
    {
      row,
      shows: 'names an unknown collection',
      as: 'owner',
      given: ({ draft }) => ({ path: [draft.id, 'nowhere'] }),
      status: 404,
      errorCode: 'COLLECTION_NOT_FOUND',
    },
    {
      row,
      shows: 'finds no dataset of an unknown number',
      as: 'owner',
      given: ({ closed }) => ({ path: [987_654, closed.alias] }),
      status: 404,
      errorCode: 'DATASET_NOT_FOUND',
    },
  ]),
];

const reads: readonly ContractCase[] = [
  {
    row: 'datasets.links',
    shows: 'lists the collections that link the dataset',
    as: 'owner',
    given: async (world) => ({ path: [(await linked(world)).dataset.id] }),
    status: 200,
    keys: ['id', 'identifier', 'linked-collections'],
    holds: (answer) => {
      expect(answer.list('data.linked-collections')).toHaveLength(1);
      expect(Object.keys(answer.record('data.linked-collections.0'))).toEqual(['id', 'alias', 'displayName']);
    },
  },
  {
    row: 'datasets.links',
    shows: 'leaves out collections that the caller may not see',
    given: async (world) => {
      const dataset = await world.fresh.published();
      const hidden = await world.fresh.collection(false);
      const shown = await world.fresh.collection();
      for (const { alias } of [hidden, shown]) succeeded(await world.callers.owner.rest.put(`/api/datasets/${dataset.id}/link/${alias}`));
      return { path: [dataset.id] };
    },
    status: 200,
    holds: (answer) => expect(answer.list('data.linked-collections')).toHaveLength(1),
  },
  {
    row: 'datasets.links',
    shows: 'is public for a published dataset, and empty if no collection links it',
    given: async ({ fresh }) => ({ path: [(await fresh.published()).id] }),
    status: 200,
    holds: (answer) => expect(answer.at('data.linked-collections')).toEqual([]),
  },
  ...(['guest', 'stranger'] as const).map((as): ContractCase => ({
    row: 'datasets.links',
    shows: `needs ViewUnpublishedDataset for a dataset that is not published, which a ${as} lacks`,
    as,
    given: ({ draft }) => ({ path: [draft.id] }),
    status: 403,
    errorCode: 'PERMISSION_DENIED',
  })),
  {
    row: 'datasets.links',
    shows: 'finds no dataset of an unknown number',
    as: 'owner',
    given: () => ({ path: [987_654] }),
    status: 404,
    errorCode: 'DATASET_NOT_FOUND',
  },
];

/** Cases of links of datasets. Source: datasets.md 11.1 and 16. */
export const datasetLinkCases: readonly ContractCase[] = [...changes, ...reads];
