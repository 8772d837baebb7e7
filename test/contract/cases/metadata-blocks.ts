import { readFileSync } from 'node:fs';
import { expect } from 'vitest';
import { readJson } from '../../support/json-reader.ts';
import { succeeded, uniqueName } from '../../support/seed.ts';
import type { CaseRequest, ContractCase } from './contract-case.ts';
import type { ActorName } from './contract-world.ts';

const FIELD_KEYS = [
  'name',
  'displayName',
  'displayOnCreate',
  'title',
  'type',
  'typeClass',
  'watermark',
  'description',
  'multiple',
  'isControlledVocabulary',
  'isAdvancedSearchFieldType',
  'displayFormat',
  'displayOrder',
  'isRequired',
];

const exampleTable = readFileSync(new URL('../../../data/examples/soil-sample.tsv', import.meta.url), 'utf8');

/** The example under names that nothing else has. */
function freshTable(): { readonly name: string; readonly table: string } {
  const name = uniqueName('b').replace('-', '');
  return { name, table: exampleTable.replaceAll('soil', name) };
}

function sendTable(raw: string, type = 'text/tab-separated-values; charset=UTF-8'): CaseRequest {
  return { raw, headers: { 'Content-Type': type } };
}

const blockCases: readonly ContractCase[] = [
  {
    row: 'metadatablocks.list',
    shows: 'keeps to the blocks in use with a field shown on create: citation, with 10 of its fields',
    given: () => ({ query: { returnDatasetFieldTypes: 'true', onlyDisplayedOnCreate: 'true' } }),
    status: 200,
    holds: (answer) => {
      expect(answer.list('data').map((one) => readJson(one).text('name'))).toEqual(['citation']);
      expect(Object.keys(answer.record('data.0.fields'))).toHaveLength(10);
      expect(Object.keys(answer.record('data.0.fields.author.childFields'))).toHaveLength(4);
    },
  },
  {
    row: 'metadatablocks.list',
    shows: 'knows true and false alone, and names every parameter that is neither',
    given: () => ({ query: { returnDatasetFieldTypes: '1', onlyDisplayedOnCreate: 'yes' } }),
    status: 400,
    errorCode: 'BAD_USER_INPUT',
    message: /returnDatasetFieldTypes: must be true or false.*onlyDisplayedOnCreate: must be true or false/,
  },
  {
    row: 'metadatablocks.get',
    shows: 'has children inside their compounds alone, in display order',
    given: () => ({ path: ['citation'] }),
    status: 200,
    holds: (answer) => {
      const fields = answer.record('data.fields');
      expect(Object.keys(fields).slice(0, 5)).toEqual(['title', 'subtitle', 'alternativeTitle', 'alternativeURL', 'otherId']);
      for (const [compound, children] of [
        ['author', 4],
        ['publication', 5],
        ['otherId', 2],
      ] as const) {
        expect(Object.keys(answer.record(`data.fields.${compound}.childFields`))).toHaveLength(children);
      }
      expect(fields['otherIdAgency']).toBeUndefined();
      expect(Object.keys(answer.record('data.fields.title'))).toEqual(FIELD_KEYS);
      expect(Object.keys(answer.record('data.fields.author'))).toEqual([...FIELD_KEYS, 'childFields']);
      expect(answer.record('data.fields.author.childFields.authorName')).toMatchObject({ displayName: 'Author Name', title: 'Name' });
      expect(answer.list('data.fields.language.controlledVocabularyValues')).toHaveLength(7916);
    },
  },
  {
    row: 'metadatablocks.get',
    shows: 'has four children in each compound of geospatial with children',
    given: () => ({ path: ['geospatial'] }),
    status: 200,
    holds: (answer) => {
      for (const compound of ['geographicCoverage', 'geographicBoundingBox']) {
        expect(Object.keys(answer.record(`data.fields.${compound}.childFields`))).toHaveLength(4);
      }
    },
  },
  {
    row: 'metadatablocks.get',
    shows: 'finds no block of an id that nothing has',
    given: () => ({ path: ['0'] }),
    status: 404,
    errorCode: 'METADATA_BLOCK_NOT_FOUND',
  },
  {
    row: 'datasetfields.facetables',
    shows: 'gives the 64 facetable fields by id, children with their own entries, whatever token is sent',
    given: () => ({ headers: { 'X-Service-key': 'nonsense' } }),
    status: 200,
    holds: (answer) => {
      const names = answer.list('data').map((one) => readJson(one).text('name'));
      expect(names).toHaveLength(64);
      expect(names.slice(0, 3)).toEqual(['authorName', 'authorAffiliation', 'subject']);
      expect(names.at(-1)).toBe('3dUnit');
      expect(Object.keys(answer.record('data.0'))).toEqual(FIELD_KEYS);
      expect(Object.keys(answer.record('data.2'))).toEqual([...FIELD_KEYS, 'controlledVocabularyValues']);
    },
  },
];

const adminCases: readonly ContractCase[] = [
  {
    row: 'admin.datasetfield.list',
    shows: 'sorts the names of all fields',
    as: 'superuser',
    given: () => ({}),
    status: 200,
    keys: ['haveParents', 'noParents', 'allowsMultiples', 'doesNotAllowMultiples', 'required'],
    holds: (answer) => {
      const lengths = ['haveParents', 'noParents', 'allowsMultiples', 'doesNotAllowMultiples', 'required'].map(
        (key) => answer.list(`data.${key}`).length,
      );
      // Each field is in one of two lists, twice. Other cases add fields to the 176 of the installation.
      expect(Number(lengths[0]) + Number(lengths[1])).toBe(Number(lengths[2]) + Number(lengths[3]));
      expect(answer.list('data.noParents').length + answer.list('data.haveParents').length).toBeGreaterThanOrEqual(176);
      expect(answer.list('data.required').slice(0, 9)).toHaveLength(9);
      expect(answer.list('data.required').slice(0, 3)).toEqual(['title', 'author', 'authorName']);
      expect(answer.list('data.haveParents')).toContain('authorName');
      expect(answer.list('data.allowsMultiples')).toContain('author');
    },
  },
  {
    row: 'admin.datasetfield.get',
    shows: 'gives a child, its parent and its names in the search',
    as: 'superuser',
    given: () => ({ path: ['authorName'] }),
    status: 200,
    keys: [
      'name',
      'id',
      'title',
      'metadataBlock',
      'fieldType',
      'allowsMultiples',
      'hasParent',
      'controlledVocabularyValues',
      'parentAllowsMultiples',
      'solrFieldSearchable',
      'solrFieldFacetable',
      'isRequired',
    ],
    holds: (answer) => {
      expect(answer.record('data')).toMatchObject({
        metadataBlock: 'citation',
        fieldType: 'TEXT',
        hasParent: true,
        parentAllowsMultiples: 'true',
        controlledVocabularyValues: [],
        solrFieldSearchable: 'authorName',
        solrFieldFacetable: 'authorName_ss',
        isRequired: true,
      });
    },
  },
  {
    row: 'admin.datasetfield.get',
    shows: 'gives a vocabulary with identifiers, and no uri where there is none',
    as: 'superuser',
    given: () => ({ path: ['studyAssayMeasurementType'] }),
    status: 200,
    holds: (answer) => {
      expect(answer.at('data.uri')).toBeUndefined();
      expect(answer.text('data.parentAllowsMultiples')).toMatch(/no parent/);
      const values = answer.list('data.controlledVocabularyValues');
      expect(values).toHaveLength(30);
      expect(Object.keys(readJson(values[0]).record(''))).toEqual(['id', 'strValue', 'displayOrder', 'identifier']);
    },
  },
  {
    row: 'admin.datasetfield.get',
    shows: 'gives the linked-data identifier of a field that has one',
    as: 'superuser',
    given: () => ({ path: ['title'] }),
    status: 200,
    holds: (answer) => expect(answer.text('data.uri')).toBe('http://purl.org/dc/terms/title'),
  },
  {
    row: 'admin.datasetfield.get',
    shows: 'names a single date as one in the search',
    as: 'superuser',
    given: () => ({ path: ['dateOfDeposit'] }),
    status: 200,
    holds: (answer) => expect(answer.text('data.solrFieldFacetable')).toBe('dateOfDeposit_s'),
  },
  {
    row: 'admin.datasetfield.get',
    shows: 'knows no field of another name',
    as: 'superuser',
    given: () => ({ path: ['nosuch'] }),
    status: 404,
    errorCode: 'METADATA_FIELD_NOT_FOUND',
    message: /nosuch/,
  },
  {
    row: 'admin.datasetfield.subject',
    shows: 'gives the subjects in their order',
    as: 'superuser',
    given: () => ({}),
    status: 200,
    holds: (answer) => {
      expect(answer.list('data')).toHaveLength(14);
      expect(answer.text('data.0')).toBe('Agricultural Sciences');
    },
  },
  {
    row: 'admin.datasetfield.setDisplayOnCreate',
    shows: 'changes the field for the whole installation, at once',
    as: 'superuser',
    given: () => ({ query: { datasetFieldType: 'kindOfData', setDisplayOnCreate: 'TRUE' } }),
    status: 200,
    keys: ['message'],
    holds: async (_answer, { callers }, caller) => {
      const shown = async () => (await callers.guest.rest.get('/api/metadatablocks/citation')).at('data.fields.kindOfData.displayOnCreate');
      expect(await shown()).toBe(true);
      const target = '/api/admin/datasetfield/setDisplayOnCreate?datasetFieldType=kindOfData&setDisplayOnCreate=false';
      succeeded(await caller.rest.send(target, { method: 'POST' }));
      expect(await shown()).toBe(false);
    },
  },
  {
    row: 'admin.datasetfield.setDisplayOnCreate',
    shows: 'knows no field of another name',
    as: 'superuser',
    given: () => ({ query: { datasetFieldType: 'nosuch', setDisplayOnCreate: 'true' } }),
    status: 404,
    errorCode: 'METADATA_FIELD_NOT_FOUND',
    message: /nosuch/,
  },
  {
    row: 'admin.datasetfield.setDisplayOnCreate',
    shows: 'needs the name of a field',
    as: 'superuser',
    given: () => ({ query: { setDisplayOnCreate: 'true' } }),
    status: 400,
    errorCode: 'BAD_USER_INPUT',
    message: /datasetFieldType/,
  },
];

const loadCases: readonly ContractCase[] = [
  {
    row: 'admin.datasetfield.load',
    shows: 'names every row of a table as added; the block is there at once',
    as: 'superuser',
    given: () => sendTable(freshTable().table),
    status: 200,
    keys: ['added'],
    holds: async (answer, { callers }) => {
      const name = answer.text('data.added.0.name');
      expect(answer.list('data.added').map((one) => readJson(one).text('type'))).toEqual([
        'MetadataBlock',
        ...Array.from({ length: 5 }, () => 'DatasetField'),
        ...Array.from({ length: 3 }, () => 'Controlled Vocabulary'),
      ]);
      expect(answer.text('data.added.7.name')).toBe('Loam');
      const block = await callers.guest.rest.get(`/api/metadatablocks/${name}`);
      const prefix = name.replace(/sample$/, '');
      expect(block.record('data')).toMatchObject({ name, displayName: 'Soil Sample', displayOnCreate: true });
      expect(Object.keys(block.record('data.fields'))).toEqual([`${prefix}Texture`, `${prefix}Horizon`, `${prefix}SampledOn`]);
      expect(block.record(`data.fields.${prefix}Horizon.childFields.${prefix}HorizonDepth`)).toMatchObject({
        displayName: 'Horizon Lower Depth',
        type: 'FLOAT',
        watermark: '0.25',
        displayFormat: '#VALUE m',
      });
      expect(block.at(`data.fields.${prefix}Texture.controlledVocabularyValues`)).toEqual(['Sand', 'Loam', 'Clay']);
    },
  },
  {
    row: 'admin.datasetfield.load',
    shows: 'takes JSON of the same content',
    as: 'superuser',
    given: () => {
      const name = uniqueName('j').replace('-', '');
      const field = {
        title: 'A field',
        type: 'text',
        parent: null,
        multiple: true,
        controlledVocabulary: true,
        facetable: false,
        advancedSearch: false,
        required: false,
        displayOnCreate: false,
      };
      const fields = [{ ...field, name: `${name}Field` }];
      return { json: { name, displayName: 'By JSON', fields, vocabularies: { [`${name}Field`]: [{ value: 'One' }] } } };
    },
    status: 200,
    holds: (answer) => {
      expect(answer.list('data.added').map((one) => readJson(one).text('type'))).toEqual([
        'MetadataBlock',
        'DatasetField',
        'Controlled Vocabulary',
      ]);
    },
  },
  {
    row: 'admin.datasetfield.load',
    shows: 'names line, section and column of every fault, and loads nothing',
    as: 'superuser',
    given: () => {
      const { table } = freshTable();
      return sendTable(
        table.replace('\tfloat\t3\t', '\treal\tthird\t').replace('\tsoilsample\t\tSoil', '\t\t\tSoil').replace('\tL\t1\t', '\tL\t\t'),
      );
    },
    status: 400,
    errorCode: 'BAD_USER_INPUT',
    message: /Line 7, #datasetField, fieldType: .*Line 7, #datasetField, displayOrder: .*Line 11, #controlledVocabulary, displayOrder: /,
    holds: (answer) => {
      expect(answer.list('errors').map((one) => readJson(one).text('pointer'))).toEqual([
        '/table/7/fieldType',
        '/table/7/displayOrder',
        '/table/11/displayOrder',
      ]);
    },
  },
  {
    row: 'admin.datasetfield.load',
    shows: 'names every fault of JSON by its pointer',
    as: 'superuser',
    given: () => ({
      json: [
        { name: 'ok', displayName: 'x', fields: [] },
        { name: '1', fields: 'none' },
      ],
    }),
    status: 400,
    errorCode: 'BAD_USER_INPUT',
    holds: async (answer, { callers }) => {
      expect(answer.list('errors').map((one) => readJson(one).text('pointer'))).toEqual([
        '/definitions/1/name',
        '/definitions/1/displayName',
        '/definitions/1/fields',
      ]);
      expect((await callers.guest.rest.get('/api/metadatablocks/ok')).status).toBe(404);
    },
  },
  ...['', '\n', 'name\tvalue\n', '#nosuch\n', '#metadataBlock\n'].map((raw): ContractCase => ({
    row: 'admin.datasetfield.load',
    shows: `refuses the table ${JSON.stringify(raw)}`,
    as: 'superuser',
    given: () => sendTable(raw),
    status: 400,
    errorCode: 'BAD_USER_INPUT',
  })),
  {
    row: 'admin.datasetfield.load',
    shows: 'refuses broken JSON',
    as: 'superuser',
    given: () => sendTable('{"name":', 'application/json'),
    status: 400,
    errorCode: 'MALFORMED_JSON',
  },
  {
    row: 'admin.datasetfield.load',
    shows: 'refuses bytes that are no UTF-8',
    as: 'superuser',
    given: () => ({ raw: Buffer.from([0x23, 0xff]), headers: { 'Content-Type': 'text/tab-separated-values' } }),
    status: 400,
    errorCode: 'BAD_USER_INPUT',
  },
  ...['text/plain', 'text/csv', 'application/x-www-form-urlencoded'].map((type): ContractCase => ({
    row: 'admin.datasetfield.load',
    shows: `does not read ${type}`,
    as: 'superuser',
    given: () => sendTable(exampleTable, type),
    status: 415,
    errorCode: 'UNSUPPORTED_MEDIA_TYPE',
    message: /text\/tab-separated-values/,
  })),
];

const gate: readonly (readonly [ActorName, number, string])[] = [
  ['guest', 401, 'AUTHENTICATION_REQUIRED'],
  ['owner', 403, 'ADMIN_API_REFUSED'],
];
const gatedRequests: Readonly<Record<string, CaseRequest>> = {
  'admin.datasetfield.list': {},
  'admin.datasetfield.get': { path: ['title'] },
  'admin.datasetfield.subject': {},
  'admin.datasetfield.setDisplayOnCreate': { query: { datasetFieldType: 'title', setDisplayOnCreate: 'false' } },
  'admin.datasetfield.load': sendTable('broken'),
};

/** Cases of metadata blocks, their fields and loading them. Source: collections.md 8 and 11.4; blocks.md 8 and 11. */
export const metadataBlockCases: readonly ContractCase[] = [
  ...blockCases,
  ...adminCases,
  ...loadCases,
  ...Object.entries(gatedRequests).flatMap(([row, request]) =>
    gate.map(([as, status, errorCode]): ContractCase => ({
      row,
      shows: `is closed to ${as}`,
      as,
      given: () => request,
      status,
      errorCode,
    })),
  ),
];
