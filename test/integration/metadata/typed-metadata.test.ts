/** Metadata by type, through the API: docs/how-to/typed-metadata.md. */
import postgres from 'postgres';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { FieldDefinition } from '../../../src/model/metadata/block-definition.ts';
import { planTypedMetadata, type TypedField, type TypedPlan } from '../../../src/resolvers/metadata/typed/typed-plan.ts';
import { graphqlClient } from '../../support/graphql-client.ts';
import { readJson } from '../../support/json-reader.ts';
import {
  type Caller,
  createCollection,
  createDataset,
  exampleDataset,
  guest,
  publishDataset,
  type SeededCollection,
  succeeded,
  superuser,
} from '../../support/seed.ts';
import { startTestServer, type TestServer } from '../../support/server.ts';
import { until } from '../../support/server-process.ts';
import { statementsDuring, untilQuiet } from '../../support/statements.ts';
import { SUPERUSER_TOKEN } from '../../support/superuser-token.ts';
import { sendTable, startSecond } from './load-world.ts';

let server: TestServer;
let admin: Caller;
let collection: SeededCollection;
beforeAll(async () => {
  server = await startTestServer();
  admin = superuser(server);
  collection = await createCollection(admin);
});
afterAll(() => server.stop());

const CREATE = `mutation ($input: CreateDatasetInput!) { createDataset(input: $input) { dataset { databaseId } } }`;
const CITATION = 'title author { authorName authorAffiliation } dsDescription { dsDescriptionValue } subject';

function planNow(): TypedPlan {
  return planTypedMetadata(server.application.services.blocks.current());
}

/** The edges of a box are compared with each other. */
const EDGES: Readonly<Record<string, string>> = { westLongitude: '1', eastLongitude: '2.5', southLatitude: '-3', northLatitude: '4' };

function valueOf({ definition, kind, children, vocabulary }: TypedField, number: number): unknown {
  if (kind === 'compound') return filled(children, number);
  if (vocabulary !== null) return vocabulary.values[Math.min(number, vocabulary.values.length) - 1]?.name;
  if (definition.vocabulary.length > 0) return definition.vocabulary[number]?.value;
  return EDGES[definition.name] ?? textFor(definition, number);
}

function textFor({ type, name }: FieldDefinition, number: number): unknown {
  switch (type) {
    case 'INT':
      return -number;
    case 'FLOAT':
      return number + 0.25;
    case 'DATE':
      return `2024-0${number}`;
    case 'EMAIL':
      return `number${number}@example.org`;
    case 'URL':
      return `https://example.org/${name}/${number}`;
    default:
      return `${name} "${number}"\n[{"typeName":"title"}]`;
  }
}

function filled(fields: readonly TypedField[], number: number): Record<string, unknown> {
  const several = (field: TypedField): unknown => [...new Set([1, 2].map((each) => valueOf(field, each)))];
  return Object.fromEntries(fields.map((field) => [field.name, field.definition.multiple ? several(field) : valueOf(field, number)]));
}

function selectionOf(fields: readonly TypedField[]): string {
  return fields.map(({ name, children }) => (children.length === 0 ? name : `${name} { ${selectionOf(children)} }`)).join(' ');
}

async function create(metadata: unknown, rest?: Readonly<Record<string, unknown>>) {
  return admin.graphql.send(CREATE, { input: { collection: { alias: collection.alias }, version: { typed: { metadata, rest } } } });
}

async function read(id: number, selection: string, caller = admin) {
  const answer = await caller.graphql.expectData(`{ dataset(reference: { databaseId: ${id} }) { latestVersion { ${selection} } } }`);
  return readJson(answer.at('data.dataset.latestVersion'));
}

const minimal = {
  title: 'Soils',
  author: [{ authorName: 'Bird, Bob' }],
  datasetContact: [{ datasetContactEmail: 'bob@example.org' }],
  dsDescription: [{ dsDescriptionValue: 'Samples.' }],
  subject: ['CHEMISTRY'],
};

describe('every field of every block', () => {
  test('that is sent by type is read by type, and by the generic fields', async () => {
    const { blocks } = planNow();
    expect(blocks.length).toBeGreaterThanOrEqual(7);
    const typed = Object.fromEntries(blocks.map(({ name, fields }) => [name, filled(fields, 1)]));
    const created = await create(typed);
    expect(created.at('errors')).toBeUndefined();
    const id = created.number('data.createDataset.dataset.databaseId');
    const selection = blocks.map(({ name, fields }) => `${name} { ${selectionOf(fields)} }`).join(' ');
    const query = `metadata { ${selection} } metadataBlocks { name fields { typeName } }`;
    // Interpreted, then compiled.
    for (let time = 0; time < 3; time += 1) {
      const version = await read(id, query);
      expect(version.at('metadata')).toEqual(typed);
      for (const { definition } of blocks) {
        const generic = version
          .list('metadataBlocks')
          .map(readJson)
          .find((block) => block.text('name') === definition.name);
        expect(generic?.list('fields')).toEqual(definition.fields.map(({ name }) => ({ typeName: name })));
      }
    }
  });
});

describe('reading', () => {
  test('takes no more statements than the generic fields, and shows what they show', async () => {
    const dataset = await createDataset(admin, collection, 'climate-grid');
    await publishDataset(admin, dataset);
    const generic = 'metadataBlocks { fields { typeName value } }';
    const typed = `metadata { citation { ${CITATION} } geospatial { geographicCoverage { country } } }`;
    const reader = guest(server);
    await untilQuiet(server);
    for (const query of [generic, typed, 'title']) await read(dataset.id, query, reader);
    const wanted = await statementsDuring(server, () => read(dataset.id, generic, reader));
    expect(await statementsDuring(server, () => read(dataset.id, typed, reader))).toHaveLength(wanted.length);
    const version = await read(dataset.id, typed, reader);
    const { datasetVersion } = exampleDataset('climate-grid');
    const fields = readJson(datasetVersion).list('metadataBlocks.citation.fields').map(readJson);
    const title = fields.find((field) => field.at('typeName') === 'title')?.at('value');
    expect(version.at('metadata.citation.title')).toBe(title);
  });

  test('gives null for blocks and single values that are not there, and no entries of others', async () => {
    const { id } = await createDataset(admin, collection);
    const version = await read(
      id,
      'metadata { citation { subtitle keyword { keywordValue } language series { seriesName } } geospatial { geographicUnit } }',
    );
    expect(version.at('metadata')).toEqual({ citation: { subtitle: null, keyword: [], language: [], series: [] }, geospatial: null });
  });

  test('keeps addresses back where the installation does', async () => {
    const { id } = await createDataset(admin, collection);
    const query = 'metadata { citation { datasetContact { datasetContactName datasetContactEmail } title } }';
    const before = await read(id, query);
    expect(before.text('metadata.citation.datasetContact.0.datasetContactEmail')).toMatch(/@/);
    const setting = '/api/admin/settings/:ExcludeEmailFromExport';
    succeeded(await admin.rest.send(setting, { method: 'PUT', raw: 'true' }));
    const after = await read(id, query);
    succeeded(await admin.rest.delete(setting));
    expect(JSON.stringify(after.at('metadata'))).not.toMatch(/@/);
    expect(after.at('metadata.citation.title')).toBe(before.at('metadata.citation.title'));
  });
});

describe('what is sent by type', () => {
  const problemsOf = (answer: Awaited<ReturnType<typeof create>>) =>
    answer.list('errors.0.extensions.problems').map((problem) => readJson(problem).text('pointer'));

  test('is refused at its very field, counted with what was left blank', async () => {
    const wrong = {
      ...minimal,
      title: ' ',
      author: [{ authorName: 'A' }, {}, { authorName: '', authorAffiliation: 'B' }],
      distributionDate: 'soon',
      dsDescription: [{ dsDescriptionValue: null }, { dsDescriptionValue: 'D', dsDescriptionDate: 'never' }],
      datasetContact: [],
    };
    const refused = await create({ citation: wrong });
    expect(refused.code).toBe('DATASET_METADATA_INVALID');
    expect(problemsOf(refused)).toEqual([
      '/citation/title',
      '/citation/author/2/authorName',
      '/citation/datasetContact/0/datasetContactEmail',
      '/citation/dsDescription/1/dsDescriptionDate',
      '/citation/distributionDate',
    ]);
  });

  test('is refused where a value is none of its vocabulary', async () => {
    const unknown = await create({ citation: { ...minimal, language: ['English', null, 'Klingonese'] } });
    expect(unknown.code).toBe('BAD_USER_INPUT');
    const refused = await create({ citation: { ...minimal, language: ['English', ' ', 'Klingonese'] } });
    expect([refused.code, ...problemsOf(refused)]).toEqual(['BAD_USER_INPUT', '/citation/language/2']);
    const noEnum = await create({ citation: { ...minimal, subject: ['ALCHEMY'] } });
    expect([noEnum.code, noEnum.text('errors.0.message')]).toEqual([
      'BAD_USER_INPUT',
      expect.stringContaining('input.version.typed.metadata.citation.subject[0]'),
    ]);
  });

  test('goes with the rest of a version, and not with metadata in another form', async () => {
    const created = await create({ citation: minimal }, { termsOfUse: 'Ask.', versionNote: 'The first.' });
    const version = await read(
      created.number('data.createDataset.dataset.databaseId'),
      'versionNote terms { termsOfUse } metadata { citation { title } }',
    );
    expect(version.at('')).toEqual({
      versionNote: 'The first.',
      terms: { termsOfUse: 'Ask.' },
      metadata: { citation: { title: 'Soils' } },
    });
    const { datasetVersion } = exampleDataset('minimal');
    const twice = await create({ citation: minimal }, datasetVersion);
    expect([twice.code, ...problemsOf(twice)]).toEqual(['BAD_USER_INPUT', '/version/typed/rest/metadataBlocks']);
    const typed = { metadata: { citation: minimal } };
    for (const several of [{ typed, native: datasetVersion }, { typed, jsonLd: {} }, { native: datasetVersion, jsonLd: {} }, {}]) {
      const refused = await admin.graphql.send(CREATE, { input: { collection: { alias: collection.alias }, version: several } });
      expect(refused.code, Object.keys(several).join()).toBe('BAD_USER_INPUT');
    }
  });

  test('replaces a draft, edits fields, empties them and removes values', async () => {
    const created = await create({ citation: minimal });
    const dataset = { databaseId: created.number('data.createDataset.dataset.databaseId') };
    const run = (name: string, inputType: string, input: object) =>
      admin.graphql.send(
        `mutation ($input: ${inputType}!) { ${name}(input: $input) { datasetVersion { metadata { citation { title subtitle subject author { authorName } } } } } }`,
        { input: { dataset, ...input } },
      );
    const citationOf = (answer: Awaited<ReturnType<typeof run>>, name: string) =>
      answer.at(`data.${name}.datasetVersion.metadata.citation`);

    const edited = await run('editDatasetMetadata', 'EditDatasetMetadataInput', {
      values: { typed: { citation: { subtitle: 'A study', subject: ['LAW'], author: [{ authorName: 'Finch, Fiona' }] } } },
    });
    expect(citationOf(edited, 'editDatasetMetadata')).toEqual({
      title: 'Soils',
      subtitle: 'A study',
      subject: ['CHEMISTRY', 'LAW'],
      author: [{ authorName: 'Bird, Bob' }, { authorName: 'Finch, Fiona' }],
    });
    const removed = await run('deleteDatasetMetadata', 'DeleteDatasetMetadataInput', {
      values: { typed: { citation: { author: [{ authorName: 'Bird, Bob' }] } } },
    });
    expect(citationOf(removed, 'deleteDatasetMetadata')).toMatchObject({ author: [{ authorName: 'Finch, Fiona' }] });
    const missing = await run('deleteDatasetMetadata', 'DeleteDatasetMetadataInput', {
      values: { typed: { citation: { author: [{ authorName: 'Finch, Fiona' }, {}, { authorName: 'Nobody' }] } } },
    });
    expect(problemsOf(missing)).toEqual(['/citation/author/2']);
    const emptied = await run('editDatasetMetadata', 'EditDatasetMetadataInput', {
      replace: true,
      values: { typed: { citation: { subtitle: null } } },
    });
    expect(citationOf(emptied, 'editDatasetMetadata')).toMatchObject({ subtitle: null });
    const required = await run('editDatasetMetadata', 'EditDatasetMetadataInput', {
      replace: true,
      values: { typed: { citation: { title: null, author: [] } } },
    });
    expect([required.code, ...problemsOf(required)]).toEqual(['BAD_USER_INPUT', '/citation/title', '/citation/author/0/authorName']);
    const replaced = await run('updateDatasetDraft', 'UpdateDatasetDraftInput', {
      version: { typed: { metadata: { citation: { ...minimal, title: 'New' } } } },
    });
    expect(citationOf(replaced, 'updateDatasetDraft')).toEqual({
      title: 'New',
      subtitle: null,
      subject: ['CHEMISTRY'],
      author: [{ authorName: 'Bird, Bob' }],
    });
    const invalid = await run('updateDatasetDraft', 'UpdateDatasetDraftInput', {
      version: { typed: { metadata: { citation: { ...minimal, title: null } } } },
    });
    expect([invalid.code, ...problemsOf(invalid)]).toEqual(['DATASET_METADATA_INVALID', '/citation/title']);
    const neither = await run('updateDatasetDraft', 'UpdateDatasetDraftInput', {});
    expect(neither.code).toBe('BAD_USER_INPUT');
  });

  test('is validated without being written', async () => {
    const answer = await admin.graphql.expectData(
      'query ($input: ValidateDatasetInput!) { validateDataset(input: $input) { valid refusals { code problems { pointer } } } }',
      {
        input: {
          place: { collection: { alias: collection.alias } },
          version: { typed: { metadata: { citation: { ...minimal, author: [{ authorAffiliation: 'B' }] } } } },
        },
      },
    );
    expect(answer.at('data.validateDataset')).toEqual({
      valid: false,
      refusals: [{ code: 'DATASET_METADATA_INVALID', problems: [{ pointer: '/citation/author/0/authorName' }] }],
    });
  });
});

const HEADINGS = {
  block: '#metadataBlock\tname\townerAlias\tdisplayName\tblockURI',
  fields:
    '#datasetField\tname\ttitle\tdescription\twatermark\tfieldType\tdisplayOrder\tdisplayFormat\tadvancedSearchField\tallowControlledVocabulary\tallowmultiples\tfacetable\tdisplayoncreate\trequired\tparent\tmetadatablock_id',
};

function tableOf(block: string, fields: readonly (readonly [name: string, type: string, parent: string])[]): string {
  const lines = fields.map(
    ([name, type, parent], index) =>
      `\t${name}\tTitle """ of ${name}\tIt \\ says {this} # here\t\t${type}\t${index}\t\tFALSE\tFALSE\t${parent === '' && type === 'none' ? 'TRUE' : 'FALSE'}\tFALSE\tFALSE\tFALSE\t${parent}\t${block}`,
  );
  return [HEADINGS.block, `\t${block}\t\tThe block "${block}"\\\t`, HEADINGS.fields, ...lines, ''].join('\n');
}

async function schemaOf(url: string, tag = '"none"') {
  const response = await fetch(`${url}/graphql/schema.graphql`, { headers: { 'If-None-Match': tag } });
  return { status: response.status, etag: response.headers.get('etag') ?? '', text: await response.text() };
}

describe('a block that is loaded', () => {
  test('is there for the next request, here and in other processes, however its fields are named', async () => {
    const second = await startSecond(server);
    try {
      const other = graphqlClient(second.url, SUPERUSER_TOKEN);
      const version = async (client: Caller['graphql']): Promise<string> =>
        (await client.expectData('{ schemaVersion }')).text('data.schemaVersion');
      const before = await schemaOf(server.url);
      expect(before.etag).toBe(`"${await version(admin.graphql)}"`);
      expect(await version(other)).toBe(await version(admin.graphql));
      expect((await schemaOf(server.url, before.etag)).status).toBe(304);

      const fields = [
        ['9-lives', 'none', ''],
        ['9.a', 'int', '9-lives'],
        ['9-a', 'float', '9-lives'],
        ['typeName', 'text', '9-lives'],
        ['value', 'text', '9-lives'],
        ['query', 'textbox', ''],
        ['a.b.c', 'date', ''],
        ['prototype', 'text', ''],
      ] as const;
      succeeded(await sendTable(admin, tableOf('odd-block', fields)));
      const after = await schemaOf(server.url, before.etag);
      expect(after.status).toBe(200);
      expect(after.text).toContain('type Metadata_odd_block {');
      expect(after.etag).toBe(`"${await version(admin.graphql)}"`);
      await until('the other process serves the new schema', async () => (await version(other)) === (await version(admin.graphql)));
      expect((await schemaOf(second.url, before.etag)).text).toBe(after.text);

      const odd = {
        _9_lives: [
          { _9_a: 7, _9_a_2: 0.5, typeName: 'named', value: null },
          { _9_a: null, _9_a_2: null, typeName: null, value: 'valued' },
        ],
        query: 'What?',
        a_b_c: '1999',
        prototype: null,
      };
      const created = await other.send(CREATE, {
        input: { collection: { alias: collection.alias }, version: { typed: { metadata: { citation: minimal, odd_block: odd } } } },
      });
      expect(created.at('errors')).toBeUndefined();
      const id = created.number('data.createDataset.dataset.databaseId');
      const selection = 'odd_block { _9_lives { _9_a _9_a_2 typeName value } query a_b_c prototype }';
      for (let time = 0; time < 3; time += 1) {
        expect((await read(id, `metadata { ${selection} }`)).at('metadata')).toEqual({ odd_block: odd });
      }
      const { _9_lives: lives } = odd;
      const wrong = await create({ citation: minimal, odd_block: { ...odd, a_b_c: 'x', _9_lives: [{}, ...lives] } });
      expect(readJson(wrong.at('errors.0.extensions.problems')).at('0.pointer')).toBe('/odd_block/a_b_c');
    } finally {
      await second.stop();
    }
  });

  test('does not change a request that is under way', async () => {
    const { id } = await createDataset(admin, collection);
    const sql = postgres(server.databaseUrl, { max: 1, onnotice: () => undefined });
    const query = `{ schemaVersion dataset(reference: { databaseId: ${id} }) { latestVersion { metadata { citation { title } } } } }`;
    const earlier = await admin.graphql.expectData(query);
    try {
      let release = (): void => undefined;
      const held = new Promise<void>((resolve) => {
        release = resolve;
      });
      let begun = (): void => undefined;
      const locked = new Promise<void>((resolve) => {
        begun = resolve;
      });
      const blocking = sql.begin(async (tx) => {
        await tx`lock table dataset_version in access exclusive mode`;
        begun();
        await held;
      });
      await locked;
      const waiting = admin.graphql.send(query);
      await until('the request waits', async () => {
        const [row] = await server.application.connection.sql`select count(*)::int as waiting from pg_locks where not granted`;
        return Number(row?.['waiting']) > 0;
      });
      succeeded(await sendTable(admin, tableOf('later', [['laterText', 'text', '']])));
      const newer = await admin.graphql.expectData('{ schemaVersion __type(name: "Metadata_later") { fields { name } } }');
      expect(newer.at('data.__type.fields')).toEqual([{ name: 'laterText' }]);
      expect(newer.at('data.schemaVersion')).not.toBe(earlier.at('data.schemaVersion'));
      release();
      await blocking;
      expect((await waiting).at('data')).toEqual(earlier.at('data'));
    } finally {
      await sql.end();
    }
  });
});
