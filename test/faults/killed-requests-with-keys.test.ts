import postgres from 'postgres';
import { expect, onTestFinished, test } from 'vitest';
import { graphqlClient } from '../support/graphql-client.ts';
import { exampleDataset } from '../support/seed.ts';
import { startServerProcess, until, UNHURRIED } from '../support/server-process.ts';
import { queryDatabase, startFreshServer, TOKEN } from './depositor.ts';

const CREATE = `mutation ($input: CreateDatasetInput!) {
  createDataset(input: $input) { dataset { databaseId persistentId reviewHistory { nodes { action } } latestVersion { state } } }
}`;
const variables = { input: { collection: { alias: 'root' }, version: { native: exampleDataset('minimal').datasetVersion } } };
const headers = { 'Idempotency-Key': 'deposit-1' };

const datasetsOf = (url: string) => queryDatabase(url, async (sql) => sql<{ id: number }[]>`select id from dataset`);

test('a server that is killed after the commit and before the answer gives it to the next request with the key', UNHURRIED, async () => {
  const { server, databaseUrl, dataDir } = await startFreshServer();
  const sql = postgres(databaseUrl, { max: 1, onnotice: () => undefined });
  onTestFinished(() => sql.end());
  const lock = await sql.reserve();
  await lock`begin`;
  // Read for the answer alone: the dataset is committed, and the answer waits.
  await lock`lock table review_event in access exclusive mode`;
  const lost = graphqlClient(server.url, TOKEN).send(CREATE, variables, headers);
  lost.catch(() => undefined);
  await until('the dataset is committed', async () => (await datasetsOf(databaseUrl)).length === 1);

  server.signal('SIGKILL');
  await server.ended;
  await expect(lost).rejects.toBeDefined();
  await lock`rollback`;
  lock.release();
  const next = await startServerProcess({ dataDir, env: { DATABASE_URL: databaseUrl, SUPERUSER_API_TOKEN: TOKEN } });

  const client = graphqlClient(next.url, TOKEN);
  const [dataset] = await datasetsOf(databaseUrl);
  const answer = await client.send(CREATE, variables, headers);
  expect(answer.at('errors')).toBeUndefined();
  expect(answer.at('data.createDataset.dataset.databaseId')).toBe(dataset?.id);
  expect(answer.at('data.createDataset.dataset.latestVersion.state')).toBe('DRAFT');
  expect((await client.send(CREATE, variables, headers)).at('data')).toEqual(answer.at('data'));
  expect(await datasetsOf(databaseUrl)).toHaveLength(1);
});
