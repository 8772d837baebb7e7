import { expect } from 'vitest';
import { readJson } from '../../support/json-reader.ts';
import { exampleDataset, succeeded, uniqueName } from '../../support/seed.ts';
import type { ContractCase } from './contract-case.ts';
import { citation, complete, minimal, withField, withoutField } from './native-metadata.ts';

const createRefusals = (
  [
    ['a body without datasetVersion', {}, 400, 'BAD_USER_INPUT', /datasetVersion/],
    ['a version without metadataBlocks', { datasetVersion: {} }, 400, 'BAD_USER_INPUT', /metadata ?blocks/i],
    ['an unknown dataset type', { ...minimal(), datasetType: 'nosuch' }, 400, 'BAD_USER_INPUT', /nosuch/],
    ['an unknown licence', { datasetVersion: { ...minimal().datasetVersion, license: 'nosuch' } }, 400, 'BAD_USER_INPUT', /nosuch/],
    [
      'a list where a field is single',
      withField({ typeName: 'title', multiple: false, typeClass: 'primitive', value: ['a'] }),
      400,
      'BAD_USER_INPUT',
      /single value/,
    ],
    [
      'a single value where a field is multiple',
      withField({ typeName: 'subject', multiple: true, typeClass: 'controlledVocabulary', value: 'Other' }),
      400,
      'BAD_USER_INPUT',
      /array of values/,
    ],
    [
      'a wrong multiple',
      withField({ typeName: 'title', multiple: true, typeClass: 'primitive', value: ['a'] }),
      400,
      'BAD_USER_INPUT',
      /multiple/,
    ],
    [
      'a wrong typeClass',
      withField({ typeName: 'title', multiple: false, typeClass: 'compound', value: 'a' }),
      400,
      'BAD_USER_INPUT',
      /type ?class/i,
    ],
    ['a missing multiple', withField({ typeName: 'title', typeClass: 'primitive', value: 'a' }), 400, 'BAD_USER_INPUT', /multiple/],
    [
      'a value that the vocabulary lacks',
      withField({ typeName: 'subject', multiple: true, typeClass: 'controlledVocabulary', value: ['Nosuch'] }),
      400,
      'BAD_USER_INPUT',
      /Value 'Nosuch' does not exist in type 'subject'/,
    ],
    [
      'a child of another parent',
      withField({
        typeName: 'author',
        multiple: true,
        typeClass: 'compound',
        value: [{ keywordValue: { typeName: 'keywordValue', multiple: false, typeClass: 'primitive', value: 'x' } }],
      }),
      400,
      'BAD_USER_INPUT',
      /not a child/,
    ],
    ['a missing title', withoutField('title'), 403, 'DATASET_METADATA_INVALID', /^Validation Failed: .*Title is required/],
    ['a missing subject', withoutField('subject'), 403, 'DATASET_METADATA_INVALID', /^Validation Failed: .*Subject is required/],
    [
      'an impossible date',
      withField({ typeName: 'productionDate', multiple: false, typeClass: 'primitive', value: '2024-13-45' }),
      403,
      'DATASET_METADATA_INVALID',
      /^Validation Failed: .*not a valid date/,
    ],
    [
      'an impossible address',
      withField({ typeName: 'alternativeURL', multiple: false, typeClass: 'primitive', value: 'no url' }),
      403,
      'DATASET_METADATA_INVALID',
      /^Validation Failed: .*not a valid URL/,
    ],
  ] as const
).map(([what, json, status, errorCode, message]): ContractCase => ({
  row: 'collections.datasets.create',
  shows: `refuses ${what}`,
  as: 'owner',
  given: ({ open }) => ({ path: [open.alias], json }),
  status,
  errorCode,
  message,
}));

/** Cases of creating datasets. Source: datasets.md 4.1 and 16. */
export const datasetCreateCases: readonly ContractCase[] = [
  {
    row: 'collections.datasets.create',
    shows: 'answers 201 with id, persistent identifier and Location',
    as: 'owner',
    given: ({ closed }) => ({ path: [closed.alias], json: exampleDataset('minimal') }),
    status: 201,
    keys: ['id', 'persistentId'],
    holds: async (answer, { closed }, caller) => {
      expect(answer.headers.get('location')).toMatch(new RegExp(`/api/datasets/${answer.number('data.id')}$`));
      const view = await caller.rest.get(`/api/datasets/${answer.number('data.id')}?returnOwners=true`);
      expect(view.at('data.isPartOf.identifier')).toBe(closed.alias);
      expect(view.at('data.latestVersion.versionState')).toBe('DRAFT');
      expect(view.text('data.latestVersion.datasetPersistentId')).toBe(answer.text('data.persistentId'));
    },
  },
  {
    row: 'collections.datasets.create',
    shows: 'lists every missing required field in one answer',
    as: 'owner',
    given: ({ open }) => ({ path: [open.alias], json: { datasetVersion: { metadataBlocks: { citation: { fields: [] } } } } }),
    status: 403,
    errorCode: 'DATASET_METADATA_INVALID',
    message: /^Validation Failed: /,
    holds: (answer) => {
      for (const name of ['Title', 'Author Name', 'Point of Contact E-mail', 'Description Text', 'Subject']) {
        expect(answer.message).toContain(`${name} is required`);
      }
      expect(answer.list('errors').length).toBeGreaterThanOrEqual(5);
      for (const problem of answer.list('errors')) expect(readJson(problem).text('pointer')).toMatch(/^\//);
    },
  },
  ...createRefusals,
  {
    row: 'collections.datasets.create',
    shows: 'skips unknown fields and drops blank values',
    as: 'owner',
    given: ({ open }) => ({
      path: [open.alias],
      json: citation((fields) => [
        ...fields,
        { typeName: 'nosuch', multiple: false, typeClass: 'primitive', value: 'x' },
        { typeName: 'subtitle', multiple: false, typeClass: 'primitive', value: '   ' },
      ]),
    }),
    status: 201,
    holds: async (answer, _world, caller) => {
      const read = await caller.rest.get(`/api/datasets/${answer.number('data.id')}/versions/:draft/metadata/citation`);
      expect(read.list('data.fields').map((field) => readJson(field).text('typeName'))).toEqual([
        'title',
        'author',
        'datasetContact',
        'dsDescription',
        'subject',
      ]);
    },
  },
  {
    row: 'collections.datasets.create',
    shows: 'stores every field of every block, and gives all back as it was sent; so does a draft that is put back, and JSON-LD',
    as: 'owner',
    given: ({ open, server }) => ({ path: [open.alias], json: complete(server.application.services.blocks.current()) }),
    status: 201,
    holds: async (answer, { open, server, callers: { owner } }) => {
      const { metadataBlocks } = complete(server.application.services.blocks.current()).datasetVersion;
      expect(Object.keys(metadataBlocks).length).toBeGreaterThanOrEqual(7);
      const blocksOf = async (id: number) =>
        succeeded(await owner.rest.get(`/api/datasets/${id}/versions/:draft`)).at('data.metadataBlocks');
      const id = answer.number('data.id');
      const first = await blocksOf(id);
      expect(first).toEqual(metadataBlocks);
      expect(JSON.stringify(first)).toBe(JSON.stringify(metadataBlocks));
      succeeded(await owner.rest.put(`/api/datasets/${id}/versions/:draft`, { metadataBlocks: first }));
      expect(await blocksOf(id)).toEqual(metadataBlocks);
      const raw = JSON.stringify(succeeded(await owner.rest.get(`/api/datasets/${id}/metadata`)).at('data'));
      const copy = { method: 'POST', raw, headers: { 'Content-Type': 'application/ld+json' } };
      const copied = succeeded(await owner.rest.send(`/api/collections/${open.alias}/datasets`, copy));
      expect(await blocksOf(copied.number('data.id'))).toEqual(metadataBlocks);
    },
  },
  {
    row: 'collections.datasets.create',
    shows: 'gives fields by display order whatever the order sent',
    as: 'owner',
    given: ({ open }) => ({ path: [open.alias], json: citation((fields) => fields.toReversed()) }),
    status: 201,
    holds: async (answer, _world, caller) => {
      const read = await caller.rest.get(`/api/datasets/${answer.number('data.id')}/versions/:draft/metadata/citation`);
      expect(read.list('data.fields').map((field) => readJson(field).text('typeName'))).toEqual([
        'title',
        'author',
        'datasetContact',
        'dsDescription',
        'subject',
      ]);
    },
  },
  {
    row: 'collections.datasets.create',
    shows: 'takes files whose bytes come by another way from a superuser',
    as: 'superuser',
    given: ({ open }) => {
      const dataFile = { storageIdentifier: `file://${uniqueName('bytes')}`, contentType: 'text/plain', filesize: 5, md5: 'a'.repeat(32) };
      const files = [{ label: 'five.txt', directoryLabel: 'data', description: 'Five', dataFile }];
      return { path: [open.alias], json: { datasetVersion: { ...minimal().datasetVersion, files } } };
    },
    status: 201,
    keys: ['id', 'persistentId'],
    holds: async (answer, { callers }) => {
      const read = await callers.superuser.rest.get(`/api/datasets/${answer.number('data.id')}/versions/:draft/files`);
      expect(read.at('totalCount')).toBe(1);
      expect(read.record('data.0')).toMatchObject({ label: 'five.txt', directoryLabel: 'data', dataFile: { filesize: 5 } });
    },
  },
  {
    row: 'collections.datasets.create',
    shows: 'names what is wrong with the files of a superuser, and makes no dataset',
    as: 'superuser',
    given: ({ open }) => ({ path: [open.alias], json: { datasetVersion: { ...minimal().datasetVersion, files: [{ label: 'a' }] } } }),
    status: 400,
    errorCode: 'BAD_USER_INPUT',
    message: /dataFile/,
  },
  {
    row: 'collections.datasets.create',
    shows: 'refuses files in the body of a user who is no superuser',
    as: 'owner',
    given: ({ open }) => ({ path: [open.alias], json: { datasetVersion: { ...minimal().datasetVersion, files: [{ label: 'a' }] } } }),
    status: 400,
    errorCode: 'BAD_USER_INPUT',
    message: /^Only superusers can give files/,
  },
  {
    row: 'collections.datasets.create',
    shows: 'without its content type fails as a missing title, and says why',
    as: 'owner',
    given: ({ open }) => ({ path: [open.alias], raw: JSON.stringify(exampleDataset('minimal')) }),
    status: 403,
    errorCode: 'DATASET_METADATA_INVALID',
    message: /^Validation Failed: Title is required\..*Content-Type/,
  },
  {
    row: 'collections.datasets.create',
    shows: 'refuses text that is not JSON',
    as: 'owner',
    given: ({ open }) => ({ path: [open.alias], raw: '{]', headers: { 'Content-Type': 'application/json' } }),
    status: 400,
    errorCode: 'MALFORMED_JSON',
    message: /line 1, column 2/,
  },
  {
    row: 'collections.datasets.create',
    shows: 'names an unknown collection',
    as: 'owner',
    given: () => ({ path: ['nowhere'], json: minimal() }),
    status: 404,
    errorCode: 'COLLECTION_NOT_FOUND',
  },
  {
    row: 'collections.datasets.create',
    shows: 'needs AddDataset, which a contributor lacks',
    as: 'contributor',
    given: ({ open }) => ({ path: [open.alias], json: minimal() }),
    status: 401,
    errorCode: 'PERMISSION_DENIED',
  },
  {
    row: 'collections.datasets.create',
    shows: 'is not for guests',
    given: ({ open }) => ({ path: [open.alias], json: minimal() }),
    status: 401,
  },
];
