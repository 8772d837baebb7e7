/** Requests with the header Idempotency-Key: docs/how-to/bulk.md, "Requests that are sent again". */
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import {
  assignRole,
  type Caller,
  createCollection,
  createUser,
  exampleDataset,
  guest,
  type SeededCollection,
  superuser,
  uniqueName,
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

const CREATE = `mutation ($input: CreateDatasetInput!) {
  createDataset(input: $input) { userErrors { code } dataset { databaseId persistentId reviewHistory { nodes { action } } } }
}`;

const inputFor = (alias: string) => ({ input: { collection: { alias }, version: { native: exampleDataset('minimal').datasetVersion } } });

function create(caller: Caller, key: string, variables: Readonly<Record<string, unknown>> = inputFor(collection.alias)) {
  return caller.graphql.send(CREATE, variables, { 'Idempotency-Key': key });
}

async function datasetCount(): Promise<number> {
  const [row] = await server.application.connection.sql<{ count: number }[]>`select count(*)::int as count from dataset`;
  return row?.count ?? 0;
}

test('a mutation that is sent again gives its first answer, and is done once', async () => {
  const before = await datasetCount();
  const key = uniqueName('key');
  const first = await create(admin, `"${key}"`);
  const again = await create(admin, key);
  expect(first.at('errors')).toBeUndefined();
  expect(again.at('data')).toEqual(first.at('data'));
  expect([first.at('extensions.idempotency'), again.at('extensions.idempotency')]).toEqual([undefined, { repeated: true }]);
  expect(await datasetCount()).toBe(before + 1);
});

test('a key that another request was sent with is refused, and the same key of another account is another one', async () => {
  const before = await datasetCount();
  const key = uniqueName('key');
  const depositor = await createUser(server, 'depositor');
  await assignRole(admin, collection, depositor.identifier, 'dsContributor');
  await create(admin, key);
  const other = await create(admin, key, inputFor('root'));
  expect([other.status, other.code]).toEqual([422, 'IDEMPOTENCY_KEY_REUSED']);
  const theirs = await create(depositor, key);
  expect(theirs.at('errors')).toBeUndefined();
  expect(await datasetCount()).toBe(before + 2);
});

test('while the first is under way, another one is refused for now', async () => {
  const before = await datasetCount();
  const key = uniqueName('key');
  const { sql } = server.application.connection;
  const lock = await sql.reserve();
  await lock`begin`;
  // Read for the answer alone: the command is committed, and its answer waits.
  await lock`lock table review_event in access exclusive mode`;
  const first = create(admin, key);
  await vi.waitFor(async () => expect(await datasetCount()).toBe(before + 1), 20_000);
  const second = await create(admin, key);
  await lock`rollback`;
  lock.release();
  expect([second.status, second.code]).toEqual([409, 'IDEMPOTENCY_KEY_IN_USE']);
  expect((await first).at('errors')).toBeUndefined();
  expect((await create(admin, key)).at('data')).toEqual((await first).at('data'));
  expect(await datasetCount()).toBe(before + 1);
});

test('a request whose key cannot be written while the database is away is answered by 503', async () => {
  const { sql } = server.application.connection;
  const lock = await sql.reserve();
  await lock`begin`;
  await lock`lock table idempotency_key in access exclusive mode`;
  const key = uniqueName('key');
  const answer = create(admin, key);
  await vi.waitFor(async () => {
    // Not in the transaction, which keeps what it has seen of the others.
    const rows = await sql`
      select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock' and query like '%"idempotency_key"%'`;
    expect(rows).toHaveLength(1);
  }, 20_000);
  await lock`rollback`;
  lock.release();
  expect([(await answer).status, (await answer).code]).toEqual([503, 'SERVICE_UNAVAILABLE']);
});

test('a request that has changed nothing is not remembered', async () => {
  const key = uniqueName('key');
  const refused = await create(admin, key, inputFor('no-such-collection'));
  expect(refused.at('extensions.idempotency')).toBeUndefined();
  expect((await create(admin, key)).at('errors')).toBeUndefined();
});

test('answers with secrets are kept encrypted', async () => {
  const key = uniqueName('key');
  const made = 'mutation { createToken(input: { name: "kept", scopes: [READ] }) { secret } }';
  const first = await admin.graphql.send(made, {}, { 'Idempotency-Key': key });
  const token = first.text('data.createToken.secret');
  const again = await admin.graphql.send(made, {}, { 'Idempotency-Key': key });
  expect(again.text('data.createToken.secret')).toBe(token);
  const [row] = await server.application.connection.sql<{ answer: string }[]>`select answer from idempotency_key where key = ${key}`;
  expect(row?.answer).toMatch(/^sealed:v1:/);
  expect(row?.answer).not.toContain(token);
});

test('guests have no keys, and keys have a form', async () => {
  const asGuest = await create(guest(server), uniqueName('key'));
  expect([asGuest.status, asGuest.code]).toEqual([401, 'AUTHENTICATION_REQUIRED']);
  for (const key of ['', 'two, keys', '"', 'é', 'k'.repeat(256), 'k'.repeat(10_000)]) {
    const answer = await create(admin, Buffer.from(key).toString('latin1'));
    expect([key.slice(0, 10), answer.status, answer.code]).toEqual([key.slice(0, 10), 400, 'IDEMPOTENCY_KEY_INVALID']);
  }
  const query = await guest(server).graphql.send('{ __typename }', {}, { 'Idempotency-Key': 'unread' });
  expect(query.at('data')).toEqual({ __typename: 'Query' });
});

test('keys are forgotten a day later', async () => {
  const key = uniqueName('key');
  const first = await create(admin, key);
  await server.application.connection.sql`update idempotency_key set expires_at = now() - interval '1 second' where key = ${key}`;
  const again = await create(admin, key);
  expect(again.at('data.createDataset.dataset.databaseId')).not.toBe(first.at('data.createDataset.dataset.databaseId'));
});
