import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { inDisplayOrder } from '../support/display-order.ts';
import type { GraphqlAnswer } from '../support/graphql-client.ts';
import { readJson } from '../support/json-reader.ts';
import {
  allowBuiltinUsers,
  BUILTIN_USERS_KEY,
  type Caller,
  createUser,
  exampleDataset,
  EXAMPLES,
  guest,
  superuser,
  uniqueName,
} from '../support/seed.ts';
import { startTestServer, type TestServer } from '../support/server.ts';
import { digestOf, streamUpload } from '../support/stream-upload.ts';

/** The main job over GraphQL, one step after the other on one server. */
let server: TestServer;
let admin: Caller;
let nobody: Caller;
let stranger: Caller;
let researcher: Caller;
let collectionId = '';
let datasetId = '';
const alias = uniqueName('journey');
const files = new Map<string, string>();
const published = new Map<string, unknown>();

const CREATE_USER = `mutation ($input: CreateBuiltinUserInput!) { createBuiltinUser(input: $input) { apiToken user { identifier } } }`;
const CREATE_COLLECTION = `mutation ($input: CreateCollectionInput!) { createCollection(input: $input) { collection { id alias name isReleased contacts { contactEmail } } } }`;
const ASSIGN_ROLE = `mutation ($input: AssignRoleInput!) { assignRole(input: $input) { assignment { assignee role { alias } } } }`;
const PUBLISH_COLLECTION = `mutation ($input: PublishCollectionInput!) { publishCollection(input: $input) { collection { isReleased } } }`;
const CREATE_DATASET = `mutation ($input: CreateDatasetInput!) { createDataset(input: $input) { dataset { id databaseId persistentId latestVersion { state } } } }`;
const ADD_FILE = `mutation ($input: AddFileInput!) { addFile(input: $input) { files { label directoryLabel categories description dataFile { id sizeBytes contentType checksum { type value } } } } }`;
const UPDATE_DRAFT = `mutation ($input: UpdateDatasetDraftInput!) { updateDatasetDraft(input: $input) { datasetVersion { state versionNumber title license { name } metadataBlocks { name displayName fields: nativeFields } } } }`;
const PUBLISH_DATASET = `mutation ($input: PublishDatasetInput!) { publishDataset(input: $input) { dataset { latestVersion { state versionNumber versionMinorNumber } } } }`;
const DELETE_DATASET = `mutation ($input: DeleteDatasetInput!) { deleteDataset(input: $input) { deletedDatasetId } }`;
const READ_BLOCKS = `query ($id: ID!) { dataset(reference: { id: $id }) { latestVersion { metadataBlocks { name displayName fields: nativeFields } } } }`;
const READ_VERSION = `query ($id: ID!, $version: String!) {
  dataset(reference: { id: $id }) {
    version(reference: $version) {
      databaseId state versionNumber versionMinorNumber title createdAt updatedAt releasedAt citationDate fileAccessRequest fileCount
      license { name uri } metadataBlocks { name fields { typeName value } } citation: metadataBlock(name: "citation") { fields { typeName values } }
      firstFiles { nodes { databaseId recordVersion label directoryLabel description categories restricted dataFile { databaseId sizeBytes publicationDate checksum { value } } } }
    }
  }
}`;
const DOWNLOAD_URL = `query ($id: ID!) { file(reference: { id: $id }) { downloadUrl { url } } }`;

beforeAll(async () => {
  server = await startTestServer();
  admin = superuser(server);
  nobody = guest(server);
});
afterAll(() => server.stop());

async function refusedToOthers(
  send: (caller: Caller) => Promise<GraphqlAnswer>,
  guestCode = 'PERMISSION_DENIED',
  strangerCode = 'PERMISSION_DENIED',
): Promise<void> {
  for (const [caller, code] of [
    [nobody, guestCode],
    [stranger, strangerCode],
  ] as const) {
    const answer = await send(caller);
    expect({ caller: caller.identifier, code: answer.code }).toEqual({ caller: caller.identifier, code });
  }
}

async function readVersion(version: string): Promise<unknown> {
  return (await admin.graphql.expectData(READ_VERSION, { id: datasetId, version })).record('data.dataset.version');
}

async function addFile(name: string, bytes: Buffer | string, input: Readonly<Record<string, unknown>> = {}): Promise<GraphqlAnswer> {
  const answer = await researcher.graphql.upload(
    ADD_FILE,
    { input: { dataset: { id: datasetId }, file: null, ...input } },
    { name, bytes },
  );
  expect(answer.at('errors')).toBeUndefined();
  return answer;
}

async function publish(type: string): Promise<GraphqlAnswer> {
  return researcher.graphql.send(PUBLISH_DATASET, { input: { dataset: { id: datasetId }, type } });
}

describe('the main job over GraphQL', () => {
  test('a built-in user gets an account and a token', async () => {
    await allowBuiltinUsers(server);
    const userName = uniqueName('ada');
    const input = { userName, firstName: 'Ada', lastName: 'Byron', email: `${userName}@example.org`, password: 'secret-1234' };
    expect((await nobody.graphql.send(CREATE_USER, { input: { ...input, key: 'wrong' } })).code).toBe('BUILTIN_USERS_KEY_INVALID');
    const created = await nobody.graphql.expectData(CREATE_USER, { input: { ...input, key: BUILTIN_USERS_KEY } });
    expect(created.text('data.createBuiltinUser.user.identifier')).toBe(`@${userName}`);
    [researcher, stranger] = [await createUser(server, 'researcher'), await createUser(server, 'stranger')];
    const viewer = await researcher.graphql.expectData('{ viewer { identifier superuser } }');
    expect(viewer.at('data.viewer')).toEqual({ identifier: researcher.identifier, superuser: false });
  });

  test('a collection is created, filled with a role, and published', async () => {
    const input = {
      owner: { root: true },
      alias,
      name: 'Journey',
      contacts: [{ contactEmail: 'first@example.org' }],
      collectionType: 'LABORATORY',
    };
    await refusedToOthers((caller) => caller.graphql.send(CREATE_COLLECTION, { input }));
    const created = await admin.graphql.expectData(CREATE_COLLECTION, { input });
    expect(created.record('data.createCollection.collection')).toMatchObject({ alias, isReleased: false, contacts: input.contacts });
    collectionId = created.text('data.createCollection.collection.id');
    const view = `query ($id: ID!) { collection(reference: { id: $id }) { name } }`;
    await refusedToOthers((caller) => caller.graphql.send(view, { id: collectionId }));

    const role = { collection: { id: collectionId }, assignee: researcher.identifier, roleAlias: 'curator' };
    await refusedToOthers((caller) => caller.graphql.send(ASSIGN_ROLE, { input: role }));
    const assigned = await admin.graphql.expectData(ASSIGN_ROLE, { input: role });
    expect(assigned.at('data.assignRole.assignment')).toEqual({ assignee: researcher.identifier, role: { alias: 'curator' } });

    const target = { input: { collection: { alias } } };
    await refusedToOthers((caller) => caller.graphql.send(PUBLISH_COLLECTION, target));
    const released = await admin.graphql.expectData(PUBLISH_COLLECTION, target);
    expect(released.at('data.publishCollection.collection.isReleased')).toBe(true);
    expect((await nobody.graphql.expectData(view, { id: collectionId })).text('data.collection.name')).toBe('Journey');
  });

  test.each(EXAMPLES)('the values of the example %s come back byte for byte, in display order', async (example) => {
    const { datasetVersion } = exampleDataset(example);
    const input = { collection: { id: collectionId }, version: { native: datasetVersion } };
    await refusedToOthers((caller) => caller.graphql.send(CREATE_DATASET, { input }));
    const created = await researcher.graphql.expectData(CREATE_DATASET, { input });
    expect(created.at('data.createDataset.dataset.latestVersion.state')).toBe('DRAFT');
    datasetId = created.text('data.createDataset.dataset.id');

    const expected = await inDisplayOrder(researcher.rest, readJson(datasetVersion).record('metadataBlocks'));
    const read = await researcher.graphql.expectData(READ_BLOCKS, { id: datasetId });
    const blocks = read.list('data.dataset.latestVersion.metadataBlocks');
    expect(blocks).toHaveLength(Object.keys(expected).length);
    for (const block of blocks) {
      const { name, displayName, fields } = readJson(block).record('');
      expect(JSON.stringify({ displayName, name, fields }, null, 1)).toBe(JSON.stringify(expected[String(name)], null, 1));
    }
    await refusedToOthers((caller) => caller.graphql.send(READ_BLOCKS, { id: datasetId }));
  });

  test('files are uploaded by multipart requests, and only with a header that no form can send', async () => {
    const input = { dataset: { id: datasetId }, file: null };
    const file = { name: 'x.txt', bytes: 'x' };
    const unguarded = await researcher.graphql.upload(ADD_FILE, { input }, file, { headers: {} });
    // A token in its header cannot come from a form either, so a request with one is let through.
    expect(unguarded.at('errors')).toBeUndefined();
    const forged = await nobody.graphql.upload(ADD_FILE, { input }, file, { headers: {} });
    expect({ status: forged.status, code: forged.code }).toEqual({ status: 400, code: 'BAD_REQUEST' });
    await refusedToOthers((caller) => caller.graphql.upload(ADD_FILE, { input }, file));

    const nested = await addFile('Zähldaten 結果 🌍.txt', 'unicode\n', {
      directoryLabel: '/data//raw/',
      categories: ['Data'],
      description: 'In a folder',
    });
    expect(nested.record('data.addFile.files.0')).toMatchObject({
      label: 'Zähldaten 結果 🌍.txt',
      directoryLabel: 'data/raw',
      categories: ['Data'],
      description: 'In a folder',
      dataFile: { sizeBytes: 8, checksum: { type: 'MD5', value: createHash('md5').update('unicode\n').digest('hex') } },
    });
    files.set('nested', nested.text('data.addFile.files.0.dataFile.id'));
    const noise = await addFile('noise.bin', Buffer.from([0, 255, 13, 10, 0]));
    expect(noise.number('data.addFile.files.0.dataFile.sizeBytes')).toBe(5);
  });

  test('a file of 200 MB goes through without being held in memory', async () => {
    const operations = JSON.stringify({ query: ADD_FILE, variables: { input: { dataset: { id: datasetId }, file: null } } });
    const sent = await streamUpload({
      url: `${server.url}/graphql`,
      headers: { 'X-Service-key': researcher.rest.token ?? '' },
      fields: { operations, map: JSON.stringify({ 0: ['variables.input.file'] }) },
      part: '0',
      fileName: 'large.bin',
      megabytes: 200,
    });
    expect(sent.answer.at('errors')).toBeUndefined();
    expect(sent.answer.record('data.addFile.files.0.dataFile')).toMatchObject({
      sizeBytes: 200 * 1024 * 1024,
      checksum: { value: sent.md5 },
    });
    expect(sent.memoryGrowthBytes).toBeLessThan(64 * 1024 * 1024);
    files.set('large', sent.answer.text('data.addFile.files.0.dataFile.id'));
  });

  test('the draft and its place in the collection are read', async () => {
    const draft = readJson(await readVersion(':draft'));
    expect(draft.number('fileCount')).toBe(4);
    expect(draft.list('firstFiles.nodes').map((file) => readJson(file).text('label'))).toEqual(
      ['Zähldaten 結果 🌍.txt', 'large.bin', 'noise.bin', 'x.txt'].toSorted(),
    );
    const contents = `query ($id: ID!) { collection(reference: { id: $id }) { contents(first: 10) { totalCount nodes { __typename } } } }`;
    expect((await researcher.graphql.expectData(contents, { id: collectionId })).number('data.collection.contents.totalCount')).toBe(
      EXAMPLES.length,
    );
    expect((await nobody.graphql.expectData(contents, { id: collectionId })).at('data.collection.contents')).toEqual({
      totalCount: 0,
      nodes: [],
    });
    await refusedToOthers((caller) => caller.graphql.send(READ_VERSION, { id: datasetId, version: ':draft' }));
    await refusedToOthers((caller) => caller.graphql.send(DOWNLOAD_URL, { id: files.get('nested') }));
  });

  test('the first publication is version 1.0', async () => {
    await refusedToOthers((caller) => caller.graphql.send(PUBLISH_DATASET, { input: { dataset: { id: datasetId }, type: 'MAJOR' } }));
    expect((await publish('MAJOR')).at('data.publishDataset.dataset.latestVersion')).toEqual({
      state: 'RELEASED',
      versionNumber: 1,
      versionMinorNumber: 0,
    });
    published.set('1.0', await readVersion('1.0'));
    expect((await nobody.graphql.expectData(READ_VERSION, { id: datasetId, version: ':latest' })).at('data.dataset.version')).toEqual(
      published.get('1.0'),
    );
  });

  test('a visitor without a token downloads through a signed address', async () => {
    const answer = await nobody.graphql.expectData(DOWNLOAD_URL, { id: files.get('large') });
    const signed = new URL(answer.text('data.file.downloadUrl.url'));
    const address = `${server.url}${signed.pathname}${signed.search}`;
    const { sizeBytes } = await digestOf(address, {});
    expect(sizeBytes).toBe(200 * 1024 * 1024);
    const part = await fetch(address, { headers: { Range: 'bytes=0-3' } });
    expect({ status: part.status, bytes: [...new Uint8Array(await part.arrayBuffer())] }).toEqual({ status: 206, bytes: [0, 0, 0, 0] });
    const altered = await fetch(address.replace(/expires=(\d)/, (_match, digit: string) => `expires=${(Number(digit) % 9) + 1}`));
    expect(altered.status).toBe(401);
  });

  test('new metadata makes a draft, which becomes 1.1', async () => {
    const before = await admin.graphql.expectData(READ_BLOCKS, { id: datasetId });
    const blocks = structuredClone(before.list('data.dataset.latestVersion.metadataBlocks')).map((block) => readJson(block).record(''));
    Object.assign(readJson(blocks).record('0.fields.0'), { value: 'A corrected title' });
    const metadataBlocks = Object.fromEntries(blocks.map((block) => [String(block['name']), block]));
    const input = { dataset: { id: datasetId }, version: { native: { metadataBlocks } } };
    await refusedToOthers((caller) => caller.graphql.send(UPDATE_DRAFT, { input }));
    const draft = await researcher.graphql.expectData(UPDATE_DRAFT, { input });
    expect(draft.record('data.updateDatasetDraft.datasetVersion')).toMatchObject({
      state: 'DRAFT',
      versionNumber: null,
      title: 'A corrected title',
      license: { name: readJson(published.get('1.0')).text('license.name') },
      metadataBlocks: blocks,
    });
    const stale = { ...input, ifUnmodifiedSince: '2001-01-01T00:00:00Z' };
    expect((await researcher.graphql.send(UPDATE_DRAFT, { input: stale })).code).toBe('DATASET_STALE');
    const seen = await stranger.graphql.expectData(READ_VERSION, { id: datasetId, version: ':latest' });
    expect(seen.at('data.dataset.version')).toEqual(published.get('1.0'));
    expect((await publish('MINOR')).at('data.publishDataset.dataset.latestVersion.versionMinorNumber')).toBe(1);
    published.set('1.1', await readVersion('1.1'));
  });

  test('a new file asks for a major version, 2.0', async () => {
    await addFile('late.txt', 'late\n');
    expect((await publish('MINOR')).code).toBe('DATASET_MINOR_VERSION_REFUSED');
    expect((await publish('MAJOR')).at('data.publishDataset.dataset.latestVersion')).toEqual({
      state: 'RELEASED',
      versionNumber: 2,
      versionMinorNumber: 0,
    });
    published.set('2.0', await readVersion('2.0'));
  });

  test('every version reads as it did when it was published', async () => {
    expect([...published.keys()]).toEqual(['1.0', '1.1', '2.0']);
    for (const [version, then] of published) expect({ version, now: await readVersion(version) }).toEqual({ version, now: then });
    expect([...published.values()].map((version) => readJson(version).number('fileCount'))).toEqual([4, 4, 5]);
    await refusedToOthers((caller) => caller.graphql.send(DELETE_DATASET, { input: { dataset: { id: datasetId } } }));
  });
});
