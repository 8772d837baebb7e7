/**
 * `node bench/run-bulk.ts [--datasets 20000] [--lines 2000]`: a bulk query over so many datasets of a collection, with metadata and files, and a bulk mutation. After npm run build.
 */
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import postgres, { type Sql } from 'postgres';
import { z } from 'zod';
import { startEmbeddedPostgres } from '../src/db/embedded/embedded-postgres.ts';
import { callGraphql, SUPERUSER_TOKEN } from './api-client.ts';
import { processorMilliseconds, timed } from './child-server.ts';
import { startBundle } from './our-server.ts';
import { fill } from './scale/fill.ts';
import { seed } from './seed.ts';

const { values } = parseArgs({ options: { datasets: { type: 'string', default: '20000' }, lines: { type: 'string', default: '2000' } } });
/** Beside those that are walked over, for the templates. */
const FIRST_DATASETS = 40;
const [datasets, lines] = [Number(values.datasets), Number(values.lines)];
const print = (line: string): void => void process.stdout.write(`${line}\n`);

const WALK = `query ($alias: String!) {
  collection(reference: { alias: $alias }) {
    contents(filter: {}) {
      nodes { ... on Dataset {
        persistentId publicationDate
        latestVersion {
          state metadataBlocks { name nativeFields }
          files(first: 20) { nodes { label directoryLabel description categories dataFile { databaseId contentType sizeBytes checksum { type value } } } }
        }
      } }
    }
  }
}`;
const BEGIN = 'mutation ($input: BulkQueryInput!) { bulkQuery(input: $input) { bulkJob { databaseId } } }';
const BEGIN_LINES = 'mutation ($input: BulkMutationInput!) { bulkMutation(input: $input) { bulkJob { databaseId } } }';
const RENAME = 'mutation ($name: String!) { setSetting(input: { name: ":FooterCopyright", value: $name }) { setting { value } } }';

const shown = z.object({
  bulkJob: z.object({
    state: z.string(),
    lineCount: z.number(),
    failedCount: z.number(),
    sizeBytes: z.number(),
    cost: z.number(),
    errorMessage: z.string().nullable(),
    resultUrl: z.string().nullable(),
  }),
});
const begun = z.object({ bulkJob: z.object({ databaseId: z.number() }) });

/** The times of small jobs are no more exact. */
const POLL_MS = 1_000;

/** Waits for the end of a job. @throws Error when it fails */
async function endOf(url: string, id: number): Promise<z.infer<typeof shown>['bulkJob']> {
  for (;;) {
    const { bulkJob } = shown.parse(
      await callGraphql(
        url,
        'query ($id: Int!) { bulkJob(databaseId: $id) { state lineCount failedCount sizeBytes cost errorMessage resultUrl } }',
        { id },
      ),
    );
    if (bulkJob.state === 'SUCCEEDED') return bulkJob;
    process.stderr.write(`  ${bulkJob.lineCount} lines\n`);
    if (bulkJob.state === 'FAILED') throw new Error(`The job failed after ${bulkJob.lineCount} lines: ${bulkJob.errorMessage ?? ''}`);
    await sleep(POLL_MS);
  }
}

const dataDir = await mkdtemp(join(tmpdir(), 'archivolt-bulk-'));
await chmod(dataDir, 0o755);
const running: (() => Promise<unknown>)[] = [() => rm(dataDir, { recursive: true, force: true })];
try {
  const database = await startEmbeddedPostgres({ dataDir, log: () => undefined });
  running.push(() => database.stop());
  const serve = (): ReturnType<typeof startBundle> => startBundle({ dataDir, database: { url: database.url, poolSize: 10 } });
  const connect = (): Sql => postgres(database.url, { max: 1, onnotice: () => undefined });
  const sql = connect();
  running.push(() => sql.end());
  const seeding = await serve();
  running.push(() => seeding.stop());
  const { largeAlias } = await seed(sql, seeding.url, FIRST_DATASETS);
  await seeding.stop();
  const [large] = await sql<{ id: number }[]>`select id from collection where alias = ${largeAlias}`;
  const collections = { first: large?.id ?? 0, count: 1 };
  // Indexes are missing meanwhile, so that nothing is served.
  await fill(connect, { count: datasets, copies: 1, collections, report: (line) => void process.stderr.write(`  ${line}\n`) });
  const ours = await serve();
  running.push(() => ours.stop());

  const report = async (name: string, begin: () => Promise<number>): Promise<z.infer<typeof shown>['bulkJob']> => {
    const before = await processorMilliseconds(ours.pid);
    const made = Promise.withResolvers<z.infer<typeof shown>['bulkJob']>();
    const { seconds, growthBytes } = await timed(ours.pid, async () => made.resolve(await endOf(ours.url, await begin())));
    const job = await made.promise;
    const used = ((await processorMilliseconds(ours.pid)) - before) / 1000;
    const megabytes = (bytes: number): string => `${(bytes / 1024 / 1024).toFixed(0)} MB`;
    print(
      `${name}: ${job.lineCount} lines (${job.failedCount} failed), ${megabytes(job.sizeBytes)}, ${seconds.toFixed(1)} s, ${(job.lineCount / seconds).toFixed(0)} a second, ` +
        `${used.toFixed(1)} s of the server's processors, ${megabytes(growthBytes)} of growth, ${(job.cost / Math.max(1, job.lineCount)).toFixed(1)} points a line`,
    );
    return job;
  };

  const query = z.object({ bulkQuery: begun });
  const job = await report('query', async () => {
    const answer = await callGraphql(ours.url, BEGIN, { input: { query: WALK, variables: { alias: largeAlias } } });
    return query.parse(answer).bulkQuery.bulkJob.databaseId;
  });
  const { seconds, growthBytes } = await timed(ours.pid, async () => {
    const { pathname, search } = new URL(job.resultUrl ?? '');
    const response = await fetch(`${ours.url}${pathname}${search}`);
    let bytes = 0;
    for await (const chunk of response.body ?? []) bytes += chunk.length;
    if (bytes !== job.sizeBytes) throw new Error(`The result has ${bytes} bytes in place of ${job.sizeBytes}.`);
  });
  print(`download: ${seconds.toFixed(1)} s, ${(growthBytes / 1024 / 1024).toFixed(0)} MB of growth`);

  await report('mutation', async () => {
    const form = new FormData();
    form.set('operations', JSON.stringify({ query: BEGIN_LINES, variables: { input: { mutation: RENAME, lines: null } } }));
    form.set('map', '{"0":["variables.input.lines"]}');
    form.set('0', new Blob(Array.from({ length: lines }, (_, index) => `{"name":"n${index}"}\n`)), 'lines.jsonl');
    const headers = { 'x-service-key': SUPERUSER_TOKEN, 'apollo-require-preflight': 'true' };
    const answer: unknown = await (await fetch(`${ours.url}/graphql`, { method: 'POST', headers, body: form })).json();
    return z.object({ data: z.object({ bulkMutation: begun }) }).parse(answer).data.bulkMutation.bulkJob.databaseId;
  });
} finally {
  for (const stop of running.toReversed()) await stop();
}
