// Lines of the contract's section on metrics that no row alone holds: the cache, forms, and what a path may not be. Source: users-admin.md 15.
import { existsSync, readFileSync } from 'node:fs';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import {
  addFile,
  createCollection,
  createDataset,
  guest,
  publishDataset,
  type SeededCollection,
  succeeded,
  superuser,
} from '../support/seed.ts';
import { startTestServer, type TestServer } from '../support/server.ts';

const CONTRACT = new URL('../../../shared/contract/users-admin.md', import.meta.url);
const BROWSER = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';
const KINDS = ['collections', 'datasets', 'files', 'downloads', 'accounts'];
const month = new Date().toISOString().slice(0, 7);

let server: TestServer;
let collection: SeededCollection;
let files: readonly number[];
beforeAll(async () => {
  server = await startTestServer();
  const admin = superuser(server);
  collection = await createCollection(admin);
  const dataset = await createDataset(admin, collection);
  files = [await addFile(admin, dataset), await addFile(admin, dataset)];
  await publishDataset(admin, dataset);
  await server.application.connection.sql`update data_file set persistent_id = 'doi:10.5072/FK2/FILE/2' where id = ${files[1] ?? 0}`;
  for (const file of [files[0], files[1], files[1]]) {
    succeeded(await admin.rest.get(`/api/access/datafile/${file}`, { 'User-Agent': BROWSER }));
  }
  await server.application.services.usage.flush();
});
afterAll(() => server.stop());
beforeEach(async () => {
  await server.application.connection.sql`delete from metric_cache`;
});

const ask = (path: string, headers: Record<string, string> = {}) => guest(server).rest.get(`/api/info/metrics/${path}`, headers);

/** What is kept, by name and month. */
async function kept(): Promise<string[]> {
  const rows = await server.application.connection.sql`select name, variant from metric_cache order by name, variant`;
  return rows.map(({ name, variant }) => `${String(name)} ${String(variant)}`.trim());
}

test.skipIf(!existsSync(CONTRACT))('every name of the table clears what was kept under it (needs ../shared/contract)', async () => {
  const lines = readFileSync(CONTRACT, 'utf8').split('\n');
  const start = lines.findIndex((line) => line.startsWith('| Name | Endpoint below'));
  const table = lines.slice(start + 2, lines.indexOf('', start));
  const names = table.flatMap((line) => [...(line.split('|')[1] ?? '').matchAll(/`([^`]+)`/gu)].map(([, name = '']) => name));
  expect(names.length).toBeGreaterThan(20);
  for (const name of names) {
    const named = name.replace('<metric>', 'viewsTotal').replace('<country>', 'de');
    await ask(pathOf(named));
    expect(await kept(), named).not.toEqual([]);
    expect((await superuser(server).rest.delete(`/api/admin/clearMetricsCache/${named}`)).at('data.message')).toBe(
      `metric cache ${named} cleared.`,
    );
    expect(await kept(), named).toEqual([]);
  }
});

/** A path that keeps something under a name. */
function pathOf(name: string): string {
  const [, metric, country] = /^MDC-([a-zA-Z]+)(?:-([a-z]{2}))?$/u.exec(name) ?? [];
  if (metric !== undefined) return `makeDataCount/${metric}${country === undefined ? '' : `?country=${country}`}`;
  const [, kind, form] = /^([a-z]+)(ToMonth|PastDays)$/u.exec(name) ?? [];
  if (kind !== undefined) return form === 'ToMonth' ? `${kind}/toMonth/${month}` : `${kind}/pastDays/7`;
  const special: Readonly<Record<string, string>> = {
    collectionsByCategory: 'collections/byCategory',
    collectionsBySubject: 'collections/bySubject',
    datasetsBySubjectToMonth: `datasets/bySubject/toMonth/${month}`,
    filesByType: 'files/byType',
    filesByTypeMonthly: 'files/byType/monthly',
  };
  return special[name] ?? (KINDS.includes(name) ? `${name}/monthly` : name.toLowerCase());
}

test('with a month at its end, a name clears that month alone, in either form', async () => {
  for (const asked of ['2025-07', '2025-08', month]) await ask(`filedownloads/toMonth/${asked}`);
  expect(await kept()).toEqual(['fileDownloads 2025-07', 'fileDownloads 2025-08', `fileDownloads ${month}`]);
  succeeded(await superuser(server).rest.delete('/api/admin/clearMetricsCache/fileDownloads_2025-07'));
  expect(await kept()).toEqual(['fileDownloads 2025-08', `fileDownloads ${month}`]);
  succeeded(await superuser(server).rest.delete('/api/admin/clearMetricsCache/fileDownloads_metric202508'));
  expect(await kept()).toEqual([`fileDownloads ${month}`]);
  succeeded(await superuser(server).rest.delete('/api/admin/clearMetricsCache/nosuch'));
  expect(await kept()).toEqual([`fileDownloads ${month}`]);
});

test.each(['', '/datasets'])('other methods on the cache%s are not there', async (path) => {
  expect((await superuser(server).rest.get(`/api/admin/clearMetricsCache${path}`)).status).toBe(405);
});

test('a month that has ended is kept for ever, unless it was computed before its end; all else as long as the setting says', async () => {
  const { sql } = server.application.connection;
  const age = (minutes: number) => sql`update metric_cache set computed_at = now() - make_interval(mins => ${minutes})`;
  const at = async () => (await sql<{ at: string }[]>`select computed_at::text as at from metric_cache`).map((row) => row.at);
  const isKept = async (path: string, minutes: number) => {
    await ask(path);
    await age(minutes);
    const before = await at();
    await ask(path);
    const same = JSON.stringify(before) === JSON.stringify(await at());
    await sql`delete from metric_cache`;
    return same;
  };
  expect(await isKept('filedownloads/toMonth/2020-01', 60 * 24 * 365)).toBe(true);
  const last = new Date(Date.UTC(new Date().getUTCFullYear(), new Date().getUTCMonth() - 1, 1)).toISOString().slice(0, 7);
  // Forty days ago the last month had not ended.
  expect(await isKept(`filedownloads/toMonth/${last}`, 60 * 24 * 40)).toBe(false);
  expect(await isKept(`filedownloads/toMonth/${month}`, 60 * 24 * 8)).toBe(false);
  succeeded(await superuser(server).rest.send('/api/admin/settings/:MetricsCacheTimeoutMinutes', { method: 'PUT', raw: '5' }));
  expect([await isKept('datasets', 4), await isKept('datasets', 6)]).toEqual([true, false]);
  succeeded(await superuser(server).rest.delete('/api/admin/settings/:MetricsCacheTimeoutMinutes'));
});

test.each(KINDS)('%s to a month that is not named is not there', async (kind) => {
  expect((await ask(`${kind}/toMonth`)).status).toBe(404);
});

test.each(['toMonth', 'pastDays'])('datasets %s know the location of data', async (form) => {
  const path = `datasets/${form}/${form === 'toMonth' ? month : '7'}`;
  for (const [location, count] of [
    ['local', 1],
    ['remote', 0],
    ['all', 1],
  ] as const) {
    expect((await ask(`${path}?dataLocation=${location}`)).at('data.count'), location).toBe(count);
  }
});

test('files that were downloaded come by number, with their identifier where they have one', async () => {
  const answer = await ask('filedownloads', { Accept: 'application/json' });
  expect(answer.at('data')).toEqual([
    { id: files[1], pid: 'doi:10.5072/FK2/FILE/2', count: 2 },
    { id: files[0], count: 1 },
  ]);
  expect((await ask('filedownloads', { Accept: 'text/csv' })).body).toBe(
    `id,pid,count\r\n${files[1]},doi:10.5072/FK2/FILE/2,2\r\n${files[0]},,1\r\n`,
  );
});

test.each(['datasets', `datasets/toMonth/${month}`, 'tree', 'makeDataCount/viewsTotal'])('%s is JSON, whatever is asked', async (path) => {
  for (const accept of ['text/csv', 'image/png']) {
    const answer = await ask(path, { Accept: accept });
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, expect.stringContaining('application/json')]);
  }
});

test('nobody is asked who he is: a token that is none is ignored', async () => {
  expect((await ask('datasets', { 'X-Service-key': 'nosuch' })).status).toBe(200);
  expect((await ask('datasets?key=nosuch')).status).toBe(400);
});
