/** Errors as data: docs/how-to/use-graphql.md, "Errors". */
import { getNamedType, isNonNullType, isObjectType } from 'graphql';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  type Caller,
  createCollection,
  createDataset,
  createUser,
  exampleDataset,
  type SeededCollection,
  superuser,
} from '../support/seed.ts';
import { startTestServer, type TestServer } from '../support/server.ts';

let server: TestServer;
let admin: Caller;
let collection: SeededCollection;
beforeAll(async () => {
  server = await startTestServer();
  admin = superuser(server);
  collection = await createCollection(admin);
});
afterAll(() => server.stop());

const asking = 'dataset { databaseId } userErrors { code message field path }';
const CREATE = (selection: string): string => `mutation ($input: CreateDatasetInput!) { createDataset(input: $input) { ${selection} } }`;
const AT_TOP = { 'X-Errors': 'top-level' };

describe('the payload of every mutation', () => {
  test('has userErrors and query, and may be without all else', () => {
    const { schema } = server.application.served.current();
    const without: string[] = [];
    for (const [name, { type }] of Object.entries(schema.getMutationType()?.getFields() ?? {})) {
      const payload = getNamedType(type);
      if (!isObjectType(payload) || !payload.name.endsWith('Payload')) {
        without.push(name);
        continue;
      }
      const { userErrors, query, ...others } = payload.getFields();
      expect(String(query?.type)).toBe('Query!');
      expect(String(userErrors?.type)).toBe('[UserError!]!');
      expect(Object.values(others).filter((field) => isNonNullType(field.type))).toEqual([]);
    }
    expect(without).toEqual([]);
  });
});

describe('what a person can mend', () => {
  const author = [{ authorAffiliation: 'Library' }];
  const metadata = { citation: { title: 'T', author, subject: ['LAW'], dsDescription: [{ dsDescriptionValue: 'D' }] } };
  const mended = [
    { field: '/citation/author/0/authorName', path: ['citation', 'author', '0', 'authorName'] },
    { field: '/citation/datasetContact/0/datasetContactEmail', path: ['citation', 'datasetContact', '0', 'datasetContactEmail'] },
  ].map((place) => ({ ...place, code: 'DATASET_METADATA_INVALID', message: expect.stringMatching(/is required/) }));

  test('stands beside the payload, at the very field of the form', async () => {
    const answer = await admin.graphql.expectData(CREATE(asking), {
      input: { collection: { alias: collection.alias }, version: { typed: { metadata } } },
    });
    expect(answer.at('data.createDataset')).toEqual({ dataset: null, userErrors: mended });
  });

  test('of native JSON as well', async () => {
    const { datasetVersion } = exampleDataset('minimal');
    const empty = { ...datasetVersion, metadataBlocks: { citation: { fields: [] } } };
    const answer = await admin.graphql.expectData(CREATE(asking), {
      input: { collection: { alias: collection.alias }, version: { native: empty } },
    });
    const fields = answer.list('data.createDataset.userErrors').map((error) => Object(error).field);
    expect(fields).toEqual(
      ['title', 'author/0/authorName', 'datasetContact/0/datasetContactEmail', 'dsDescription/0/dsDescriptionValue', 'subject'].map(
        (field) => `/citation/${field}`,
      ),
    );
  });

  test('is an error of the answer, with the same code, for those who do not ask for it, or who say so', async () => {
    const input = { collection: { alias: collection.alias }, version: { typed: { metadata } } };
    for (const answer of [
      await admin.graphql.send(CREATE('dataset { databaseId }'), { input }),
      await admin.graphql.send(CREATE(asking), { input }, AT_TOP),
    ]) {
      expect(answer.code).toBe('DATASET_METADATA_INVALID');
      expect(answer.list('errors.0.extensions.problems').map((problem) => Object(problem).pointer)).toEqual(
        mended.map(({ field }) => field),
      );
      for (const at of mended.keys()) {
        expect(Object.keys(answer.record(`errors.0.extensions.problems.${at}`))).toEqual(['pointer', 'message']);
      }
    }
  });

  test('has no place where it is about the whole, and nothing is said of a success', async () => {
    const { alias } = collection;
    const taken = await admin.graphql.expectData(
      'mutation ($input: CreateCollectionInput!) { createCollection(input: $input) { collection { alias } userErrors { code field path } } }',
      { input: { owner: { root: true }, alias, name: 'Taken', contacts: [{ contactEmail: 'a@example.org' }] } },
    );
    expect(taken.at('data.createCollection.collection')).toBeNull();
    expect(taken.list('data.createCollection.userErrors').length).toBeGreaterThan(0);
    const whole = { ...metadata.citation, author: [{ authorName: 'A' }], datasetContact: [{ datasetContactEmail: 'a@example.org' }] };
    const created = await admin.graphql.expectData(CREATE(asking), {
      input: { collection: { alias }, version: { typed: { metadata: { citation: whole } } } },
    });
    expect(created.at('data.createDataset')).toEqual({ dataset: { databaseId: expect.any(Number) }, userErrors: [] });
  });

  test('does not hide what comes after it in the same request', async () => {
    const { id } = await createDataset(admin, collection);
    const two = `mutation ($input: CreateDatasetInput!) {
      first: createDataset(input: $input) { ${asking} }
      second: setVersionNote(input: { dataset: { databaseId: ${id} }, version: ":draft", note: "n" }) { datasetVersion { versionNote } userErrors { code } }
    }`;
    const answer = await admin.graphql.expectData(two, {
      input: { collection: { alias: collection.alias }, version: { typed: { metadata } } },
    });
    expect(answer.list('data.first.userErrors')).toHaveLength(2);
    expect(answer.at('data.second')).toEqual({ datasetVersion: { versionNote: 'n' }, userErrors: [] });
  });
});

test('what a person cannot mend stays an error of the answer', async () => {
  const stranger = await createUser(server, 'stranger');
  const closed = await createCollection(admin, { published: false });
  const refused = await stranger.graphql.send(CREATE(asking), {
    input: { collection: { alias: closed.alias }, version: { typed: { metadata: {} } } },
  });
  expect(refused.code).toMatch(/PERMISSION_DENIED|COLLECTION_NOT_FOUND/);
  const absent = await admin.graphql.send(CREATE(asking), {
    input: { collection: { alias: 'no-such' }, version: { typed: { metadata: {} } } },
  });
  expect(absent.code).toBe('COLLECTION_NOT_FOUND');
});
