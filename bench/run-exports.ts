/**
 * `node bench/run-exports.ts [--datasets 20000] [--files 10000] [--records 100000]`: what exports and harvests of many cost. After npm run build.
 */
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import postgres, { type Sql } from 'postgres';
import { z } from 'zod';
import { startEmbeddedPostgres } from '../src/db/embedded/embedded-postgres.ts';
import { callApi, callGraphql, SUPERUSER_TOKEN } from './api-client.ts';
import { type ChildServer, processorMilliseconds, timed } from './child-server.ts';
import { median } from './compare.ts';
import { measure, type Target, warmUp } from './load.ts';
import { startBundle } from './our-server.ts';
import { startReferences } from './reference-servers.ts';
import { seed } from './seed.ts';
import { seedFiles } from './seed-files.ts';

const { values } = parseArgs({
  options: {
    datasets: { type: 'string', default: '20000' },
    files: { type: 'string', default: '10000' },
    records: { type: 'string', default: '100000' },
  },
});
const [datasets, files, records] = [Number(values.datasets), Number(values.files), Number(values.records)];
const POOL_SIZE = 10;
const ROUNDS = 3;
const SECONDS = 3;
const print = (line: string): void => void process.stdout.write(`${line}\n`);
const megabytes = (bytes: number): string => `${(bytes / 1024 / 1024).toFixed(0)} MB`;

/** The text of an answer. @throws Error when it is not a success. */
async function read(url: string): Promise<string> {
  const response = await fetch(url, { headers: { 'x-service-key': SUPERUSER_TOKEN } });
  const text = await response.text();
  if (!response.ok) throw new Error(`${url} gave ${response.status}: ${text.slice(0, 500)}`);
  return text;
}

const state = z.object({
  metadataExportState: z.object({
    runs: z.array(z.object({ doneCount: z.number(), madeCount: z.number(), endedAt: z.string().nullable() })),
  }),
});

/** Processor time of all processes that serve the measured server in the database, in seconds. */
async function databaseSeconds(sql: Sql): Promise<number> {
  const backends = await sql<{ pid: number }[]>`select pid from pg_stat_activity where application_name = 'archivolt'`;
  const times = await Promise.all(backends.map(({ pid }) => processorMilliseconds(pid)));
  return times.reduce((sum, milliseconds) => sum + milliseconds, 0) / 1000;
}

/** The job that makes the exports of all datasets. */
async function measureJob(sql: Sql, ours: ChildServer): Promise<void> {
  const processorBefore = await processorMilliseconds(ours.pid);
  const databaseBefore = await databaseSeconds(sql);
  let [doneCount, madeCount] = [0, 0];
  const { seconds, growthBytes } = await timed(ours.pid, async () => {
    await read(`${ours.url}/api/admin/metadata/reExportAll`);
    for (;;) {
      const { runs } = state.parse(
        await callGraphql(ours.url, '{ metadataExportState(first: 1) { runs { doneCount madeCount endedAt } } }', {}),
      ).metadataExportState;
      const [run] = runs;
      if (run?.endedAt !== null && run !== undefined) {
        ({ doneCount, madeCount } = run);
        return;
      }
      await sleep(500);
    }
  });
  const used = ((await processorMilliseconds(ours.pid)) - processorBefore) / 1000;
  const usedByDatabase = (await databaseSeconds(sql)) - databaseBefore;
  print(`job: ${doneCount} datasets, ${madeCount} exports, ${(doneCount / seconds).toFixed(1)} datasets a second`);
  print(
    `job: ${seconds.toFixed(1)} s, of processors ${used.toFixed(1)} s of the server and ${usedByDatabase.toFixed(1)} s of PostgreSQL, ${megabytes(growthBytes)} of growth`,
  );
}

/** What both servers answer alike: all but the time, the address and the place where the list goes on. */
const alike = (page: string): string =>
  page.replace(/<responseDate>.*?<\/request>/, '').replace(/<resumptionToken.*?<\/resumptionToken>/, '');

/** A page of 100 records beside a server that answers the same bytes from one statement. @throws Error when they differ. */
async function measurePages(ours: ChildServer, reference: ChildServer): Promise<void> {
  const targets: Record<'ours' | 'reference', Target> = {
    ours: { url: ours.url, pid: ours.pid, draw: () => ({ method: 'GET', path: '/oai?verb=ListRecords&metadataPrefix=oai_dc' }) },
    reference: { url: reference.url, pid: reference.pid, draw: () => ({ method: 'GET', path: '/export-page?oai_dc' }) },
  };
  const pages = await Promise.all(Object.values(targets).map(({ url, draw }) => read(url + draw().path)));
  if (new Set(pages.map(alike)).size > 1) throw new Error('The servers answer different pages.');
  await warmUp(targets.ours);
  await warmUp(targets.reference);
  const ratios: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const mine = await measure(targets.ours, SECONDS);
    const other = await measure(targets.reference, SECONDS);
    ratios.push(mine.requestsPerSecond / other.requestsPerSecond);
    print(
      `page: ${mine.requestsPerSecond.toFixed(0)} against ${other.requestsPerSecond.toFixed(0)} a second, ${mine.processorMicroseconds.toFixed(0)} and ${other.processorMicroseconds.toFixed(0)} us of the servers' processors`,
    );
  }
  print(`page of 100 records: ${median(ratios).toFixed(2)} of the reference`);
}

/** A harvest of all heads, part after part. */
async function measureHarvest(sql: Sql, ours: ChildServer): Promise<void> {
  await sql`
    insert into oai_record (dataset_id, identifier, deleted, stamp_micros)
    select 10000000 + i, 'doi:10.5072/FK2/GONE' || i, true, 1000000000000000 + i from generate_series(1, ${records}::int) i`;
  await sql`vacuum analyze oai_record`;
  let [parts, heads, asked] = [0, 0, 'metadataPrefix=oai_dc'];
  const { seconds, growthBytes } = await timed(ours.pid, async () => {
    for (;;) {
      const text = await read(`${ours.url}/oai?verb=ListIdentifiers&${asked}`);
      parts += 1;
      heads += text.split('<header').length - 1;
      const token = /<resumptionToken[^>]*>([^<]+)</.exec(text)?.[1];
      if (token === undefined) return;
      asked = `resumptionToken=${token}`;
    }
  });
  print(`harvest: ${heads} heads in ${parts} parts, ${seconds.toFixed(1)} s, ${megabytes(growthBytes)} of growth`);
}

const dataDir = await mkdtemp(join(tmpdir(), 'archivolt-exports-'));
await chmod(dataDir, 0o755);
const running: (() => Promise<unknown>)[] = [() => rm(dataDir, { recursive: true, force: true })];
try {
  const database = await startEmbeddedPostgres({ dataDir, log: () => undefined });
  running.push(() => database.stop());
  const ours = await startBundle({ dataDir, database: { url: database.url, poolSize: POOL_SIZE } });
  running.push(() => ours.stop());
  const sql = postgres(database.url, { max: 1, onnotice: () => undefined });
  running.push(() => sql.end());
  await callApi(`${ours.url}/api/admin/settings/:OAIServerEnabled`, 'PUT', 'true');
  await seed(sql, ours.url, datasets);
  await measureJob(sql, ours);
  await sql`
    insert into oai_record (dataset_id, identifier, deleted)
    select d.id, d.protocol || ':' || d.authority || d.separator || d.identifier, false from dataset d
    where exists (select from dataset_version v where v.dataset_id = d.id and v.state = 'RELEASED') on conflict do nothing`;
  while ((await read(`${ours.url}/oai?verb=ListIdentifiers&metadataPrefix=oai_dc`)).includes('<error')) await sleep(100);
  const references = await startReferences(database.url, POOL_SIZE);
  running.push(() => references.stop());
  await measurePages(ours, references['hand-written']);
  await measureHarvest(sql, ours);
  const { large } = await seedFiles(sql, { files, versions: 2 });
  const [dataset] = await sql<{ pid: string }[]>`
    select protocol || ':' || authority || separator || identifier as pid from dataset where id = ${large}`;
  for (const exporter of ['ddi', 'ddi']) {
    let length = 0;
    const { seconds, growthBytes } = await timed(ours.pid, async () => {
      length = (await read(`${ours.url}/api/datasets/export?exporter=${exporter}&persistentId=${dataset?.pid ?? ''}`)).length;
    });
    print(`${exporter} of ${files} files: ${length} characters, ${seconds.toFixed(1)} s, ${megabytes(growthBytes)} of growth`);
  }
} finally {
  for (const stop of running.toReversed()) await stop();
}
