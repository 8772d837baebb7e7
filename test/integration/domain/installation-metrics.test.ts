import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createCollection, createDataset, guest, publishDataset, superuser, succeeded } from '../../support/seed.ts';
import { startTestServer, type TestServer } from '../../support/server.ts';

let server: TestServer;
let alias: string;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());
beforeEach(async () => {
  ({ alias } = await createCollection(superuser(server)));
});

async function countOf(kind = 'datasets'): Promise<number> {
  return succeeded(await guest(server).rest.get(`/api/info/metrics/${kind}?parentAlias=${alias}`)).number('data.count');
}

async function publishOne(): Promise<number> {
  const dataset = await createDataset(superuser(server), { id: 0, alias });
  await publishDataset(superuser(server), dataset);
  return dataset.id;
}

test('a number stays until it is cleared, by any name of its series', async () => {
  expect(await countOf()).toBe(0);
  await publishOne();
  expect(await countOf()).toBe(0);
  succeeded(await superuser(server).rest.delete('/api/admin/clearMetricsCache/files'));
  expect(await countOf()).toBe(0);
  succeeded(await superuser(server).rest.delete('/api/admin/clearMetricsCache/datasetsToMonth_2026-01'));
  expect(await countOf()).toBe(1);
  await publishOne();
  succeeded(await superuser(server).rest.delete('/api/admin/clearMetricsCache'));
  expect(await countOf()).toBe(2);
});

test('a number is computed anew when its time is over', async () => {
  expect(await countOf()).toBe(0);
  await publishOne();
  await server.application.connection.sql`update metric_cache set computed_at = now() - interval '10079 minutes'`;
  expect(await countOf()).toBe(0);
  await server.application.connection.sql`update metric_cache set computed_at = now() - interval '10081 minutes'`;
  expect(await countOf()).toBe(1);
});

test('a dataset that is withdrawn does not count', async () => {
  const id = await publishOne();
  const reason = { deaccessionReason: 'Withdrawn for a test.' };
  succeeded(await superuser(server).rest.post(`/api/datasets/${id}/versions/1.0/deaccession`, reason));
  expect([await countOf(), await countOf('files')]).toEqual([0, 0]);
});

test('those who ask for the same number at once are given one computation', async () => {
  await publishOne();
  expect(await Promise.all(Array.from({ length: 20 }, () => countOf()))).toEqual(Array.from({ length: 20 }, () => 1));
});

test('the newest thousand of them are kept', async () => {
  const { sql } = server.application.connection;
  await sql`insert into metric_cache (name, collection_id, variant, value, computed_at) select 'old', 1, n::text, '0', now() - interval '1 day' from generate_series(1, 1500) n`;
  await countOf();
  const [row] = await sql`select count(*)::int as count from metric_cache`;
  expect(row).toEqual({ count: 1000 });
  await sql`delete from metric_cache`;
});

test('a collection that was measured can be deleted', async () => {
  await countOf();
  expect((await superuser(server).rest.delete(`/api/collections/${alias}`)).status).toBe(200);
});

test('several numbers come in one answer of GraphQL, and too many long lists are refused', async () => {
  await publishOne();
  const document = `query ($alias: String!) { installationMetrics(within: { alias: $alias }) {
    datasets: count(of: DATASETS) accounts: count(of: ACCOUNTS) tree { alias depth } datasetsBySubject { name count } } }`;
  const answer = await guest(server).graphql.send(document, { alias });
  expect(answer.at('data.installationMetrics.datasets')).toBe(1);
  expect(answer.at('data.installationMetrics.tree')).toEqual([{ alias, depth: 0 }]);
  const lists = Array.from({ length: 6 }, (_, index) => `l${index}: downloadTotals(by: FILE) { count }`).join(' ');
  expect((await guest(server).graphql.send(`{ installationMetrics { ${lists} } }`)).code).toBe('QUERY_TOO_COSTLY');
});
