import pino from 'pino';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { parseCronItems } from 'graphile-worker';
import { SAVED_SEARCH_TIMES, savedSearchTasks } from '../../../src/jobs/run-saved-searches.ts';
import {
  assignRole,
  type Caller,
  createCollection,
  createDataset,
  createUser,
  publishDataset,
  type SeededCollection,
  superuser,
  succeeded,
} from '../../support/seed.ts';
import { startTestServer, type TestServer } from '../../support/server.ts';

const PATH = '/api/admin/savedsearches';

let server: TestServer;
let admin: Caller;
let datasetId: number;
beforeAll(async () => {
  server = await startTestServer();
  admin = superuser(server);
  const dataset = await createDataset(admin, await createCollection(admin));
  await publishDataset(admin, dataset);
  datasetId = dataset.id;
});
afterAll(() => server.stop());

let counter = 0;
let creator: Caller;
let creatorId: number;
let collection: SeededCollection;
beforeEach(async () => {
  await server.application.connection.sql`delete from saved_search`;
  creator = await createUser(server, `saver${(counter += 1)}`);
  creatorId = succeeded(await creator.rest.get('/api/users/:me')).number('data.id');
  collection = await createCollection(admin);
});

async function save(into = collection): Promise<number> {
  const search = { query: `id:dataset_${datasetId}`, definitionPointId: into.id, creatorId };
  return succeeded(await admin.rest.post(PATH, search)).number('data.id');
}

async function links(): Promise<readonly unknown[]> {
  const rows = await server.application.connection.sql`
    select linked_node_id as node, creator_id as creator from node_link where linking_collection_id = ${collection.id}`;
  return [...rows];
}

async function runNightly(): Promise<void> {
  const { connection, services } = server.application;
  const scope = { db: connection.db, services, commandServices: services, log: pino({ level: 'silent' }) };
  const [task] = Object.values(savedSearchTasks(scope));
  await task?.({}, { abortSignal: new AbortController().signal } as Parameters<NonNullable<typeof task>>[1]);
}

async function lastFaults(): Promise<readonly unknown[]> {
  const answer = await admin.graphql.send('{ savedSearches { nodes { lastFault lastRunAt } } }');
  return answer.at('data.savedSearches.nodes') as readonly unknown[];
}

test('the times of the job name its task', () => {
  const { connection, services } = server.application;
  const scope = { db: connection.db, services, log: pino({ level: 'silent' }) };
  expect(parseCronItems(SAVED_SEARCH_TIMES).map(({ task }) => task)).toEqual(Object.keys(savedSearchTasks(scope)));
});

test('the job links in the name of the creator, and a refused search does not keep the others', async () => {
  const elsewhere = await createCollection(admin);
  await save(elsewhere);
  await save();
  await assignRole(admin, collection, creator.identifier, 'admin');
  await runNightly();
  expect(await links()).toEqual([{ node: datasetId, creator: creatorId }]);
  expect(await lastFaults()).toEqual([
    { lastFault: expect.stringContaining('LinkDataset'), lastRunAt: expect.any(String) },
    { lastFault: null, lastRunAt: expect.any(String) },
  ]);
  await runNightly();
  expect(await links()).toHaveLength(1);
});

test('hundreds of hits are linked by one run, and what lies in a linked collection is linked as well', async () => {
  const { sql } = server.application.connection;
  await assignRole(admin, collection, creator.identifier, 'admin');
  const holding = await createCollection(admin, { name: 'Holding' });
  const inner = await createDataset(admin, holding);
  await publishDataset(admin, inner);
  // As many published collections as more than one page of hits has.
  await sql`insert into node (id, kind, owner_id, path, permission_path, published_at)
    select 500000 + i, 'COLLECTION', n.id, n.path || (500000 + i), array[500000 + i], now() from node n, generate_series(1, 520) i where n.owner_id is null`;
  await sql`insert into collection (id, alias, name, contact_emails) select 500000 + i, 'many-' || i, 'Numerous ' || i, '{a@example.org}' from generate_series(1, 520) i`;
  const query = `Numerous id:collection_${holding.id} id:dataset_${inner.id}`;
  const made = succeeded(await admin.rest.post(PATH, { query, definitionPointId: collection.id, creatorId }));
  const id = made.number('data.id');
  const answer = succeeded(await admin.rest.put(`${PATH}/makelinks/${id}`));
  const hits = answer.list(`data.hits for saved search id ${id}.0.hitInfo`) as { dvObjectId: number }[];
  expect(hits).toHaveLength(522);
  expect(hits.at(-1)?.dvObjectId).toBe(inner.id);
  expect(await links()).toHaveLength(522);
});

test('a search of a deactivated creator is refused', async () => {
  const id = await save();
  await assignRole(admin, collection, creator.identifier, 'admin');
  succeeded(await admin.rest.post(`/api/admin/authenticatedUsers/${creator.identifier.slice(1)}/deactivate`));
  expect((await admin.rest.put(`${PATH}/makelinks/${id}`)).errorCode).toBe('SAVED_SEARCH_REFUSED');
  expect(await links()).toEqual([]);
});

test('a search goes with the account of its creator', async () => {
  await save();
  succeeded(await admin.rest.delete(`/api/admin/authenticatedUsers/${creator.identifier.slice(1)}`));
  expect(await lastFaults()).toEqual([]);
});

test('a search goes with its collection', async () => {
  await save();
  succeeded(await admin.rest.delete(`/api/collections/${collection.alias}`));
  expect(await lastFaults()).toEqual([]);
});

test('a search is among the traces of its creator, and can be deleted', async () => {
  const id = await save();
  const traces = await admin.rest.get(`/api/users/${creator.identifier.slice(1)}/traces/savedSearches`);
  expect(traces.body).toBe(`id\r\n${id}\r\n`);
  const remove = 'mutation ($id: Int!) { deleteSavedSearch(input: { databaseId: $id }) { deletedSavedSearchDatabaseId } }';
  expect((await admin.graphql.send(remove, { id })).at('data.deleteSavedSearch.deletedSavedSearchDatabaseId')).toBe(id);
  expect((await admin.graphql.send(remove, { id })).code).toBe('SAVED_SEARCH_NOT_FOUND');
});
