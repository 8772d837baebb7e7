import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readJson } from '../support/json-reader.ts';
import type { RestAnswer } from '../support/rest-client.ts';
import {
  addFile,
  assignRole,
  type Caller,
  createCollection,
  createDataset,
  createUser,
  exampleDataset,
  guest,
  publishDataset,
  type SeededCollection,
  type SeededDataset,
  superuser,
} from '../support/seed.ts';
import { startTestServer, type TestServer } from '../support/server.ts';
import { statementsDuring, untilQuiet } from '../support/statements.ts';

/** The later life of a dataset over GraphQL: edits, plans, comparisons, withdrawal. */
let server: TestServer;
let admin: Caller;
let author: Caller;
let nobody: Caller;
let collection: SeededCollection;

beforeAll(async () => {
  server = await startTestServer({ ALLOW_INCOMPLETE_METADATA: 'true' });
  admin = superuser(server);
  author = await createUser(server, 'author');
  nobody = guest(server);
  collection = await createCollection(admin);
  await assignRole(admin, collection, author.identifier, 'contributor');
});
afterAll(() => server.stop());

const EDIT = `mutation ($input: EditDatasetMetadataInput!) { editDatasetMetadata(input: $input) { datasetVersion { title state etag updatedAt } } }`;
const PLAN = `query ($id: Int!, $type: PublishType) { dataset(reference: { databaseId: $id }) { publishPlan(type: $type) {
  type possible versionNumber versionMinorNumber reason obstacles { code message problems { pointer message } } } } }`;
const VALIDATE = `query ($input: ValidateDatasetInput!) { validateDataset(input: $input) { valid refusals { code message problems { pointer } } } }`;
const DIFF = `query ($id: Int!, $from: String!, $to: String!) { dataset(reference: { databaseId: $id }) { diff(from: $from, to: $to) {
  from { versionNumber } to { state } metadataChanges { name fields { typeName kind oldField { value } newField { values } oldText newText } }
  filesAdded { nodes { label dataFile { databaseId } } } filesRemoved { nodes { label } } fileChanges { nodes { fields { name } } } termChanges { key oldValue newValue } } } }`;
const AS_OF = `query ($id: Int!, $moment: DateTime!) { dataset(reference: { databaseId: $id }) { asOf(moment: $moment) { versionNumber versionMinorNumber state } } }`;

const titled = (dataset: SeededDataset, value: string, more: Readonly<Record<string, unknown>> = {}) => ({
  input: { dataset: { databaseId: dataset.id }, values: { native: { typeName: 'title', value } }, replace: true, ...more },
});
const withdraw = (dataset: SeededDataset, version: string): Promise<RestAnswer> =>
  admin.rest.post(`/api/datasets/${dataset.id}/versions/${version}/deaccession`, { deaccessionReason: 'Wrong' });

async function published(files = 0): Promise<SeededDataset> {
  const dataset = await createDataset(admin, collection);
  for (let index = 0; index < files; index += 1) await addFile(admin, dataset);
  await publishDataset(admin, dataset);
  return dataset;
}

describe('editing', () => {
  test('goes on from the entity tag that the last edit gave, and from no older one', async () => {
    const dataset = await createDataset(admin, collection);
    const first = await author.graphql.expectData(EDIT, titled(dataset, 'One'));
    const etag = first.text('data.editDatasetMetadata.datasetVersion.etag');
    const second = await author.graphql.expectData(EDIT, titled(dataset, 'Two', { ifMatch: etag }));
    expect(second.at('data.editDatasetMetadata.datasetVersion.title')).toBe('Two');
    expect((await author.graphql.send(EDIT, titled(dataset, 'Three', { ifMatch: [etag] }))).code).toBe('PRECONDITION_FAILED');
    const update = await author.graphql.send(
      'mutation ($input: UpdateDatasetDraftInput!) { updateDatasetDraft(input: $input) { datasetVersion { id } } }',
      { input: { dataset: { databaseId: dataset.id }, version: { native: exampleDataset('minimal').datasetVersion }, ifMatch: [etag] } },
    );
    expect(update.code).toBe('PRECONDITION_FAILED');
    const read = await author.rest.get(`/api/datasets/${dataset.id}/versions/:draft`);
    expect(read.headers.get('etag')).toBe(`"${second.text('data.editDatasetMetadata.datasetVersion.etag')}"`);
    expect(read.at('data.metadataBlocks.citation.fields.0.value')).toBe('Two');
  });

  test('is refused for an older state by its timestamp', async () => {
    const dataset = await createDataset(admin, collection);
    const stale = await author.graphql.send(EDIT, titled(dataset, 'Late', { ifUnmodifiedSince: '2020-01-01T00:00:00Z' }));
    expect(stale.code).toBe('DATASET_STALE');
    const first = await author.graphql.expectData(EDIT, titled(dataset, 'Once'));
    const ifUnmodifiedSince = first.text('data.editDatasetMetadata.datasetVersion.updatedAt');
    expect((await author.graphql.send(EDIT, titled(dataset, 'Again', { ifUnmodifiedSince }))).code).toBeUndefined();
  });
});

describe('subjects of what is published', () => {
  const subjectsOf = async ({ id }: SeededCollection) =>
    (await nobody.graphql.expectData(`{ collection(reference: { databaseId: ${id} }) { subjects } }`)).at('data.collection.subjects');
  const withSubjects = (dataset: SeededDataset, value: readonly string[]) =>
    author.graphql.expectData(EDIT, {
      input: { dataset: { databaseId: dataset.id }, values: { native: { typeName: 'subject', value } }, replace: true },
    });

  test('are added to every collection above, once each, and stay when later versions leave them', async () => {
    const above = await createCollection(admin);
    const holder = await createCollection(admin, { owner: above.id });
    const beside = await createCollection(admin, { owner: above.id });
    await assignRole(admin, holder, author.identifier, 'contributor');
    const dataset = await createDataset(admin, holder);
    await withSubjects(dataset, ['Physics', 'Chemistry']);
    expect(await subjectsOf(holder)).toEqual([]);
    await publishDataset(admin, dataset);
    expect(await subjectsOf(holder)).toEqual(['Chemistry', 'Physics']);
    await withSubjects(dataset, ['Law', 'Physics']);
    expect(await subjectsOf(above)).toEqual(['Chemistry', 'Physics']);
    await publishDataset(admin, dataset);
    for (const collectionOf of [holder, above]) expect(await subjectsOf(collectionOf)).toEqual(['Chemistry', 'Law', 'Physics']);
    await withSubjects(dataset, ['Engineering']);
    expect((await admin.rest.post(`/api/datasets/${dataset.id}/actions/:publish?type=updatecurrent`)).status).toBe(200);
    expect(await subjectsOf(above)).toEqual(['Chemistry', 'Engineering', 'Law', 'Physics']);
    expect(await subjectsOf(beside)).toEqual([]);
  });
});

describe('a plan of a publication', () => {
  const planOf = async (caller: Caller, dataset: SeededDataset, type: string | null = null) =>
    (await caller.graphql.expectData(PLAN, { id: dataset.id, type })).record('data.dataset.publishPlan');

  test('says which number a draft gets and why, and changes nothing', async () => {
    const dataset = await createDataset(admin, collection);
    expect(await planOf(admin, dataset)).toEqual({
      type: 'MAJOR',
      possible: true,
      versionNumber: 1,
      versionMinorNumber: 0,
      reason: 'The first version is 1.0.',
      obstacles: [],
    });
    await publishDataset(admin, dataset);
    await author.graphql.expectData(EDIT, titled(dataset, 'Draft'));
    expect(await planOf(admin, dataset)).toMatchObject({ type: 'MINOR', possible: true, versionNumber: 1, versionMinorNumber: 1 });
    expect(await planOf(admin, dataset, 'MAJOR')).toMatchObject({ type: 'MAJOR', versionNumber: 2, versionMinorNumber: 0 });
    expect(await planOf(admin, dataset, 'UPDATE_CURRENT')).toMatchObject({ possible: true, versionNumber: 1, versionMinorNumber: 0 });
    await addFile(admin, dataset);
    expect(await planOf(admin, dataset)).toMatchObject({ type: 'MAJOR', possible: true, versionNumber: 2 });
    expect(await planOf(admin, dataset, 'MINOR')).toMatchObject({
      possible: false,
      versionNumber: null,
      reason: null,
      obstacles: [{ code: 'DATASET_MINOR_VERSION_REFUSED' }],
    });
  });

  test('names everything that stands against it, in the order of the refusals', async () => {
    const closed = await createCollection(admin, { published: false });
    await assignRole(admin, closed, author.identifier, 'contributor');
    const { license: _, ...version } = exampleDataset('minimal').datasetVersion;
    // Terms of its own, without those of use.
    const datasetVersion = { ...version, disclaimer: 'None.' };
    const created = await admin.rest.post(`/api/collections/${closed.alias}/datasets`, { datasetVersion });
    const dataset = { id: created.number('data.id'), persistentId: created.text('data.persistentId') };
    const { sql } = server.application.connection;
    await sql`insert into dataset_lock (dataset_id, lock_type, user_account_id) select ${dataset.id}, 'Ingest', min(id) from user_account`;
    const plan = await planOf(author, dataset, 'MAJOR');
    expect(plan).toMatchObject({ possible: false, versionNumber: 1 });
    expect(plan['obstacles']).toMatchObject([
      { code: 'PERMISSION_DENIED' },
      { code: 'DATASET_LOCKED' },
      { code: 'COLLECTION_NOT_PUBLISHED' },
      { code: 'DATASET_TERMS_INVALID' },
    ]);
    const refused = await author.rest.post(`/api/datasets/${dataset.id}/actions/:publish?type=major`);
    expect(refused.errorCode).toBe('PERMISSION_DENIED');
  });

  test('is for those who may see the draft, and needs one', async () => {
    const dataset = await published();
    expect((await nobody.graphql.send(PLAN, { id: dataset.id })).code).toBe('PERMISSION_DENIED');
    expect(await planOf(author, dataset)).toMatchObject({
      possible: false,
      versionNumber: null,
      obstacles: [{ code: 'PERMISSION_DENIED' }, { code: 'DATASET_ALREADY_PUBLISHED' }],
    });
  });
});

describe('validation', () => {
  const version = { native: exampleDataset('minimal').datasetVersion };
  const validate = (caller: Caller, input: Readonly<Record<string, unknown>>) => caller.graphql.send(VALIDATE, { input });

  test('says of a new dataset what creating it would', async () => {
    const place = { collection: { alias: collection.alias } };
    const good = await validate(author, { place, version });
    // A contributor edits datasets and creates none.
    expect(good.code).toBe('PERMISSION_DENIED');
    const valid = await validate(admin, { place, version });
    expect(valid.record('data.validateDataset')).toEqual({ valid: true, refusals: [] });
    const bad = await validate(admin, {
      place,
      version: { native: { license: 'None', metadataBlocks: { citation: { fields: [] } } } },
    });
    expect(bad.at('data.validateDataset.valid')).toBe(false);
    expect(bad.list('data.validateDataset.refusals')).toMatchObject([{ code: 'DATASET_METADATA_INVALID' }, { code: 'BAD_USER_INPUT' }]);
    expect(bad.list('data.validateDataset.refusals.0.problems').length).toBeGreaterThan(4);
  });

  test('says of a dataset what changing it would, and what is wrong with what it holds', async () => {
    const dataset = await createDataset(admin, collection);
    const place = { dataset: { databaseId: dataset.id } };
    expect((await validate(author, { place })).record('data.validateDataset')).toEqual({ valid: true, refusals: [] });
    expect((await validate(author, { place, version })).at('data.validateDataset.valid')).toBe(true);
    const bad = await validate(author, { place, version: { native: {} } });
    expect(bad.at('data.validateDataset.refusals.0.code')).toBe('BAD_USER_INPUT');
    expect((await validate(nobody, { place })).code).toBe('PERMISSION_DENIED');

    const { sql } = server.application.connection;
    await sql`update dataset_version set metadata = '{}', license_id = null where dataset_id = ${dataset.id}`;
    const stored = await validate(author, { place });
    expect(stored.list('data.validateDataset.refusals')).toMatchObject([
      { code: 'DATASET_METADATA_INVALID' },
      { code: 'DATASET_TERMS_INVALID' },
    ]);
  });

  test('takes JSON-LD in place of native JSON, and puts it in place of what a draft holds', async () => {
    const dataset = await createDataset(admin, collection);
    const reference = { databaseId: dataset.id };
    await author.graphql.expectData(EDIT, {
      input: { dataset: reference, values: { native: { typeName: 'subtitle', value: 'Only here' } } },
    });
    const read = await author.graphql.expectData(
      `{ dataset(reference: { databaseId: ${dataset.id} }) { latestVersion { jsonLd license { name } } } }`,
    );
    const described = Object.entries(read.record('data.dataset.latestVersion.jsonLd'));
    expect(described.map(([, value]) => value)).toContain('Only here');
    const jsonLd = { ...Object.fromEntries(described.filter(([, value]) => value !== 'Only here')), title: 'By JSON-LD' };
    for (const place of [{ dataset: reference }, { collection: { alias: collection.alias } }]) {
      const valid = await validate(admin, { place, version: { jsonLd } });
      expect(valid.at('data.validateDataset')).toEqual({ valid: true, refusals: [] });
      const unread = await validate(admin, { place, version: { jsonLd: { ...jsonLd, nothing: 'x', license: 'x:none' } } });
      expect(unread.list('data.validateDataset.refusals')).toMatchObject([{ code: 'BAD_USER_INPUT' }]);
    }
    const saved = await author.graphql.expectData(
      `mutation ($input: UpdateDatasetDraftInput!) { updateDatasetDraft(input: $input) {
        datasetVersion { title jsonLd license { name } } } }`,
      { input: { dataset: reference, version: { jsonLd } } },
    );
    expect(Object.values(saved.record('data.updateDatasetDraft.datasetVersion.jsonLd'))).not.toContain('Only here');
    expect(saved.at('data.updateDatasetDraft.datasetVersion')).toMatchObject({
      title: 'By JSON-LD',
      license: read.record('data.dataset.latestVersion.license'),
    });
  });

  test('needs either a collection or a dataset', async () => {
    expect((await validate(admin, { place: {}, version })).code).toBe('BAD_USER_INPUT');
    const both = { place: { collection: { alias: collection.alias }, dataset: { databaseId: 1 } }, version };
    expect((await validate(admin, both)).code).toBe('BAD_USER_INPUT');
  });
});

describe('an installation that lets required fields be filled in later', () => {
  const CREATE = `mutation ($input: CreateDatasetInput!) { createDataset(input: $input) { dataset { databaseId } } }`;
  const fieldsOf = (...names: readonly string[]) => {
    const { datasetVersion } = exampleDataset('minimal');
    const fields = readJson(datasetVersion).list('metadataBlocks.citation.fields');
    const left = fields.filter((field) => names.includes(readJson(field).text('typeName')));
    return { datasetVersion: { ...datasetVersion, metadataBlocks: { citation: { fields: left } } } };
  };

  test('says so, and asks for authors with names alone where it is asked to', async () => {
    expect((await nobody.rest.get('/api/info/settings/incompleteMetadataViaApi')).at('data')).toBe(true);
    const at = `/api/collections/${collection.alias}/datasets`;
    const made = await admin.rest.post(`${at}?doNotValidate=true`, fieldsOf('author'));
    const refused = await Promise.all([
      admin.rest.post(at, fieldsOf('author')),
      admin.rest.post(`${at}?doNotValidate=false`, fieldsOf('author')),
      admin.rest.post(`${at}?doNotValidate=true`, fieldsOf('title')),
      nobody.rest.post(`${at}?doNotValidate=true`, fieldsOf('author')),
      admin.rest.post(`/api/datasets/${made.number('data.id')}/actions/:publish?type=major`),
      admin.rest.post(`/api/datasets/${made.number('data.id')}/submitForReview`),
    ]);
    expect(made.status).toBe(201);
    expect(refused.map(({ status, errorCode }) => `${status} ${String(errorCode)}`)).toEqual([
      '403 DATASET_METADATA_INVALID',
      '403 DATASET_METADATA_INVALID',
      '400 BAD_USER_INPUT',
      '401 PERMISSION_DENIED',
      '403 DATASET_METADATA_INVALID',
      '403 DATASET_METADATA_INVALID',
    ]);
    const authors = readJson(fieldsOf('author').datasetVersion).list('metadataBlocks.citation.fields');
    const bad = { typeName: 'productionDate', multiple: false, typeClass: 'primitive', value: 'soon' };
    const badlyFormed = { ...fieldsOf('author').datasetVersion, metadataBlocks: { citation: { fields: [...authors, bad] } } };
    const input = { collection: { alias: collection.alias }, doNotValidate: true };
    const over = (native: unknown) => admin.graphql.send(CREATE, { input: { ...input, version: { native } } });
    expect((await over(fieldsOf('author').datasetVersion)).code).toBeUndefined();
    expect((await over(badlyFormed)).code).toBe('DATASET_METADATA_INVALID');
  });
});

describe('versions over time', () => {
  test('are compared field by field and file by file', async () => {
    const dataset = await published(2);
    await author.graphql.expectData(EDIT, titled(dataset, 'Draft'));
    await author.graphql.expectData(EDIT, {
      input: { dataset: { databaseId: dataset.id }, values: { native: { typeName: 'alternativeTitle', value: ['A', 'B'] } } },
    });
    const file = await addFile(author, dataset, { name: 'new.txt' });
    const diff = (await author.graphql.expectData(DIFF, { id: dataset.id, from: '1.0', to: ':draft' })).record('data.dataset.diff');
    expect(diff).toEqual({
      from: { versionNumber: 1 },
      to: { state: 'DRAFT' },
      metadataChanges: [
        {
          name: 'citation',
          fields: [
            {
              typeName: 'title',
              kind: 'CHANGED',
              oldField: { value: expect.stringContaining('Lindenhof') },
              newField: { values: ['Draft'] },
              oldText: expect.stringContaining('Lindenhof'),
              newText: 'Draft',
            },
            { typeName: 'alternativeTitle', kind: 'ADDED', oldField: null, newField: { values: ['A', 'B'] }, oldText: '', newText: 'A; B' },
          ],
        },
      ],
      filesAdded: { nodes: [{ label: 'new.txt', dataFile: { databaseId: file } }] },
      filesRemoved: { nodes: [] },
      fileChanges: { nodes: [] },
      termChanges: [],
    });
    expect((await nobody.graphql.send(DIFF, { id: dataset.id, from: '1.0', to: ':draft' })).code).toBe('PERMISSION_DENIED');
    expect((await author.graphql.send(DIFF, { id: dataset.id, from: ':draft', to: '1.0' })).code).toBe('BAD_USER_INPUT');
  });

  test('are told of in as many statements, however many they are', async () => {
    const summaries = (dataset: SeededDataset) => `{ dataset(reference: { databaseId: ${dataset.id} }) { versionSummaries {
      totalCount summaries { kind contributors changes { filesAdded metadataChanges { fields { typeName } } } version { versionNumber } } } } }`;
    const statements = async (dataset: SeededDataset): Promise<number> => {
      await nobody.graphql.expectData(summaries(dataset));
      await untilQuiet(server);
      return (await statementsDuring(server, () => nobody.graphql.expectData(summaries(dataset)))).length;
    };
    const small = await published(1);
    const large = await published(1);
    for (const dataset of [small, large, large, large, large]) {
      await addFile(admin, dataset);
      await publishDataset(admin, dataset);
    }
    const found = await nobody.graphql.expectData(summaries(large));
    expect(found.number('data.dataset.versionSummaries.totalCount')).toBe(5);
    expect(found.at('data.dataset.versionSummaries.summaries.0.changes.filesAdded')).toBe(1);
    expect(await statements(large)).toBe(await statements(small));
  });

  test('are found by a moment', async () => {
    const before = new Date().toISOString();
    const dataset = await published();
    const between = new Date().toISOString();
    await author.graphql.expectData(EDIT, titled(dataset, 'Next'));
    await publishDataset(admin, dataset, 'minor');
    const after = new Date().toISOString();
    const asOf = async (caller: Caller, moment: string) =>
      (await caller.graphql.expectData(AS_OF, { id: dataset.id, moment })).at('data.dataset.asOf');
    expect(await asOf(nobody, before)).toBeNull();
    expect(await asOf(nobody, between)).toEqual({ versionNumber: 1, versionMinorNumber: 0, state: 'RELEASED' });
    expect(await asOf(nobody, after)).toEqual({ versionNumber: 1, versionMinorNumber: 1, state: 'RELEASED' });
    expect((await withdraw(dataset, '1.1')).status).toBe(200);
    expect(await asOf(nobody, after)).toEqual({ versionNumber: 1, versionMinorNumber: 0, state: 'RELEASED' });
    expect(await asOf(author, after)).toEqual({ versionNumber: 1, versionMinorNumber: 1, state: 'DEACCESSIONED' });
  });

  test('that were withdrawn show themselves with their files to those who ask for such versions, and to no other reader', async () => {
    const dataset = await published(1);
    await withdraw(dataset, '1.0');
    const version = (selection: string, included = true) =>
      `{ dataset(reference: { databaseId: ${dataset.id} }) { version(reference: "1.0", includeDeaccessioned: ${included}) { deaccessionNote ${selection} } } }`;
    expect((await nobody.graphql.expectData(version(''))).at('data.dataset.version.deaccessionNote')).toBe('Wrong');
    for (const selection of ['firstFiles { nodes { label } }', 'files { nodes { label } }', 'filesSlice { totalCount }']) {
      expect((await nobody.graphql.expectData(version(selection))).at('data.dataset.version')).not.toBeNull();
      const uninvited = await nobody.graphql.send(version(selection, false));
      expect(uninvited.at('data.dataset.version') ?? null).toBeNull();
      expect((await author.graphql.send(version(selection))).code).toBeUndefined();
    }
  });
});

describe('the same refusal has the same code over both surfaces', () => {
  const mutation = (name: string, type: string) => `mutation ($input: ${type}!) { ${name}(input: $input) { __typename } }`;
  const pairs: readonly {
    readonly what: string;
    readonly rest: (caller: Caller, id: number) => Promise<RestAnswer>;
    readonly query: string;
    readonly input: Readonly<Record<string, unknown>>;
  }[] = [
    {
      what: 'withdrawing a version',
      rest: ({ rest }, id) => rest.post(`/api/datasets/${id}/versions/7.0/deaccession`, { deaccessionReason: 'Wrong' }),
      query: mutation('deaccessionDatasetVersion', 'DeaccessionDatasetVersionInput'),
      input: { version: '7.0', deaccessionReason: 'Wrong' },
    },
    {
      what: 'withdrawing with a bad link',
      rest: ({ rest }, id) =>
        rest.post(`/api/datasets/${id}/versions/1.0/deaccession`, { deaccessionReason: 'Wrong', deaccessionForwardURL: 'nowhere' }),
      query: mutation('deaccessionDatasetVersion', 'DeaccessionDatasetVersionInput'),
      input: { version: '1.0', deaccessionReason: 'Wrong', deaccessionForwardURL: 'nowhere' },
    },
    {
      what: 'choosing a citation date',
      rest: ({ rest }, id) => rest.send(`/api/datasets/${id}/citationdate`, { method: 'PUT', raw: 'title' }),
      query: mutation('setCitationDate', 'SetCitationDateInput'),
      input: { field: 'title' },
    },
    {
      what: 'noting a published version',
      rest: ({ rest }, id) => rest.send(`/api/datasets/${id}/versions/7.0/versionNote`, { method: 'PUT', raw: 'Note' }),
      query: mutation('setVersionNote', 'SetVersionNoteInput'),
      input: { version: '7.0', note: 'Note' },
    },
    {
      what: 'editing metadata',
      rest: ({ rest }, id) => rest.put(`/api/datasets/${id}/editMetadata`, { typeName: 'subject', value: ['Alchemy'] }),
      query: mutation('editDatasetMetadata', 'EditDatasetMetadataInput'),
      input: { values: { native: { typeName: 'subject', value: ['Alchemy'] } } },
    },
    {
      what: 'removing metadata',
      rest: ({ rest }, id) => rest.put(`/api/datasets/${id}/deleteMetadata`, { typeName: 'subject', value: ['Law'] }),
      query: mutation('deleteDatasetMetadata', 'DeleteDatasetMetadataInput'),
      input: { values: { native: { typeName: 'subject', value: ['Law'] } } },
    },
    {
      what: 'destroying a dataset',
      rest: ({ rest }) => rest.delete('/api/datasets/987654/destroy'),
      query: mutation('destroyDataset', 'DestroyDatasetInput'),
      input: { dataset: { databaseId: 987_654 } },
    },
  ];

  test.each(pairs.map((pair) => [pair.what, pair] as const))('%s', async (_what, { rest, query, input }) => {
    const dataset = await published();
    for (const caller of [nobody, author, admin]) {
      const answer = await rest(caller, dataset.id);
      const graphql = await caller.graphql.send(query, { input: { dataset: { databaseId: dataset.id }, ...input } });
      expect(graphql.code).toBeTypeOf('string');
      expect({ caller: caller.identifier, code: graphql.code }).toEqual({ caller: caller.identifier, code: answer.errorCode });
    }
  });
});
