import { expect } from 'vitest';
import { fromJSONSchema, type ZodType } from 'zod';
import { readJson } from '../../support/json-reader.ts';
import type { RestAnswer } from '../../support/rest-client.ts';
import { addFile, exampleDataset, EXAMPLES, publishDataset, type SeededDataset, succeeded } from '../../support/seed.ts';
import type { ContractCase } from './contract-case.ts';
import type { ContractWorld } from './contract-world.ts';
import { field } from './dataset-metadata.ts';
import { citation, minimal, withField, withoutField } from './native-metadata.ts';

const COMPARE = 'datasets.versions.compare';
const SUMMARY = 'datasets.versions.compareSummary';
const VALIDATE = 'collections.validateDatasetJson';

/** Version 1.0 with a file; a draft with a note, other metadata, another file and terms of access. */
async function edited({ fresh, callers: { owner } }: ContractWorld): Promise<SeededDataset> {
  const dataset = await fresh.draft();
  await addFile(owner, dataset, { name: 'first.txt', type: 'text/plain' });
  await publishDataset(owner, dataset);
  const path = `/api/datasets/${dataset.id}`;
  const draft = await owner.rest.get(`${path}/versions/1.0`);
  await owner.rest.put(`${path}/versions/:draft`, {
    metadataBlocks: draft.record('data.metadataBlocks'),
    license: 'CC0 1.0',
    termsOfAccess: 'Ask us.',
    fileAccessRequest: true,
  });
  await owner.rest.put(`${path}/editMetadata?replace=true`, {
    fields: [field('title', 'Other'), field('subtitle', 'More'), field('alternativeTitle', ['A', 'B']), field('geographicUnit', ['Town'])],
  });
  await addFile(owner, dataset, { name: 'second.txt', type: 'text/plain' });
  await owner.rest.send(`${path}/versions/:draft/versionNote`, { method: 'PUT', raw: 'Why not' });
  return dataset;
}

function hidden(row: string, shows: string, more: readonly string[], status: number, errorCode: string): ContractCase {
  return { row, shows, given: ({ published }) => ({ path: [published.id, ...more] }), status, errorCode };
}

const compareCases: readonly ContractCase[] = [
  {
    row: COMPARE,
    shows: 'says what differs, leaving out what does not',
    as: 'member',
    given: async (world) => ({ path: [(await edited(world)).id, '1.0', ':draft'] }),
    status: 200,
    keys: ['oldVersion', 'newVersion', 'metadataChanges', 'filesAdded', 'TermsOfAccess'],
    holds: (answer) => {
      const moment = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/);
      expect(answer.record('data.oldVersion')).toEqual({ versionNumber: '1.0', versionState: 'RELEASED', lastUpdatedDate: moment });
      expect(answer.record('data.newVersion')).toEqual({
        versionNumber: 'DRAFT',
        versionState: 'DRAFT',
        versionNote: 'Why not',
        lastUpdatedDate: moment,
      });
      expect(answer.list('data.metadataChanges')).toEqual([
        {
          blockName: 'Citation Metadata',
          changed: [
            { fieldName: 'Title', oldValue: expect.stringContaining('Lindenhof'), newValue: 'Other' },
            { fieldName: 'Subtitle', oldValue: '', newValue: 'More' },
            { fieldName: 'Alternative Title', oldValue: '', newValue: 'A; B' },
          ],
        },
        { blockName: 'Geospatial Metadata', changed: [{ fieldName: 'Geographic Unit', oldValue: '', newValue: 'Town' }] },
      ]);
      expect(answer.list('data.filesAdded')).toEqual([
        {
          fileName: 'second.txt',
          MD5: expect.stringMatching(/^[0-9a-f]{32}$/),
          type: 'text/plain',
          fileId: expect.any(Number),
          description: '',
          isRestricted: false,
        },
      ]);
      expect(answer.record('data.TermsOfAccess')).toEqual({
        changed: [{ fieldName: 'Terms of Access for Restricted Files', oldValue: '', newValue: 'Ask us.' }],
      });
    },
  },
  {
    row: COMPARE,
    shows: 'compares published versions for guests; a licence alone is no difference',
    given: async ({ fresh, callers }) => {
      const dataset = await fresh.published();
      await callers.owner.rest.put(`/api/datasets/${dataset.id}/versions/:draft`, {
        metadataBlocks: (await callers.owner.rest.get(`/api/datasets/${dataset.id}/versions/1.0`)).record('data.metadataBlocks'),
        license: 'CC BY 4.0',
        fileAccessRequest: true,
      });
      await publishDataset(callers.owner, dataset, 'minor');
      return { path: [dataset.id, '1.0', ':latest-published'] };
    },
    status: 200,
    keys: ['oldVersion', 'newVersion'],
    holds: (answer) => expect(answer.at('data.newVersion.versionNumber')).toBe('1.1'),
  },
  {
    row: COMPARE,
    shows: 'wants the older version first',
    as: 'owner',
    given: ({ published }) => ({ path: [published.id, ':draft', '1.0'] }),
    status: 400,
    errorCode: 'BAD_USER_INPUT',
  },
  hidden(COMPARE, 'refuses a version compared with itself', ['1.0', '1.0'], 400, 'BAD_USER_INPUT'),
  hidden(COMPARE, 'hides the draft from guests', ['1.0', ':draft'], 401, 'PERMISSION_DENIED'),
  hidden(COMPARE, 'finds no version that does not exist', ['1.0', '7.3'], 404, 'DATASET_VERSION_NOT_FOUND'),
  hidden(COMPARE, 'refuses a version that cannot be', ['1.0', 'x'], 400, 'BAD_USER_INPUT'),
  ...(['guest', 'owner'] as const).map((who): ContractCase => ({
    row: COMPARE,
    shows: `shows the withdrawn version to a ${who} who asks for it`,
    as: who,
    given: async ({ fresh, callers }) => {
      const dataset = await fresh.edited();
      await publishDataset(callers.owner, dataset, 'minor');
      await callers.owner.rest.post(`/api/datasets/${dataset.id}/versions/1.0/deaccession`, { deaccessionReason: 'Wrong' });
      return { path: [dataset.id, '1.0', '1.1'], query: { includeDeaccessioned: 'true' } };
    },
    status: 200,
    keys: ['oldVersion', 'newVersion', 'metadataChanges'],
  })),
  {
    row: COMPARE,
    shows: 'finds no dataset of an unknown number',
    given: () => ({ path: [987_654, '1.0', '1.1'] }),
    status: 404,
    errorCode: 'DATASET_NOT_FOUND',
  },
];

const summaryCases: readonly ContractCase[] = [
  {
    row: SUMMARY,
    shows: 'tells what each version changed, newest first, with those who worked on it',
    as: 'member',
    given: async (world) => ({ path: [(await edited(world)).id] }),
    status: 200,
    holds: (answer) => {
      expect(answer.number('totalCount')).toBe(2);
      expect(Object.keys(answer.record('data.0'))).toEqual([
        'id',
        'versionNumber',
        'versionNote',
        'contributors',
        'publishedOn',
        'summary',
      ]);
      expect(answer.record('data.0')).toMatchObject({
        versionNumber: 'DRAFT',
        versionNote: 'Why not',
        contributors: 'owner Tester',
        publishedOn: '',
      });
      expect(answer.record('data.0.summary')).toEqual({
        'Citation Metadata': { Title: { added: 0, deleted: 0, changed: 1 } },
        'Additional Citation Metadata': { added: 3, deleted: 0, changed: 0 },
        'Geospatial Metadata': { added: 1, deleted: 0, changed: 0 },
        files: { added: 1, removed: 0, replaced: 0, changedFileMetaData: 0, changedVariableMetadata: 0 },
        termsAccessChanged: true,
      });
      expect(answer.record('data.1')).toMatchObject({
        versionNumber: '1.0',
        contributors: 'owner Tester',
        publishedOn: expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
        summary: 'firstPublished',
      });
    },
  },
  {
    row: SUMMARY,
    shows: 'keeps the draft from guests, and shows withdrawn versions to them',
    given: async ({ fresh, callers: { owner } }) => {
      const dataset = await fresh.edited();
      const path = `/api/datasets/${dataset.id}`;
      await publishDataset(owner, dataset, 'minor');
      const body = { deaccessionReason: 'Wrong', deaccessionForwardURL: 'https://example.org' };
      await owner.rest.post(`${path}/versions/1.0/deaccession`, body);
      await owner.rest.put(`${path}/editMetadata`, field('subtitle', 'Draft'));
      return { path: [dataset.id] };
    },
    status: 200,
    holds: (answer) => {
      expect(answer.number('totalCount')).toBe(2);
      expect([answer.at('data.0.versionNumber'), answer.at('data.0.summary')]).toEqual(['1.1', 'previousVersionDeaccessioned']);
      expect(answer.at('data.1.summary')).toEqual({ deaccessioned: { reason: 'Wrong', url: 'https://example.org' } });
    },
  },
  {
    row: SUMMARY,
    shows: 'gives a page with the number of all',
    as: 'owner',
    given: ({ published }) => ({ path: [published.id], query: { limit: '1', offset: '1' } }),
    status: 200,
    holds: (answer) => {
      expect(answer.number('totalCount')).toBe(2);
      expect(answer.list('data')).toHaveLength(1);
      expect(answer.at('data.0.versionNumber')).toBe('1.0');
    },
  },
  {
    row: SUMMARY,
    shows: 'calls the first draft so',
    as: 'owner',
    given: ({ draft }) => ({ path: [draft.id] }),
    status: 200,
    holds: (answer) => expect(answer.at('data.0.summary')).toBe('firstDraft'),
  },
  {
    row: SUMMARY,
    shows: 'is empty for a guest when nothing was published',
    given: ({ draft }) => ({ path: [draft.id] }),
    status: 200,
    holds: (answer) => expect(answer.at('data')).toEqual([]),
  },
  ...['limit', 'offset'].map((name): ContractCase => ({
    row: SUMMARY,
    shows: `refuses a negative ${name}`,
    given: ({ published }) => ({ path: [published.id], query: { [name]: '-1' } }),
    status: 400,
    errorCode: 'BAD_USER_INPUT',
    message: new RegExp(name),
  })),
  {
    row: SUMMARY,
    shows: 'finds no dataset of an unknown number',
    given: () => ({ path: [987_654] }),
    status: 404,
    errorCode: 'DATASET_NOT_FOUND',
  },
];

const validateCases: readonly ContractCase[] = [
  {
    row: VALIDATE,
    shows: 'says that a dataset could be created so',
    as: 'owner',
    given: ({ open }) => ({ path: [open.alias], json: minimal() }),
    status: 200,
    holds: (answer) => expect(answer.text('data.message')).toBe('The JSON describes a valid dataset.'),
  },
  {
    row: VALIDATE,
    shows: 'lists what creating the dataset would refuse',
    as: 'owner',
    given: ({ open }) => ({
      path: [open.alias],
      json: { datasetVersion: { ...withoutField('title').datasetVersion, license: 'None such' } },
    }),
    status: 200,
    holds: (answer) => expect(answer.text('data.message')).toMatch(/^Validation Failed: Title is required\. .*Invalid license: None such/),
  },
  {
    row: VALIDATE,
    shows: 'needs AddDataset',
    as: 'stranger',
    given: ({ open }) => ({ path: [open.alias], json: minimal() }),
    status: 401,
    errorCode: 'PERMISSION_DENIED',
  },
  { row: VALIDATE, shows: 'is not for guests', given: ({ open }) => ({ path: [open.alias], json: minimal() }), status: 401 },
  {
    row: VALIDATE,
    shows: 'reads JSON',
    as: 'owner',
    given: ({ open }) => ({ path: [open.alias], raw: '{' }),
    status: 400,
    errorCode: 'MALFORMED_JSON',
  },
  {
    row: VALIDATE,
    shows: 'needs a version',
    as: 'owner',
    given: ({ open }) => ({ path: [open.alias], json: {} }),
    status: 400,
    errorCode: 'BAD_USER_INPUT',
    message: /datasetVersion/,
  },
  {
    row: VALIDATE,
    shows: 'finds no collection of an unknown alias',
    as: 'owner',
    given: () => ({ path: ['nosuch'], json: minimal() }),
    status: 404,
    errorCode: 'COLLECTION_NOT_FOUND',
  },
];

/** A validator of the schema that was answered. */
function schemaOf({ body }: RestAnswer): ZodType {
  return fromJSONSchema(readJson(JSON.parse(body)).record(''));
}

const SUBTITLE = { typeName: 'subtitle', multiple: false, typeClass: 'primitive', value: 'Below' };
const SUBJECT_OF_NO_VOCABULARY = { typeName: 'subject', multiple: true, typeClass: 'controlledVocabulary', value: ['None such'] };
const NAMELESS_AUTHOR = {
  typeName: 'author',
  multiple: true,
  typeClass: 'compound',
  value: [{ authorAffiliation: primitive('authorAffiliation', 'Home') }],
};
const KEYWORD = {
  typeName: 'keyword',
  multiple: true,
  typeClass: 'compound',
  value: [{ keywordValue: primitive('keywordValue', 'rain') }],
};

function primitive(typeName: string, value: string) {
  return { typeName, multiple: false, typeClass: 'primitive', value };
}

const SCHEMA = 'collections.datasetSchema';

const schemaCases: readonly ContractCase[] = [
  {
    row: SCHEMA,
    shows: 'is fulfilled by what makes a dataset, and by nothing that lacks a required field of the collection',
    as: 'owner',
    given: async ({ callers, fresh }) => {
      const { alias } = await fresh.collection();
      const levels = ['subtitle', 'keywordValue'].map((name) => ({ datasetFieldTypeName: name, required: true, include: true }));
      succeeded(await callers.owner.rest.put(`/api/collections/${alias}/inputLevels`, levels));
      return { path: [alias] };
    },
    status: 200,
    holds: async (answer, { callers, open }) => {
      const mine = schemaOf(answer);
      const usual = schemaOf(succeeded(await callers.owner.rest.get(`/api/collections/${open.alias}/datasetSchema`)));
      for (const example of EXAMPLES) expect(usual.safeParse(exampleDataset(example)).error, example).toBeUndefined();
      const lacking = ['title', 'author', 'datasetContact', 'dsDescription', 'subject'].map(withoutField);
      for (const body of [{}, { datasetVersion: {} }, ...lacking, withField(SUBJECT_OF_NO_VOCABULARY), withField(NAMELESS_AUTHOR)]) {
        expect(usual.safeParse(body).success, JSON.stringify(body)).toBe(false);
      }
      expect(mine.safeParse(minimal()).success).toBe(false);
      const both = citation((fields) => [...fields, SUBTITLE, KEYWORD]);
      expect(mine.safeParse(both).error).toBeUndefined();
      expect(mine.safeParse(citation((fields) => [...fields, SUBTITLE])).success).toBe(false);
    },
  },
  {
    row: SCHEMA,
    shows: 'needs AddDataset',
    as: 'contributor',
    given: ({ open }) => ({ path: [open.alias] }),
    status: 401,
    errorCode: 'PERMISSION_DENIED',
  },
  { row: SCHEMA, shows: 'is not for guests', given: ({ open }) => ({ path: [open.alias] }), status: 401 },
  {
    row: SCHEMA,
    shows: 'finds no collection of an unknown alias',
    as: 'owner',
    given: () => ({ path: ['nosuch'] }),
    status: 404,
    errorCode: 'COLLECTION_NOT_FOUND',
  },
];

/** Cases of comparing versions and of dry runs. Source: datasets.md 14.1, 14.5. */
export const versionComparisonCases: readonly ContractCase[] = [...compareCases, ...summaryCases, ...validateCases, ...schemaCases];
