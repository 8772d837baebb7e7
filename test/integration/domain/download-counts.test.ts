import pino from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { connectDatabase, type DatabaseConnection } from '../../../src/db/client.ts';
import { createUsageCollector } from '../../../src/domain/metrics/usage-collector.ts';
import type { UsageCollector } from '../../../src/kernel/ports/usage-collector.ts';
import { userAgentJudge } from '../../../src/domain/metrics/user-agents.ts';
import { createSettingsSource } from '../../../src/domain/installation/settings-source.ts';
import { addFile, createCollection, createDataset, type SeededDataset, superuser } from '../../support/seed.ts';
import { startTestServer, type TestServer } from '../../support/server.ts';

let server: TestServer;
let second: DatabaseConnection;
let dataset: SeededDataset;
beforeAll(async () => {
  server = await startTestServer();
  second = connectDatabase(server.databaseUrl);
  const admin = superuser(server);
  dataset = await createDataset(admin, await createCollection(admin));
});
afterAll(async () => {
  await second.close();
  await server.stop();
});

async function collectorOn({ db }: Pick<DatabaseConnection, 'db'>): Promise<UsageCollector> {
  return createUsageCollector({
    db,
    settings: await createSettingsSource(db),
    log: pino({ level: 'silent' }),
    key: server.application.services.signingKey,
    judge: userAgentJudge({ robots: [], machines: [] }),
    flushAfterMs: null,
  });
}

function newFile(): Promise<number> {
  return addFile(superuser(server), dataset);
}

async function downloadsOf(fileId: number): Promise<number | undefined> {
  const [row] = await server.application.connection.sql`select downloads::int from file_download where data_file_id = ${fileId}`;
  return row === undefined ? undefined : Number(row['downloads']);
}

test('processes that count the same files at once lose nothing', async () => {
  const files = [await newFile(), await newFile(), await newFile()];
  const collectors = [await collectorOn(server.application), await collectorOn(second)];
  for (let round = 0; round < 20; round += 1) {
    for (const [index, collector] of collectors.entries()) {
      for (const file of index === 0 ? files : files.toReversed()) collector.recordDownload(file);
    }
    await Promise.all(collectors.map((collector) => collector.flush()));
  }
  expect(await Promise.all(files.map(downloadsOf))).toEqual([40, 40, 40]);
});

test('a count that could not be written is written later', async () => {
  const file = await newFile();
  const { sql } = server.application.connection;
  const collector = await collectorOn(server.application);
  collector.recordDownload(file);
  await sql`alter table file_download rename to file_download_away`;
  await collector.flush();
  await sql`alter table file_download_away rename to file_download`;
  expect(await downloadsOf(file)).toBeUndefined();
  collector.recordDownload(file);
  await collector.flush();
  expect(await downloadsOf(file)).toBe(2);
});

test('a file that was deleted before its downloads are written does not affect other counts', async () => {
  const [gone, there] = [await newFile(), await newFile()];
  const collector = await collectorOn(server.application);
  for (const file of [gone, there]) collector.recordDownload(file);
  expect((await superuser(server).rest.delete(`/api/files/${gone}`)).status).toBe(200);
  await collector.flush();
  expect([await downloadsOf(gone), await downloadsOf(there)]).toEqual([undefined, 1]);
});

test('what was counted last is written when a process stops, and later downloads are not', async () => {
  const file = await newFile();
  const collector = await collectorOn(server.application);
  collector.recordDownload(file);
  await collector.close();
  collector.recordDownload(file);
  await collector.flush();
  expect(await downloadsOf(file)).toBe(1);
});
