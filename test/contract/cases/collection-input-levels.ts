import { expect } from 'vitest';
import { addFile, createCollection, createDataset, publishDataset } from '../../support/seed.ts';
import type { ContractCase } from './contract-case.ts';

const level = (datasetFieldTypeName: string, more: Readonly<Record<string, unknown>> = {}) => ({
  datasetFieldTypeName,
  required: false,
  include: true,
  ...more,
});

/** Cases of rules for metadata fields. Source: collections.md 5.1, 11.2; decisions.md 19. */
export const collectionInputLevelCases: readonly ContractCase[] = [
  {
    row: 'collections.inputLevels.set',
    shows: 'adds and replaces by field, others stay; the collection gets the blocks of the root and of the fields',
    as: 'owner',
    given: async ({ fresh, callers }) => {
      const { alias } = await fresh.collection();
      await callers.owner.rest.put(`/api/collections/${alias}/inputLevels`, [
        level('subtitle', { displayOnCreate: true }),
        level('geographicCoverage', { required: true }),
      ]);
      return { path: [alias], json: [level('subtitle')] };
    },
    status: 200,
    holds: (answer) => {
      expect(answer.text('message.message')).toMatch(/updated$/);
      expect(answer.record('data')).toMatchObject({
        isMetadataBlockRoot: true,
        inputLevels: [level('subtitle'), level('geographicCoverage', { required: true })],
      });
    },
  },
  {
    row: 'collections.inputLevels.set',
    shows: 'removes all by an empty list',
    as: 'owner',
    given: async ({ fresh, callers }) => {
      const { alias } = await fresh.collection();
      await callers.owner.rest.put(`/api/collections/${alias}/inputLevels`, [level('subtitle')]);
      return { path: [alias], json: [] };
    },
    status: 200,
    holds: (answer) => expect(answer.at('data.inputLevels')).toBeUndefined(),
  },
  ...(
    [
      ['something that is no list', { datasetFieldTypeName: 'subtitle' }],
      ['a rule without include', [{ datasetFieldTypeName: 'subtitle', required: true }]],
      ['a required field that is not shown', [level('subtitle', { required: true, include: false })]],
      ['a list with one unknown field', [level('subtitle'), level('nosuch')]],
    ] as const
  ).map(([what, json]): ContractCase => ({
    row: 'collections.inputLevels.set',
    shows: `refuses ${what} and changes nothing`,
    as: 'owner',
    given: ({ open }) => ({ path: [open.alias], json }),
    status: 400,
    errorCode: 'BAD_USER_INPUT',
    holds: async (_answer, { open }, { rest }) => {
      expect((await rest.get(`/api/collections/${open.alias}/inputLevels`)).list('data')).toEqual([]);
    },
  })),
  {
    row: 'collections.inputLevels.set',
    shows: 'needs EditCollection',
    as: 'curator',
    given: ({ open }) => ({ path: [open.alias], json: [] }),
    status: 401,
    errorCode: 'PERMISSION_DENIED',
  },
  { row: 'collections.inputLevels.set', shows: 'is not for guests', given: ({ open }) => ({ path: [open.alias], json: [] }), status: 401 },
  {
    row: 'collections.inputLevels.set',
    shows: 'names an unknown collection',
    as: 'owner',
    given: () => ({ path: ['nowhere'], json: [] }),
    status: 404,
    errorCode: 'COLLECTION_NOT_FOUND',
  },
  {
    row: 'collections.inputLevels.list',
    shows: 'gives an empty list where there is none',
    given: ({ open }) => ({ path: [open.alias] }),
    status: 200,
    holds: (answer) => expect(answer.list('data')).toEqual([]),
  },
  {
    row: 'collections.inputLevels.list',
    shows: 'gives the rules of the collection itself',
    given: async ({ fresh, callers }) => {
      const outer = await fresh.collection();
      await callers.owner.rest.put(`/api/collections/${outer.alias}/inputLevels`, [level('subtitle', { displayOnCreate: false })]);
      const inner = await createCollection(callers.owner, { owner: outer.alias });
      expect((await callers.guest.rest.get(`/api/collections/${inner.alias}/inputLevels`)).list('data')).toEqual([]);
      return { path: [outer.alias] };
    },
    status: 200,
    holds: (answer) => expect(answer.list('data')).toEqual([level('subtitle', { displayOnCreate: false })]),
  },
  {
    row: 'collections.inputLevels.list',
    shows: 'hides an unpublished collection',
    given: ({ closed }) => ({ path: [closed.alias] }),
    status: 401,
    errorCode: 'PERMISSION_DENIED',
  },
  {
    row: 'collections.inputLevels.list',
    shows: 'names an unknown collection',
    given: () => ({ path: ['nowhere'] }),
    status: 404,
    errorCode: 'COLLECTION_NOT_FOUND',
  },
];

/** Cases of the storage size. Source: collections.md 5.5. */
export const collectionStorageCases: readonly ContractCase[] = [
  {
    row: 'collections.storagesize',
    shows: 'sums the whole subtree, published or not, each file once in however many versions it is',
    as: 'owner',
    given: async ({ fresh, callers: { owner } }) => {
      const outer = await fresh.collection();
      const inner = await createCollection(owner, { owner: outer.alias, published: false });
      const dataset = await createDataset(owner, inner);
      await addFile(owner, await createDataset(owner, outer), { bytes: Buffer.alloc(1_234_000, 'a') });
      await owner.rest.post(`/api/collections/${inner.alias}/actions/:publish`);
      await addFile(owner, dataset, { bytes: 'x'.repeat(567) });
      await publishDataset(owner, dataset);
      // A second version keeps the file.
      await addFile(owner, dataset, { bytes: 'y'.repeat(1) });
      return { path: [outer.alias] };
    },
    status: 200,
    holds: (answer) => expect(answer.text('data.message')).toMatch(/: 1,234,568 bytes$/),
  },
  {
    row: 'collections.storagesize',
    shows: 'takes includeCached, which adds nothing while no derivative is kept',
    as: 'owner',
    given: async ({ fresh }) => ({ path: [(await fresh.collection()).alias], query: { includeCached: 'true' } }),
    status: 200,
    holds: (answer) => expect(answer.text('data.message')).toMatch(/: 0 bytes$/),
  },
  {
    row: 'collections.storagesize',
    shows: 'needs ManageCollectionPermissions, which a curator lacks',
    as: 'curator',
    given: ({ open }) => ({ path: [open.alias] }),
    status: 401,
    errorCode: 'PERMISSION_DENIED',
  },
  { row: 'collections.storagesize', shows: 'is not for guests', given: ({ open }) => ({ path: [open.alias] }), status: 401 },
  {
    row: 'collections.storagesize',
    shows: 'names an unknown collection',
    as: 'owner',
    given: () => ({ path: ['nowhere'] }),
    status: 404,
    errorCode: 'COLLECTION_NOT_FOUND',
  },
];
