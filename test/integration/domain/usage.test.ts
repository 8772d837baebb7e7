import pino from 'pino';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { connectDatabase, type DatabaseConnection } from '../../../src/db/client.ts';
import { deleteUsageTraces, listUsageTraces, saveUsageTraces } from '../../../src/db/queries/metrics/usage.ts';
import { createUsageCollector } from '../../../src/domain/metrics/usage-collector.ts';
import type { UsageCollector } from '../../../src/kernel/ports/usage-collector.ts';
import { userAgentJudge } from '../../../src/domain/metrics/user-agents.ts';
import type { Visitor } from '../../../src/kernel/ports/visitor.ts';
import { createSettingsSource } from '../../../src/domain/installation/settings-source.ts';
import { createCollection, createDataset, publishDataset, type SeededDataset, superuser } from '../../support/seed.ts';
import { startTestServer, type TestServer } from '../../support/server.ts';

const NOON = Date.UTC(2026, 4, 20, 12, 0, 0);
const VISITOR: Visitor = { address: '192.0.2.7', userAgent: 'Mozilla/5.0 Firefox/140.0', country: 'de' };
const judge = userAgentJudge({ robots: ['bot'], machines: ['python'] });

let server: TestServer;
let second: DatabaseConnection;
let dataset: SeededDataset;
/** What the clock of all collectors shows. */
let time = NOON;

beforeAll(async () => {
  server = await startTestServer();
  second = connectDatabase(server.databaseUrl);
});
afterAll(async () => {
  await second.close();
  await server.stop();
});
beforeEach(async () => {
  time = NOON;
  const admin = superuser(server);
  dataset = await createDataset(admin, await createCollection(admin));
  await publishDataset(admin, dataset);
});

async function collectorOn({ db }: Pick<DatabaseConnection, 'db'>, options: { key?: Buffer } = {}): Promise<UsageCollector> {
  return createUsageCollector({
    db,
    settings: await createSettingsSource(db),
    log: pino({ level: 'silent' }),
    key: options.key ?? server.application.services.signingKey,
    judge,
    flushAfterMs: null,
    now: () => time,
  });
}

/** A use at so many seconds after noon. */
function use(collector: UsageCollector, resource: string, seconds: number, visitor: Partial<Visitor> = {}): void {
  time = NOON + seconds * 1000;
  collector.record({ visitor: { ...VISITOR, ...visitor }, account: null, datasetId: dataset.id, resource });
}

async function counts(): Promise<readonly unknown[]> {
  const { sql } = server.application.connection;
  return sql`
    select month, country, machine, views_total::int, views_unique::int, downloads_total::int, downloads_unique::int
    from usage_month where dataset_id = ${dataset.id} order by month, country, machine`;
}

const row = (views: readonly [number, number], downloads: readonly [number, number], more: object = {}) => ({
  month: '2026-05',
  country: 'de',
  machine: false,
  views_total: views[0],
  views_unique: views[1],
  downloads_total: downloads[0],
  downloads_unique: downloads[1],
  ...more,
});

describe('two processes', () => {
  test('count a session once and add up what it did', async () => {
    const [one, other] = await Promise.all([collectorOn(server.application), collectorOn(second)]);
    use(one, 'v1', 0);
    use(other, 'v1', 100);
    use(other, 'f9', 200);
    use(one, 'f8', 300);
    await Promise.all([one.flush(), other.flush()]);
    expect(await counts()).toEqual([row([4, 1], [2, 1])]);
  });

  test('take a double click that both have seen for one', async () => {
    const [one, other] = await Promise.all([collectorOn(server.application), collectorOn(second)]);
    use(one, 'v1', 0);
    use(other, 'v1', 20);
    use(one, 'v1', 51);
    await other.flush();
    await one.flush();
    expect(await counts()).toEqual([row([2, 1], [0, 0])]);
  });

  test('lose nothing when they write at the same moment', async () => {
    const collectors = await Promise.all([server.application, second, server.application, second].map((db) => collectorOn(db)));
    for (const [at, collector] of collectors.entries()) {
      for (let n = 0; n < 50; n += 1) use(collector, 'v1', n, { address: `192.0.2.${at * 50 + n}` });
    }
    await Promise.all(collectors.map((collector) => collector.flush()));
    expect(await counts()).toEqual([row([200, 200], [0, 0])]);
  });
});

test('what is in memory is written by close, and nothing is taken after it', async () => {
  const collector = await collectorOn(server.application);
  use(collector, 'v1', 0);
  await collector.close();
  use(collector, 'v2', 100);
  await collector.flush();
  expect(await counts()).toEqual([row([1, 1], [0, 0])]);
});

test('machines and countries are told apart, robots and unknown countries are not', async () => {
  const collector = await collectorOn(server.application);
  use(collector, 'v1', 0, { userAgent: 'python-requests/2.32', country: 'fr' });
  use(collector, 'v1', 100, { userAgent: 'Googlebot', country: 'fr' });
  use(collector, 'v1', 200, { country: 'xx' });
  await collector.flush();
  expect(await counts()).toEqual([row([1, 1], [0, 0], { country: '' }), row([1, 1], [0, 0], { country: 'fr', machine: true })]);
});

test('stored sessions identify no person: their hashes depend on the secret of the installation', async () => {
  const sessions = async (): Promise<string[]> => {
    const rows = await server.application.connection.sql<{ session: string }[]>`
      select encode(session, 'hex') as session from usage_trace where dataset_id = ${dataset.id} order by 1`;
    return rows.map(({ session }) => session);
  };
  const [one, other] = await Promise.all([collectorOn(server.application), collectorOn(second, { key: Buffer.alloc(32, 7) })]);
  use(one, 'v1', 0);
  use(other, 'v1', 0);
  await one.flush();
  await other.flush();
  const stored = await sessions();
  expect(stored).toHaveLength(2);
  expect(stored.every((session) => /^[0-9a-f]{32}$/.test(session))).toBe(true);
});

test('traces go after hours, the counts stay', async () => {
  const collector = await collectorOn(server.application);
  use(collector, 'v1', 0);
  await collector.flush();
  expect(await deleteUsageTraces(server.application.db, 2, 100_000)).toBeGreaterThan(0);
  expect(await deleteUsageTraces(server.application.db, 2, 100_000)).toBe(0);
  expect(await counts()).toEqual([row([1, 1], [0, 0])]);
});

test('usage of a dataset that is gone is dropped, and that of others written', async () => {
  const collector = await collectorOn(server.application);
  use(collector, 'v1', 0);
  collector.record({ visitor: VISITOR, account: null, datasetId: 987_654, resource: 'v1' });
  await collector.flush();
  expect(await counts()).toEqual([row([1, 1], [0, 0])]);
});

test('a batch reads what is known of its own visits, however much its sessions have gone through', async () => {
  const { db } = server.application;
  const admin = superuser(server);
  const other = await createDataset(admin, await createCollection(admin));
  const session = 'ab'.repeat(16);
  const trace = { session, resource: 'v1', lastAt: NOON };
  await saveUsageTraces(db, [
    { ...trace, datasetId: dataset.id },
    { ...trace, datasetId: other.id },
  ]);
  expect(
    await listUsageTraces(db, [
      { session, datasetId: other.id },
      { session, datasetId: other.id },
    ]),
  ).toEqual([{ ...trace, datasetId: other.id }]);
});
