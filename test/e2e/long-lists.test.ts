import { once } from 'node:events';
import { connect } from 'node:net';
import postgres from 'postgres';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type JsonReader, readJson } from '../support/json-reader.ts';
import {
  addFile,
  type Caller,
  createCollection,
  createDataset,
  createUser,
  exampleDataset,
  guest,
  publishDataset,
  type SeededCollection,
  type SeededDataset,
  succeeded,
  superuser,
} from '../support/seed.ts';
import { startTestServer, type TestServer } from '../support/server.ts';
import { untilQuiet } from '../support/statements.ts';

/** Lists without a page bound are sent a part at a time; their answers are those of any list. */
const MORE_FILES = 620;
const FILES = MORE_FILES + 1;
const VERSIONS = 40;

let server: TestServer;
let admin: Caller;
let nobody: Caller;
let collection: SeededCollection;
let dataset: SeededDataset;
/** All of them, by label. */
let labels: string[];

/** Gives the dataset many files, and the collection many datasets, as fast as the database takes them. */
async function fill(): Promise<void> {
  const sql = postgres(server.databaseUrl, { max: 1, onnotice: () => undefined });
  await sql`with made as (insert into node (id, kind, owner_id, path, permission_path, published_at)
      select numbered.id, 'DATAFILE', d.id, d.path || numbered.id, numbered.id || d.permission_path, now()
      from node d, (select nextval('node_id_seq')::int as id from generate_series(1, ${MORE_FILES}::int)) numbered where d.id = ${dataset.id} returning id),
    bytes as (insert into data_file (id, dataset_id, content_type, size_bytes, checksum_algorithm, checksum_value, storage_driver, storage_id)
      select id, ${dataset.id}, 'text/plain', id, 'MD5', md5(id::text), 'local', 'stored-' || id from made returning id)
    insert into file_metadata (dataset_id, data_file_id, valid_from, label, description)
    select ${dataset.id}, id, 1, 'row-' || id, repeat('words ', 100) from bytes`;
  await sql`insert into dataset_version (dataset_id, ordinal, state, version_number, version_minor_number, title, metadata, file_access_request, released_at)
    select v.dataset_id, n, 'RELEASED', n, 0, v.title, v.metadata, v.file_access_request, now()
    from dataset_version v, generate_series(2, ${VERSIONS}::int) n where v.dataset_id = ${dataset.id}`;
  await sql`with made as (insert into node (id, kind, owner_id, path, permission_path, published_at)
      select numbered.id, 'DATASET', c.id, c.path || numbered.id, numbered.id || c.permission_path, now()
      from node c, (select nextval('node_id_seq')::int as id from generate_series(1, 620)) numbered where c.id = ${collection.id} returning id)
    insert into dataset (id, protocol, authority, separator, identifier, storage_driver)
    select id, 'doi', '10.5072', '/', 'FK2/MANY' || id, 'local' from made`;
  const rows = await sql<{ label: string }[]>`select label from file_metadata where dataset_id = ${dataset.id} order by label, id`;
  labels = rows.map(({ label }) => label);
  await sql.end();
}

beforeAll(async () => {
  server = await startTestServer();
  admin = superuser(server);
  nobody = guest(server);
  collection = await createCollection(admin);
  dataset = await createDataset(admin, collection);
  await addFile(admin, dataset);
  await publishDataset(admin, dataset);
  await fill();
});
afterAll(() => server.stop());

const labelsOf = (files: readonly unknown[]): string[] => files.map((file) => readJson(file).text('label'));

async function read(target: string, caller = nobody): Promise<JsonReader & { readonly headers: Headers }> {
  return succeeded(await caller.rest.get(target));
}

describe('a list of any length', () => {
  test('of files is whole and in order beside the rest of its version', async () => {
    for (const target of [`/api/datasets/${dataset.id}/versions/1.0`, `/api/datasets/${dataset.id}/versions/:latest`]) {
      const answer = await read(target);
      expect(labelsOf(answer.list('data.files'))).toEqual(labels);
      expect(answer.text('data.versionState')).toBe('RELEASED');
      expect(answer.headers.get('etag')).toMatch(/^".+"$/);
      expect(answer.headers.get('content-length')).toBeNull();
    }
    expect(labelsOf((await read(`/api/datasets/${dataset.id}`)).list('data.latestVersion.files'))).toEqual(labels);
  });

  test('has each entry as a page of it has', async () => {
    const files = `/api/datasets/${dataset.id}/versions/1.0/files`;
    const pages = await Promise.all([0, 200, 400, 600].map((offset) => read(`${files}?limit=200&offset=${offset}`)));
    const all = await read(files);
    expect(all.list('data')).toEqual(pages.flatMap((page) => page.list('data')));
    expect(all.number('totalCount')).toBe(FILES);
    expect((await read(`/api/datasets/${dataset.id}/versions/1.0`)).list('data.files')).toEqual(all.list('data'));
  });

  test('of files by filter and order keeps to both, to its offset and to its limit', async () => {
    const files = `/api/datasets/${dataset.id}/versions/1.0/files`;
    const backwards = labels.toReversed();
    expect(labelsOf((await read(`${files}?orderCriteria=NameZA&offset=3&limit=601`)).list('data'))).toEqual(backwards.slice(3, 604));
    expect(labelsOf((await read(`${files}?limit=250`)).list('data'))).toEqual(labels.slice(0, 250));
    expect(labelsOf((await read(`${files}?limit=0`)).list('data'))).toEqual([]);
    const found = await read(`${files}?searchText=row-&orderCriteria=Size`);
    expect(found.number('totalCount')).toBe(MORE_FILES);
    const sizes = found.list('data').map((file) => readJson(file).number('dataFile.filesize'));
    expect(sizes).toHaveLength(MORE_FILES);
    expect(sizes).toEqual(sizes.toSorted((one, other) => one - other));
  });

  test('of versions has all files of each', async () => {
    const versions = (await read(`/api/datasets/${dataset.id}/versions`)).list('data').map((version) => readJson(version));
    expect(versions.map((version) => version.number('versionNumber'))).toEqual(
      Array.from({ length: VERSIONS }, (_, index) => VERSIONS - index),
    );
    for (const version of versions) expect(labelsOf(version.list('files'))).toEqual(labels);
    const some = (await read(`/api/datasets/${dataset.id}/versions?excludeFiles=true&offset=5&limit=22`)).list('data');
    expect(some.map((version) => readJson(version).number('versionNumber'))).toEqual(Array.from({ length: 22 }, (_, index) => 35 - index));
    expect(some.every((version) => readJson(version).at('files') === undefined)).toBe(true);
  });

  test('of what versions changed has all of them', async () => {
    const [file] = (await read(`/api/datasets/${dataset.id}/versions/1.0/files?limit=1`)).list('data').map((one) => readJson(one));
    const names = Array.from({ length: VERSIONS }, (_, index) => `${VERSIONS - index}.0`);
    for (const [target, name] of [
      [`/api/datasets/${dataset.id}/versions/compareSummary`, 'versionNumber'],
      [`/api/files/${file?.number('dataFile.id')}/versionDifferences`, 'datasetVersion'],
    ] as const) {
      const listed = async (query: string): Promise<unknown> => {
        const answer = await read(`${target}${query}`);
        expect(answer.number('totalCount')).toBe(VERSIONS);
        return answer.list('data').map((one) => readJson(one).at(name));
      };
      expect(await listed('')).toEqual(names);
      expect(await listed('?offset=5&limit=22')).toEqual(names.slice(5, 27));
      expect(await listed('?limit=0')).toEqual([]);
    }
  });

  test.each([
    ['versionsSlice', '{ title }', 'data.dataset.versionsSlice', 100, VERSIONS],
    ['versionSummaries', '{ summaries { kind } }', 'data.dataset.versionSummaries.summaries', 20, 20],
  ])('is a slice over GraphQL, of %s', async (field, selection, entries, most, sliced) => {
    const slice = (given: string) =>
      nobody.graphql.send(`{ dataset(reference: { databaseId: ${dataset.id} }) { ${field}${given && `(${given})`} ${selection} } }`);
    expect((await slice('')).list(entries)).toHaveLength(sliced);
    expect((await slice(`limit: ${most + 1}`)).code).toBe('PAGE_TOO_LARGE');
    for (const given of ['offset: -1', 'limit: -1']) expect((await slice(given)).code).toBe('BAD_USER_INPUT');
  });

  test('of children has all of them', async () => {
    const children = (await read(`/api/collections/${collection.id}/contents`)).list('data').map((child) => readJson(child).number('id'));
    expect(children).toHaveLength(621);
    expect(children).toEqual([...new Set(children)].toSorted((one, other) => one - other));
  });

  test('is no body of an answer to HEAD', async () => {
    const answer = await nobody.rest.send(`/api/collections/${collection.id}/contents`, { method: 'HEAD' });
    expect([answer.status, answer.body]).toEqual([200, '']);
  });

  test('is whole in the answer to a write, through a private URL, and of a withdrawn version', async () => {
    const written = succeeded(
      await admin.rest.put(`/api/datasets/${dataset.id}/versions/:draft`, exampleDataset('minimal').datasetVersion),
    );
    expect(labelsOf(written.list('data.files'))).toEqual(labels);
    expect(labelsOf((await read(`/api/datasets/${dataset.id}`, admin)).list('data.latestVersion.files'))).toEqual(labels);
    const token = succeeded(await admin.rest.post(`/api/datasets/${dataset.id}/privateUrl`)).text('data.token');
    expect(labelsOf((await read(`/api/datasets/privateUrlDatasetVersion/${token}`)).list('data.files'))).toEqual(labels);
    succeeded(await admin.rest.post(`/api/datasets/${dataset.id}/versions/1.0/deaccession`, { deaccessionReason: 'Wrong' }));
    const withdrawn = `/api/datasets/${dataset.id}/versions/1.0`;
    expect(labelsOf((await read(`${withdrawn}?includeDeaccessioned=true`)).list('data.files'))).toEqual(labels);
    expect(labelsOf((await read(`${withdrawn}/files?includeDeaccessioned=true`)).list('data'))).toEqual(labels);
  });

  test('is not read any further for a client that takes nothing, nor for one that has left', async () => {
    await untilQuiet(server);
    const { hostname, port } = new URL(server.url);
    const socket = connect({ host: hostname, port: Number(port) });
    socket.pause();
    socket.write(`GET /api/datasets/${dataset.id}/versions HTTP/1.1\r\nHost: archive.example.org\r\n\r\n`);
    const statements: string[] = [];
    for (let quiet = 0; quiet < 5;) {
      await new Promise((resolve) => setTimeout(resolve, 50));
      const sent = server.takeStatements();
      statements.push(...sent);
      quiet = sent.length === 0 && statements.length > 0 ? quiet + 1 : 0;
    }
    const whole = VERSIONS * Math.ceil((FILES - 100) / 100);
    expect(statements.length).toBeLessThan(whole);
    expect((await nobody.rest.get(`/api/datasets/${dataset.id}?excludeFiles=true`)).status).toBe(200);
    await untilQuiet(server);
    socket.destroy();
    await once(socket, 'close');
    await untilQuiet(server);
    expect(server.takeStatements()).toEqual([]);
  });
});

test('all notifications are sent a part at a time, each once and in order, up to the limit that is asked for', async () => {
  const told = await createUser(server, 'reader');
  const sql = postgres(server.databaseUrl, { max: 1, onnotice: () => undefined });
  await sql`insert into notification (user_account_id, type, details)
    select a.id, 'CREATEACC', '{}' from user_account a, generate_series(1, 250) where '@' || a.user_name = ${told.identifier}`;
  const rows = await sql<{ id: number }[]>`select n.id from notification n join user_account a on a.id = n.user_account_id
    where '@' || a.user_name = ${told.identifier} order by n.id desc`;
  await sql.end();
  const ids = rows.map(({ id }) => id);
  expect(ids.length).toBeGreaterThanOrEqual(250);
  const listed = async (query: string): Promise<unknown> => {
    const answer = succeeded(await told.rest.get(`/api/notifications/all${query}`));
    expect(answer.number('totalCount')).toBe(ids.length);
    return answer.list('data').map((one) => readJson(one).at('id'));
  };
  expect(await listed('')).toEqual(ids);
  expect(await listed('?inAppNotificationFormat=true&limit=0')).toEqual(ids);
  expect(await listed('?offset=5&limit=120')).toEqual(ids.slice(5, 125));
  expect(await listed('?limit=100')).toEqual(ids.slice(0, 100));
});

test('role assignments are sent a part at a time, each once and in order', async () => {
  const given = await createCollection(admin);
  const sql = postgres(server.databaseUrl, { max: 1, onnotice: () => undefined });
  await sql`insert into role_assignment (assignee, role_id, definition_point_id, effective_node_id)
    select '@user-' || n, (select min(id) from role), ${given.id}, ${given.id} from generate_series(1, 250) n`;
  const rows = await sql<{ id: number }[]>`select id from role_assignment where definition_point_id = ${given.id} order by id`;
  await sql.end();
  const listed = await read(`/api/collections/${given.alias}/assignments`, admin);
  expect(listed.list('data').map((one) => readJson(one).number('id'))).toEqual(rows.map(({ id }) => id));

  const slice = (asked: string) =>
    admin.graphql.send(
      `{ collection(reference: { databaseId: ${given.id} }) { roleAssignments${asked} { totalCount nodes { databaseId } pageInfo { hasNextPage hasPreviousPage startCursor endCursor } } } }`,
    );
  const field = 'data.collection.roleAssignments';
  const databaseIds = rows.map(({ id }) => ({ databaseId: id }));
  const first = await slice('(first: 100)');
  expect(first.list(`${field}.nodes`)).toEqual(databaseIds.slice(0, 100));
  expect(first.at(`${field}.totalCount`)).toBe(rows.length);
  const second = await slice(`(first: 100, after: "${first.text(`${field}.pageInfo.endCursor`)}")`);
  expect(second.list(`${field}.nodes`)).toEqual(databaseIds.slice(100, 200));
  expect((await slice('')).list(`${field}.nodes`)).toHaveLength(20);
  const last = await slice('(last: 2)');
  expect(last.list(`${field}.nodes`)).toEqual(databaseIds.slice(-2));
  expect(last.at(`${field}.pageInfo`)).toMatchObject({ hasNextPage: false, hasPreviousPage: true });
  const before = await slice(`(last: 2, before: "${last.text(`${field}.pageInfo.startCursor`)}")`);
  expect(before.list(`${field}.nodes`)).toEqual(databaseIds.slice(-4, -2));
  expect(before.at(`${field}.pageInfo`)).toMatchObject({ hasNextPage: true, hasPreviousPage: true });
  for (const tooMany of ['(first: 101)', '(last: 101)']) expect((await slice(tooMany)).code).toBe('PAGE_TOO_LARGE');
  expect((await slice('(first: 1, last: 1)')).code).toBe('BAD_USER_INPUT');
  expect((await slice('(before: "nonsense")')).code).toBe('CURSOR_INVALID');
});
