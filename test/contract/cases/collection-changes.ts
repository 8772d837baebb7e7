import { expect } from 'vitest';
import { uniqueName } from '../../support/seed.ts';
import { collectionBody } from './collection-body.ts';
import type { ContractCase } from './contract-case.ts';
import { facetId } from './facets.ts';

/** Cases of changing facts of a collection. Source: collections.md 5.1, 11.2. */
export const collectionUpdateCases: readonly ContractCase[] = [
  {
    row: 'collections.update',
    shows: 'changes what is sent and leaves the rest',
    as: 'owner',
    given: async ({ open, callers }) => {
      const made = await callers.owner.rest.post(
        `/api/collections/${open.alias}`,
        collectionBody({ affiliation: 'A', description: 'D', collectionType: 'LABORATORY' }),
      );
      return {
        path: [made.text('data.alias')],
        json: {
          name: 'Renamed',
          description: '',
          affiliation: null,
          theme: { tagline: 'ignored' },
          facetRoot: true,
          collectionContacts: [{ contactEmail: 'b@example.org' }, { contactEmail: 'c@example.org' }],
        },
      };
    },
    status: 200,
    holds: (answer) => {
      expect(answer.record('data')).toMatchObject({
        name: 'Renamed',
        affiliation: 'A',
        collectionType: 'LABORATORY',
        isFacetRoot: false,
        collectionContacts: [
          { displayOrder: 0, contactEmail: 'b@example.org' },
          { displayOrder: 1, contactEmail: 'c@example.org' },
        ],
      });
      expect(answer.at('data.description')).toBeUndefined();
      expect(answer.at('data.theme')).toBeUndefined();
    },
  },
  {
    row: 'collections.update',
    shows: 'gives an alias up at once',
    as: 'owner',
    given: async ({ fresh }) => ({ path: [(await fresh.collection()).alias], json: { alias: uniqueName('moved') } }),
    status: 200,
    holds: async (answer, _world, { rest }) => {
      expect((await rest.get(`/api/collections/${answer.text('data.alias')}`)).status).toBe(200);
      expect(answer.text('data.alias')).toMatch(/^moved-/);
    },
  },
  {
    row: 'collections.update',
    shows: 'takes its own alias in another case',
    as: 'owner',
    given: async ({ fresh }) => {
      const { alias } = await fresh.collection();
      return { path: [alias], json: { alias: alias.toUpperCase() } };
    },
    status: 200,
  },
  {
    row: 'collections.update',
    shows: 'gives blocks, facets and rules of its own, and takes them back',
    as: 'owner',
    given: async ({ fresh, callers }) => {
      const { alias } = await fresh.collection();
      const own = await callers.owner.rest.put(`/api/collections/${alias}`, {
        metadataBlocks: {
          metadataBlockNames: ['citation', 'geospatial'],
          facetIds: ['authorName'],
          inputLevels: [{ datasetFieldTypeName: 'geographicCoverage', required: true, include: true }],
        },
      });
      expect(own.record('data')).toMatchObject({
        isMetadataBlockRoot: true,
        isFacetRoot: true,
        inputLevels: [{ datasetFieldTypeName: 'geographicCoverage', required: true, include: true }],
      });
      return { path: [alias], json: { metadataBlocks: { inheritMetadataBlocksFromParent: true, inheritFacetsFromParent: true } } };
    },
    status: 200,
    holds: (answer) => {
      expect(answer.record('data')).toMatchObject({ isMetadataBlockRoot: false, isFacetRoot: false });
      expect(answer.at('data.inputLevels')).toBeUndefined();
    },
  },
  {
    row: 'collections.update',
    shows: 'takes facets by number, by number as text and by name',
    as: 'owner',
    given: async ({ fresh, callers }) => ({
      path: [(await fresh.collection()).alias],
      json: {
        metadataBlocks: {
          facetIds: [await facetId(callers.owner, 'subject'), String(await facetId(callers.owner, 'keywordValue')), 'authorName'],
        },
      },
    }),
    status: 200,
    holds: async (answer, _world, caller) => {
      const facets = await caller.rest.get(`/api/collections/${answer.text('data.alias')}/facets`);
      expect(facets.at('data')).toEqual(['subject', 'keywordValue', 'authorName']);
    },
  },
  {
    row: 'collections.update',
    shows: 'merges rules by field; an empty list removes them',
    as: 'owner',
    given: async ({ fresh, callers }) => {
      const { alias } = await fresh.collection();
      const levels = async (inputLevels: unknown) =>
        (await callers.owner.rest.put(`/api/collections/${alias}`, { metadataBlocks: { inputLevels } })).at('data.inputLevels');
      await levels([{ datasetFieldTypeName: 'subtitle', required: true, include: true }]);
      const second = [
        { datasetFieldTypeName: 'subtitle', required: false, include: true },
        { datasetFieldTypeName: 'notesText', required: false, include: false },
      ];
      expect(await levels(second)).toEqual(second);
      return { path: [alias], json: { metadataBlocks: { inputLevels: [] } } };
    },
    status: 200,
    holds: (answer) => {
      expect(answer.at('data.inputLevels')).toBeUndefined();
      expect(answer.at('data.isMetadataBlockRoot')).toBe(false);
    },
  },
  {
    row: 'collections.update',
    shows: 'names everything that is wrong with blocks, and changes nothing',
    as: 'owner',
    given: async ({ fresh }) => ({
      path: [(await fresh.collection()).alias],
      json: {
        name: 'Must not stay',
        metadataBlocks: {
          metadataBlockNames: ['citation', 'nosuch'],
          inheritMetadataBlocksFromParent: true,
          facetIds: ['authorName', 'notesText', 'nofacet'],
          inputLevels: [
            { datasetFieldTypeName: 'nofield', required: false, include: true },
            { datasetFieldTypeName: 'subtitle', required: true, include: false },
          ],
        },
      },
    }),
    status: 400,
    errorCode: 'BAD_USER_INPUT',
    holds: (answer) => {
      const pointers = answer.list('errors').map((one) => JSON.stringify(one));
      expect(pointers).toHaveLength(6);
      for (const name of ['nosuch', 'notesText', 'nofacet', 'nofield', 'subtitle']) expect(pointers.join()).toContain(name);
    },
  },
  ...(
    [
      ['a blank name', { name: ' ' }, 400, 'BAD_USER_INPUT'],
      ['an alias of digits only', { alias: '12345' }, 400, 'BAD_USER_INPUT'],
      ['an alias with a space', { alias: 'a b' }, 400, 'BAD_USER_INPUT'],
      ['no contact', { collectionContacts: [] }, 400, 'BAD_USER_INPUT'],
      ['an invalid contact', { collectionContacts: [{ contactEmail: 'nobody' }] }, 400, 'BAD_USER_INPUT'],
      ['a name that is no text', { name: 5 }, 400, 'BAD_USER_INPUT'],
      ['a file limit of a user', { datasetFileCountLimit: 5 }, 403, 'FILE_LIMIT_FORBIDDEN'],
    ] as const
  ).map(([what, json, status, errorCode]): ContractCase => ({
    row: 'collections.update',
    shows: `refuses ${what}`,
    as: 'owner',
    given: ({ open }) => ({ path: [open.alias], json }),
    status,
    errorCode,
  })),
  {
    row: 'collections.update',
    shows: 'names every fault of a record at once',
    as: 'owner',
    given: ({ open }) => ({ path: [open.alias], json: { name: '', alias: '7', collectionContacts: [{ contactEmail: 'x' }] } }),
    status: 400,
    errorCode: 'BAD_USER_INPUT',
    holds: (answer) => expect(answer.list('errors')).toHaveLength(3),
  },
  {
    row: 'collections.update',
    shows: 'refuses an alias that is taken, as a conflict',
    as: 'owner',
    given: async ({ open, fresh }) => ({ path: [(await fresh.collection()).alias], json: { alias: open.alias.toUpperCase() } }),
    status: 409,
    errorCode: 'COLLECTION_ALIAS_TAKEN',
  },
  {
    row: 'collections.update',
    shows: 'lets a superuser limit the number of files, and lift the limit',
    as: 'superuser',
    given: async ({ fresh, callers }) => {
      const { alias } = await fresh.collection();
      const limited = await callers.superuser.rest.put(`/api/collections/${alias}`, { datasetFileCountLimit: 7 });
      expect(limited.record('data')).toMatchObject({ effectiveDatasetFileCountLimit: 7, datasetFileCountLimit: 7 });
      // The same number again is no change, so that its owner may send the record back.
      expect((await callers.owner.rest.put(`/api/collections/${alias}`, { datasetFileCountLimit: 7 })).status).toBe(200);
      return { path: [alias], json: { datasetFileCountLimit: -1 } };
    },
    status: 200,
    holds: (answer) => expect(answer.at('data.datasetFileCountLimit')).toBeUndefined(),
  },
  {
    row: 'collections.update',
    shows: 'refuses a body that is not JSON',
    as: 'owner',
    given: ({ open }) => ({ path: [open.alias], raw: '{"name":' }),
    status: 400,
    errorCode: 'MALFORMED_JSON',
  },
  {
    row: 'collections.update',
    shows: 'needs EditCollection, which a curator lacks',
    as: 'curator',
    given: ({ open }) => ({ path: [open.alias], json: { name: 'X' } }),
    status: 401,
    errorCode: 'PERMISSION_DENIED',
  },
  { row: 'collections.update', shows: 'is not for guests', given: ({ open }) => ({ path: [open.alias], json: {} }), status: 401 },
  {
    row: 'collections.update',
    shows: 'names an unknown collection',
    as: 'owner',
    given: () => ({ path: ['nowhere'], json: { name: 'X' } }),
    status: 404,
    errorCode: 'COLLECTION_NOT_FOUND',
  },
  ...(['alias', 'name', 'description', 'affiliation'] as const).map((name): ContractCase => ({
    row: 'collections.attribute',
    shows: `sets ${name}`,
    as: 'owner',
    given: async ({ fresh }) => ({ path: [(await fresh.collection()).id, name], query: { value: uniqueName('set') } }),
    status: 200,
    holds: (answer) => {
      expect(answer.text(`data.${name}`)).toMatch(/^set-/);
      expect(answer.text('message.message')).toContain(name);
    },
  })),
  {
    row: 'collections.attribute',
    shows: 'sets what superusers decide',
    as: 'superuser',
    given: async ({ fresh }) => ({
      path: [(await fresh.collection()).alias, 'requireFilesToPublishDataset'],
      query: { value: ' YES ' },
    }),
    status: 200,
    holds: (answer) => expect(answer.at('data.effectiveRequiresFilesToPublishDataset')).toBe(true),
  },
  {
    row: 'collections.attribute',
    shows: 'sets file identifiers where the setting lets collections choose, and nothing else',
    as: 'superuser',
    given: async ({ fresh, callers }) => {
      await callers.superuser.rest.send('/api/admin/settings/:AllowEnablingFilePIDsPerCollection', { method: 'PUT', raw: 'true' });
      return { path: [(await fresh.collection()).alias, 'filePIDsEnabled'], query: { value: '1' } };
    },
    status: 200,
    holds: async (answer, { callers }) => {
      await callers.superuser.rest.delete('/api/admin/settings/:AllowEnablingFilePIDsPerCollection');
      expect(answer.at('data.filePIDsEnabled')).toBe(true);
      expect(answer.at('data.effectiveRequiresFilesToPublishDataset')).toBe(false);
    },
  },
  ...(
    [
      ['file identifiers without the setting', 'superuser', 'filePIDsEnabled', 'true', 401, 'FILE_PIDS_NOT_CONFIGURABLE'],
      ['what superusers decide', 'owner', 'requireFilesToPublishDataset', 'true', 403, 'SUPERUSER_REQUIRED'],
      ['what superusers decide, from a guest', 'guest', 'requireFilesToPublishDataset', 'true', 401, 'AUTHENTICATION_REQUIRED'],
      ['a boolean that is none', 'superuser', 'requireFilesToPublishDataset', 'maybe', 400, 'BAD_USER_INPUT'],
      ['an unknown attribute', 'owner', 'theme', 'x', 403, 'COLLECTION_ATTRIBUTE_UNKNOWN'],
      ['an attribute that every object has', 'owner', 'constructor', 'x', 403, 'COLLECTION_ATTRIBUTE_UNKNOWN'],
      ['a blank name', 'owner', 'name', ' ', 400, 'BAD_USER_INPUT'],
      ['an alias with a space', 'owner', 'alias', 'a b', 400, 'BAD_USER_INPUT'],
      ['an alias that is taken', 'owner', 'alias', 'ROOT', 409, 'COLLECTION_ALIAS_TAKEN'],
      ['a curator', 'curator', 'name', 'x', 401, 'PERMISSION_DENIED'],
    ] as const
  ).map(([what, as, name, value, status, errorCode]): ContractCase => ({
    row: 'collections.attribute',
    shows: `refuses ${what}`,
    as,
    given: ({ open }) => ({ path: [open.alias, name], query: { value } }),
    status,
    errorCode,
  })),
  {
    row: 'collections.attribute',
    shows: 'needs a value',
    as: 'owner',
    given: ({ open }) => ({ path: [open.alias, 'name'] }),
    status: 400,
    errorCode: 'BAD_USER_INPUT',
  },
  {
    row: 'collections.attribute',
    shows: 'names an unknown collection',
    as: 'owner',
    given: () => ({ path: ['nowhere', 'name'], query: { value: 'x' } }),
    status: 404,
    errorCode: 'COLLECTION_NOT_FOUND',
  },
];
