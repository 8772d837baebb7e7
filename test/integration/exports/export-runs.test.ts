import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { sql } from 'drizzle-orm';
import pino from 'pino';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { lockExportsOf } from '../../../src/db/queries/exports/kept-exports.ts';
import { exporters } from '../../../src/formats/exports/exporters.ts';
import { type Jobs, startJobs } from '../../../src/jobs/start-jobs.ts';
import type { JsonReader } from '../../support/json-reader.ts';
import {
  type Caller,
  createCollection,
  createDataset,
  publishDataset,
  type SeededDataset,
  succeeded,
  superuser,
} from '../../support/seed.ts';
import { startTestServer, type TestServer } from '../../support/server.ts';
import { eventually } from '../storage/storage-world.ts';

const STATE =
  '{ metadataExportState { keptExports waitingDatasets runs { databaseId forgets fills datasetCount doneCount madeCount failedCount endedAt } } }';

let server: TestServer;
let admin: Caller;
let datasets: readonly [SeededDataset, SeededDataset, SeededDataset];
const running: Jobs[] = [];

async function work(): Promise<void> {
  const { db, services } = server.application;
  running.push(
    await startJobs({ connectionString: server.databaseUrl, db, services, commandServices: services, log: pino({ level: 'silent' }) }),
  );
}

async function stopWorking(): Promise<void> {
  await Promise.all(running.splice(0).map((jobs) => jobs.stop()));
}

beforeAll(async () => {
  server = await startTestServer();
  admin = superuser(server);
  const collection = await createCollection(admin);
  const published = async (): Promise<SeededDataset> => {
    const dataset = await createDataset(admin, collection);
    await publishDataset(admin, dataset);
    return dataset;
  };
  datasets = [await published(), await published(), await published()];
});
afterEach(stopWorking);
afterAll(async () => {
  await stopWorking();
  await server.stop();
});

async function state(): Promise<JsonReader> {
  return admin.graphql.expectData(STATE);
}

async function newestRun(): Promise<Record<string, unknown>> {
  return (await state()).record('data.metadataExportState.runs.0');
}

/** Waits for the end of everything that jobs are to do about exports. */
async function settled(): Promise<void> {
  await eventually(async () => {
    const rows = await server.application.db.execute(
      sql`select 1 from outbox_event where kind like 'MetadataExport%' and state = 'PENDING'`,
    );
    return rows.length === 0;
  });
}

async function idsOf(dataset: SeededDataset): Promise<readonly number[]> {
  const rows = await server.application.db.execute<{ id: number }>(
    sql`select id from metadata_export where dataset_id = ${dataset.id} order by id`,
  );
  return rows.map(({ id }) => id);
}

async function request(name: 'exportAll' | 'reExportAll' | 'clearExportTimestamps'): Promise<void> {
  succeeded(await admin.rest.get(`/api/admin/metadata/${name}`));
}

describe('exports', () => {
  it('are made by a job after publication, and anew after each', async () => {
    expect((await state()).at('data.metadataExportState')).toMatchObject({ keptExports: 0, waitingDatasets: 3, runs: [] });
    await work();
    await settled();
    const [dataset] = datasets;
    const first = await idsOf(dataset);
    expect(first).toHaveLength(exporters.length);
    expect((await state()).at('data.metadataExportState')).toMatchObject({ keptExports: 3 * exporters.length, waitingDatasets: 0 });

    const title = [{ typeName: 'title', value: 'Second' }];
    succeeded(await admin.rest.put(`/api/datasets/${dataset.id}/editMetadata?replace=true`, { fields: title }));
    await publishDataset(admin, dataset);
    await settled();
    const second = await idsOf(dataset);
    expect(second).toHaveLength(exporters.length);
    expect(second.filter((id) => first.includes(id))).toEqual([]);
  });

  it('that are kept are left alone by a run over what is missing', async () => {
    await server.application.db.execute(sql`delete from metadata_export where dataset_id = ${datasets[1].id}`);
    const before = await idsOf(datasets[0]);
    await request('exportAll');
    await work();
    await settled();
    expect(await newestRun()).toMatchObject({
      forgets: false,
      fills: true,
      datasetCount: 3,
      doneCount: 3,
      madeCount: exporters.length,
      failedCount: 0,
      endedAt: expect.any(String),
    });
    expect(await idsOf(datasets[0])).toEqual(before);
  });

  it('are all made again by a run that forgets them', async () => {
    const before = await idsOf(datasets[0]);
    await request('reExportAll');
    await work();
    await settled();
    expect(await newestRun()).toMatchObject({ forgets: true, doneCount: 3, madeCount: 3 * exporters.length, failedCount: 0 });
    const after = await idsOf(datasets[0]);
    expect(after).toHaveLength(exporters.length);
    expect(after.filter((id) => before.includes(id))).toEqual([]);
  });

  it('of one dataset are made again alone', async () => {
    const before = await Promise.all(datasets.map(idsOf));
    succeeded(await admin.rest.get(`/api/admin/metadata/${datasets[2].id}/reExportDataset`));
    expect(await idsOf(datasets[2])).toEqual([]);
    await work();
    await settled();
    expect(await idsOf(datasets[2])).toHaveLength(exporters.length);
    expect(await Promise.all(datasets.slice(0, 2).map(idsOf))).toEqual(before.slice(0, 2));
  });

  it('that were forgotten are made anew when they are asked for', async () => {
    const [dataset] = datasets;
    const ask = async () => succeeded(await admin.rest.get(`/api/datasets/export?exporter=ddi&persistentId=${dataset.persistentId}`));
    await ask();
    const before = await idsOf(dataset);
    succeeded(await admin.rest.get('/api/admin/metadata/clearExportTimestamps'));
    await ask();
    const added = (await idsOf(dataset)).filter((id) => !before.includes(id));
    expect(added).toHaveLength(1);
    const again = await admin.rest.get('/api/admin/metadata/clearExportTimestamps');
    expect(again.text('data.message')).toBe('cleared: 1');
  });

  it('that fail are counted, and leave those of other formats', async () => {
    const { db } = server.application;
    // No format that ends so can be stored.
    await db.execute(sql`alter table metadata_export add constraint no_ddi check (exporter !~ 'ddi$') not valid`);
    try {
      await request('reExportAll');
      await work();
      await settled();
    } finally {
      await db.execute(sql`alter table metadata_export drop constraint no_ddi`);
    }
    const others = exporters.filter(({ name }) => !name.endsWith('ddi'));
    expect(await newestRun()).toMatchObject({ doneCount: 3, madeCount: 3 * others.length, failedCount: 6 });
  });

  it('are made to the end by the next worker when the process of a run is killed', async () => {
    const { db } = server.application;
    await request('reExportAll');
    const { promise: mayGoOn, resolve: letGoOn } = Promise.withResolvers<void>();
    const { promise: isHeld, resolve: hold } = Promise.withResolvers<void>();
    const holding = db.transaction(async (tx) => {
      await lockExportsOf(tx, datasets[1].id);
      hold();
      await mayGoOn;
    });
    await isHeld;
    const script = fileURLToPath(new URL('./exporting-worker.ts', import.meta.url));
    const child = spawn(process.execPath, [script, server.databaseUrl, server.dataDir], { stdio: ['ignore', 'ignore', 'inherit'] });
    const exit = once(child, 'exit');
    try {
      await eventually(async () => (await newestRun())['doneCount'] === 1);
    } finally {
      child.kill('SIGKILL');
      await exit;
      letGoOn();
      await holding;
    }
    const first = await idsOf(datasets[0]);
    expect(await newestRun()).toMatchObject({ doneCount: 1, madeCount: exporters.length, endedAt: null });
    await work();
    await settled();
    expect(await newestRun()).toMatchObject({ doneCount: 3, madeCount: 3 * exporters.length, failedCount: 0, endedAt: expect.any(String) });
    expect(await idsOf(datasets[0])).toEqual(first);
  });
});
