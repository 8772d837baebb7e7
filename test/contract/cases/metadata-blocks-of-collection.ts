import { expect } from 'vitest';
import { readJson } from '../../support/json-reader.ts';
import type { RestAnswer } from '../../support/rest-client.ts';
import { type Caller, type SeededCollection, succeeded, uniqueName } from '../../support/seed.ts';
import type { ContractCase } from './contract-case.ts';
import type { ContractWorld } from './contract-world.ts';

const ROOT_ROWS = ['collections.metadatablocks.isRoot', 'collections.metadatablocks.isRootOld'] as const;
const DEPRECATION = 'deprecation';

function names(list: readonly unknown[]): string[] {
  return list.map((one) => readJson(one).text('name'));
}

async function setBlocks({ callers }: ContractWorld, collection: SeededCollection, blocks: readonly (string | number)[]): Promise<void> {
  succeeded(await callers.owner.rest.post(`/api/collections/${collection.alias}/metadatablocks`, blocks));
}

/** Names of the blocks of the collection that the message names, which has to be a root now. */
async function blocksAfter(answer: RestAnswer, { rest }: Caller): Promise<string[]> {
  const [, alias] = /Collection (collection-\w+)/.exec(answer.text('data.message')) ?? [];
  expect((await rest.get(`/api/collections/${alias}`)).at('data.isMetadataBlockRoot')).toBe(true);
  return names((await rest.get(`/api/collections/${alias}/metadatablocks`)).list('data'));
}

/** A child of `owner` that takes everything from it. */
async function childOf({ callers }: ContractWorld, owner: SeededCollection, more: object = {}): Promise<SeededCollection> {
  const alias = uniqueName('child');
  const created = succeeded(
    await callers.owner.rest.post(`/api/collections/${owner.alias}`, {
      alias,
      name: `Child ${alias}`,
      collectionContacts: [{ contactEmail: 'contact@example.org' }],
      ...more,
    }),
  );
  return { id: created.number('data.id'), alias };
}

const listCases: readonly ContractCase[] = [
  {
    row: 'collections.metadatablocks.list',
    shows: 'gives the blocks of the nearest metadata-block root upwards, in brief',
    given: ({ open }) => ({ path: [open.alias] }),
    status: 200,
    holds: (answer) => {
      expect(answer.at('data')).toEqual([{ id: 1, displayName: 'Citation Metadata', displayOnCreate: true, name: 'citation' }]);
      expect(Object.keys(answer.record('data.0'))).toEqual(['id', 'displayName', 'displayOnCreate', 'name']);
    },
  },
  {
    row: 'collections.metadatablocks.list',
    shows: 'reaches over collections without blocks of their own, citation first, then by id',
    as: 'owner',
    given: async (world) => {
      const root = await world.fresh.collection();
      await setBlocks(world, root, ['journal', 2, 'citation']);
      return { path: [(await childOf(world, await childOf(world, root))).alias] };
    },
    status: 200,
    holds: (answer) => expect(names(answer.list('data'))).toEqual(['citation', 'geospatial', 'journal']),
  },
  {
    row: 'collections.metadatablocks.list',
    shows: 'gives full records with all 35 fields of citation',
    given: ({ open }) => ({ path: [open.alias], query: { returnDatasetFieldTypes: 'TRUE' } }),
    status: 200,
    holds: (answer) => {
      expect(Object.keys(answer.record('data.0'))).toEqual(['id', 'name', 'displayName', 'displayOnCreate', 'fields']);
      expect(Object.keys(answer.record('data.0.fields'))).toHaveLength(35);
      expect(Object.keys(answer.record('data.0.fields.author.childFields'))).toHaveLength(4);
    },
  },
  {
    row: 'collections.metadatablocks.list',
    shows: 'leaves blocks and fields out that are not shown on create',
    as: 'owner',
    given: async (world) => {
      const collection = await world.fresh.collection();
      await setBlocks(world, collection, ['citation', 'geospatial', 'socialscience']);
      return { path: [collection.id], query: { returnDatasetFieldTypes: 'true', onlyDisplayedOnCreate: 'true' } };
    },
    status: 200,
    holds: (answer) => {
      expect(names(answer.list('data'))).toEqual(['citation']);
      expect(Object.keys(answer.record('data.0.fields'))).toHaveLength(10);
    },
  },
  {
    row: 'collections.metadatablocks.list',
    shows: 'shows fields as the input levels of the collection have them',
    as: 'owner',
    given: async (world) => ({
      path: [
        (
          await childOf(world, world.open, {
            metadataBlocks: {
              metadataBlockNames: ['citation', 'geospatial', 'socialscience'],
              inputLevels: [
                { datasetFieldTypeName: 'alternativeURL', required: false, include: false },
                { datasetFieldTypeName: 'topicClassVocab', required: false, include: false },
                { datasetFieldTypeName: 'subtitle', required: true, include: true },
                { datasetFieldTypeName: 'dsDescription', required: false, include: true, displayOnCreate: false },
                { datasetFieldTypeName: 'country', required: true, include: true },
                { datasetFieldTypeName: 'unitOfAnalysis', required: false, include: true, displayOnCreate: true },
              ],
            },
          })
        ).alias,
      ],
      query: { returnDatasetFieldTypes: 'true' },
    }),
    status: 200,
    holds: async (answer, _world, caller) => {
      expect(names(answer.list('data'))).toEqual(['citation', 'geospatial', 'socialscience']);
      expect(Object.keys(answer.record('data.0.fields'))).toHaveLength(34);
      expect(answer.at('data.0.fields.alternativeURL')).toBeUndefined();
      expect(answer.at('data.0.fields.topicClassification.childFields.topicClassVocab')).toBeUndefined();
      expect(answer.at('data.0.fields.topicClassification.childFields.topicClassValue')).toBeDefined();
      expect(answer.at('data.0.fields.subtitle.isRequired')).toBe(true);
      expect(answer.record('data.0.fields.dsDescription')).toMatchObject({ isRequired: true, displayOnCreate: false });
      expect(answer.record('data.1.fields.geographicCoverage')).toMatchObject({ isRequired: true });
      expect(answer.record('data.1.fields.geographicCoverage.childFields.country')).toMatchObject({ isRequired: true });
      expect(answer.record('data.2')).toMatchObject({ displayOnCreate: true });
      expect(answer.record('data.2.fields.unitOfAnalysis')).toMatchObject({ isRequired: false, displayOnCreate: true });
      // The definitions themselves are what they were.
      expect((await caller.rest.get('/api/metadatablocks/citation')).at('data.fields.subtitle.isRequired')).toBe(false);
    },
  },
  {
    row: 'collections.metadatablocks.list',
    shows: 'takes a block as shown on create when an input level says so',
    as: 'owner',
    given: async (world) => ({
      path: [
        (
          await childOf(world, world.open, {
            metadataBlocks: {
              metadataBlockNames: ['citation', 'geospatial', 'socialscience', 'journal'],
              inputLevels: [
                { datasetFieldTypeName: 'country', required: true, include: true },
                { datasetFieldTypeName: 'unitOfAnalysis', required: false, include: true, displayOnCreate: true },
              ],
            },
          })
        ).alias,
      ],
      query: { returnDatasetFieldTypes: 'true', onlyDisplayedOnCreate: 'true' },
    }),
    status: 200,
    holds: (answer) => {
      expect(names(answer.list('data'))).toEqual(['citation', 'geospatial', 'socialscience']);
      expect(Object.keys(answer.record('data.1.fields'))).toEqual(['geographicCoverage']);
      expect(Object.keys(answer.record('data.2.fields'))).toEqual(['unitOfAnalysis']);
    },
  },
  {
    row: 'collections.metadatablocks.list',
    shows: 'has a block on create for a required field below a compound that is left out',
    as: 'owner',
    given: async (world) => ({
      path: [
        (
          await childOf(world, world.open, {
            metadataBlocks: {
              metadataBlockNames: ['citation', 'geospatial'],
              inputLevels: [
                { datasetFieldTypeName: 'geographicCoverage', required: false, include: false },
                { datasetFieldTypeName: 'country', required: true, include: true },
              ],
            },
          })
        ).alias,
      ],
      query: { onlyDisplayedOnCreate: 'true' },
    }),
    status: 200,
    holds: (answer) => expect(names(answer.list('data'))).toEqual(['citation', 'geospatial']),
  },
  {
    row: 'collections.metadatablocks.list',
    shows: 'has a block and a compound on create for a field below that is shown then',
    as: 'owner',
    given: async (world) => ({
      path: [
        (
          await childOf(world, world.open, {
            metadataBlocks: {
              metadataBlockNames: ['citation', 'geospatial'],
              inputLevels: [{ datasetFieldTypeName: 'country', required: false, include: true, displayOnCreate: true }],
            },
          })
        ).alias,
      ],
      query: { returnDatasetFieldTypes: 'true', onlyDisplayedOnCreate: 'true' },
    }),
    status: 200,
    holds: (answer) => expect(Object.keys(answer.record('data.1.fields'))).toEqual(['geographicCoverage']),
  },
  {
    row: 'collections.metadatablocks.list',
    shows: 'adds the blocks that are linked to a type of dataset, on create too',
    given: async ({ callers, open }) => {
      const name = uniqueName('type');
      succeeded(await callers.superuser.rest.post('/api/datasets/datasetTypes', { name, linkedMetadataBlocks: ['astrophysics'] }));
      return { path: [open.alias], query: { datasetType: name, onlyDisplayedOnCreate: 'true' } };
    },
    status: 200,
    holds: (answer) => expect(names(answer.list('data'))).toEqual(['citation', 'astrophysics']),
  },
  {
    row: 'collections.metadatablocks.list',
    shows: 'ignores an unknown type of dataset',
    given: ({ open }) => ({ path: [open.alias], query: { datasetType: 'nosuch' } }),
    status: 200,
    holds: (answer) => expect(names(answer.list('data'))).toEqual(['citation']),
  },
  {
    row: 'collections.metadatablocks.list',
    shows: 'shows nothing of an unpublished collection to a stranger',
    as: 'stranger',
    given: ({ closed }) => ({ path: [closed.alias] }),
    status: 401,
    errorCode: 'PERMISSION_DENIED',
  },
  {
    row: 'collections.metadatablocks.list',
    shows: 'names an unknown collection',
    given: () => ({ path: ['nowhere'] }),
    status: 404,
    errorCode: 'COLLECTION_NOT_FOUND',
    message: /nowhere/,
  },
  {
    row: 'collections.metadatablocks.list',
    shows: 'refuses a bad token',
    given: ({ open }) => ({ path: [open.alias], headers: { 'X-Service-key': 'nonsense' } }),
    status: 401,
    errorCode: 'INVALID_API_TOKEN',
  },
];

const setCases: readonly ContractCase[] = [
  {
    row: 'collections.metadatablocks.set',
    shows: 'replaces the list by ids and names, each once, and makes the collection a root',
    as: 'owner',
    given: async ({ fresh }) => ({ path: [(await fresh.collection()).alias], json: ['journal', 1, 'citation', 6] }),
    status: 200,
    keys: ['message'],
    holds: async (answer, _world, caller) => expect(await blocksAfter(answer, caller)).toEqual(['citation', 'journal']),
  },
  {
    row: 'collections.metadatablocks.set',
    shows: 'forgets the list before',
    as: 'owner',
    given: async (world) => {
      const collection = await world.fresh.collection();
      await setBlocks(world, collection, ['citation', 'geospatial']);
      await setBlocks(world, collection, ['3dobjects']);
      return { path: [collection.alias], json: ['astrophysics', 'citation'] };
    },
    status: 200,
    holds: async (answer, _world, caller) => expect(await blocksAfter(answer, caller)).toEqual(['citation', 'astrophysics']),
  },
  {
    row: 'collections.metadatablocks.set',
    shows: 'takes an empty list as no blocks at all',
    as: 'owner',
    given: async (world) => {
      const collection = await world.fresh.collection();
      await setBlocks(world, collection, []);
      const { rest } = world.callers.owner;
      expect((await rest.get(`/api/collections/${collection.alias}/metadatablocks`)).at('data')).toEqual([]);
      expect((await rest.get(`/api/collections/${collection.alias}/metadatablocks/isRoot`)).at('data')).toBe(true);
      return { path: [collection.alias], json: [] };
    },
    status: 200,
  },
  ...[[2], ['2'], ['citation', '2', 3]].map((json): ContractCase => ({
    row: 'collections.metadatablocks.set',
    shows: `takes ids, also as text, and names: ${JSON.stringify(json)}`,
    as: 'owner',
    given: async ({ fresh }) => ({ path: [(await fresh.collection()).alias], json }),
    status: 200,
  })),
  ...[
    [
      ['citation', 'nosuch', 99, '98'],
      [1, 2, 3],
    ],
    [[0], [0]],
  ].map(([json, positions]): ContractCase => ({
    row: 'collections.metadatablocks.set',
    shows: `names every unknown block of ${JSON.stringify(json)}, and changes nothing`,
    as: 'owner',
    given: ({ open }) => ({ path: [open.alias], json }),
    status: 400,
    errorCode: 'BAD_USER_INPUT',
    holds: async (answer, { open }, caller) => {
      expect(answer.list('errors').map((one) => readJson(one).text('pointer'))).toEqual(positions?.map((at) => `/blocks/${String(at)}`));
      expect((await caller.rest.get(`/api/collections/${open.alias}`)).at('data.isMetadataBlockRoot')).toBe(false);
    },
  })),
  ...[{ blocks: ['citation'] }, 'citation', [1.5], [true], [['citation']], [null], [2 ** 40]].map((json): ContractCase => ({
    row: 'collections.metadatablocks.set',
    shows: `refuses ${JSON.stringify(json)}`,
    as: 'owner',
    given: ({ open }) => ({ path: [open.alias], json }),
    status: 400,
    errorCode: 'BAD_USER_INPUT',
  })),
  {
    row: 'collections.metadatablocks.set',
    shows: 'refuses a body that is no JSON',
    as: 'owner',
    given: ({ open }) => ({ path: [open.alias], raw: '[', headers: { 'Content-Type': 'application/json' } }),
    status: 400,
    errorCode: 'MALFORMED_JSON',
  },
  {
    row: 'collections.metadatablocks.set',
    shows: 'reads JSON alone',
    as: 'owner',
    given: ({ open }) => ({ path: [open.alias], raw: '["citation"]', headers: { 'Content-Type': 'application/xml' } }),
    status: 415,
    errorCode: 'UNSUPPORTED_MEDIA_TYPE',
  },
  {
    row: 'collections.metadatablocks.set',
    shows: 'looks at the names before the collection',
    as: 'stranger',
    given: () => ({ path: ['nowhere'], json: ['nosuch'] }),
    status: 400,
    errorCode: 'BAD_USER_INPUT',
    message: /nosuch/,
  },
  {
    row: 'collections.metadatablocks.set',
    shows: 'names an unknown collection',
    as: 'stranger',
    given: () => ({ path: ['nowhere'], json: ['citation'] }),
    status: 404,
    errorCode: 'COLLECTION_NOT_FOUND',
  },
  ...(['guest', 'stranger', 'curator'] as const).map((as): ContractCase => ({
    row: 'collections.metadatablocks.set',
    shows: `is not for ${as}`,
    as,
    given: ({ open }) => ({ path: [open.alias], json: ['citation'] }),
    status: 401,
    errorCode: 'PERMISSION_DENIED',
  })),
];

const rootCases: readonly ContractCase[] = ROOT_ROWS.flatMap((row): readonly ContractCase[] => {
  const old = row.endsWith('Old');
  return [
    {
      row: `${row}.get`,
      shows: 'gives a bare boolean',
      as: 'owner',
      given: ({ open }) => ({ path: [open.alias] }),
      status: 200,
      holds: (answer) => {
        expect(answer.body).toBe('{"status":"OK","data":false}');
        expect(answer.headers.has(DEPRECATION)).toBe(old);
      },
    },
    {
      row: `${row}.get`,
      shows: 'knows the root collection',
      as: 'superuser',
      given: () => ({ path: [':root'] }),
      status: 200,
      holds: (answer) => expect(answer.at('data')).toBe(true),
    },
    ...(['guest', 'stranger', 'curator'] as const).map((as): ContractCase => ({
      row: `${row}.get`,
      shows: `is forbidden to ${as}`,
      as,
      given: ({ open }) => ({ path: [open.alias] }),
      ...(as === 'guest' ? { status: 401, errorCode: 'AUTHENTICATION_REQUIRED' } : { status: 403, errorCode: 'PERMISSION_DENIED' }),
    })),
    {
      row: `${row}.get`,
      shows: 'names an unknown collection',
      given: () => ({ path: ['nowhere'] }),
      status: 404,
      errorCode: 'COLLECTION_NOT_FOUND',
    },
    ...['true', ' YES\n', '1'].map((raw): ContractCase => ({
      row: `${row}.set`,
      shows: `takes ${JSON.stringify(raw)} as true; the flag alone changes`,
      as: 'owner',
      given: async ({ fresh }) => ({
        path: [(await fresh.collection()).alias],
        raw,
        headers: { 'Content-Type': 'application/x-anything' },
      }),
      status: 200,
      keys: ['message'],
      holds: (answer) => {
        expect(answer.text('data.message')).toMatch(/^Collection collection-\w+ is now a root/);
        expect(answer.headers.has(DEPRECATION)).toBe(old);
      },
    })),
    ...['false', 'No', ' 0 '].map((raw): ContractCase => ({
      row: `${row}.set`,
      shows: `takes ${JSON.stringify(raw)} as false and keeps the list for later`,
      as: 'owner',
      given: async (world) => {
        const collection = await world.fresh.collection();
        await setBlocks(world, collection, ['journal']);
        return { path: [collection.alias], raw };
      },
      status: 200,
      holds: async (answer, _world, caller) => {
        const [, alias] = /^Collection (\S+) is now a non-root/.exec(answer.text('data.message')) ?? [];
        const blocks = async () => names((await caller.rest.get(`/api/collections/${alias}/metadatablocks`)).list('data'));
        expect(await blocks()).toEqual(['citation']);
        await caller.rest.send(`/api/collections/${alias}/metadatablocks/isRoot`, { method: 'PUT', raw: 'true' });
        expect(await blocks()).toEqual(['journal']);
      },
    })),
    ...['', 'maybe', '"true"', '[true]', 'truetrue'].map((raw): ContractCase => ({
      row: `${row}.set`,
      shows: `refuses ${JSON.stringify(raw)}, before it looks for the collection`,
      as: 'stranger',
      given: () => ({ path: ['nowhere'], raw }),
      status: 400,
      errorCode: 'BAD_USER_INPUT',
    })),
    {
      row: `${row}.set`,
      shows: 'names an unknown collection',
      as: 'stranger',
      given: () => ({ path: ['nowhere'], raw: 'true' }),
      status: 404,
      errorCode: 'COLLECTION_NOT_FOUND',
    },
    ...(['guest', 'curator'] as const).map((as): ContractCase => ({
      row: `${row}.set`,
      shows: `is not for ${as}`,
      as,
      given: ({ open }) => ({ path: [open.alias], raw: 'true' }),
      status: 401,
      errorCode: 'PERMISSION_DENIED',
    })),
  ];
});

/** Cases of the metadata blocks of collections. Source: collections.md 1.5, 5.13, 5.14. */
export const collectionBlockCases: readonly ContractCase[] = [...listCases, ...setCases, ...rootCases];
