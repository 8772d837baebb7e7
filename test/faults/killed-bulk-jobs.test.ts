import { expect, test } from 'vitest';
import { type GraphqlClient, graphqlClient } from '../support/graphql-client.ts';
import { readJson } from '../support/json-reader.ts';
import { copyDatasets } from '../support/copy-datasets.ts';
import { exampleDataset } from '../support/seed.ts';
import { type ServerProcess, startServerProcess, until, UNHURRIED } from '../support/server-process.ts';
import { createDataset, queryDatabase, rest, startFreshServer, TOKEN } from './depositor.ts';

const LINES = 120;
const CREATE = 'mutation ($input: CreateDatasetInput!) { createDataset(input: $input) { dataset { databaseId } } }';
const BEGIN_LINES = 'mutation ($input: BulkMutationInput!) { bulkMutation(input: $input) { bulkJob { databaseId } } }';
const BEGIN = 'mutation ($input: BulkQueryInput!) { bulkQuery(input: $input) { bulkJob { databaseId } } }';
const SHOW = 'query ($id: Int!) { bulkJob(databaseId: $id) { state lineCount failedCount errorCode resultUrl } }';
// Whole metadata, so that a page is small and a job has several slices of work.
const WALK = `{ collection(reference: { alias: "root" }) { contents(filter: {}) {
  nodes { ... on Dataset { databaseId latestVersion { title metadataBlocks { name nativeFields } files(first: 100) { nodes { label dataFile { databaseId contentType } } } } } }
} } }`;

const datasetsOf = (url: string) =>
  queryDatabase(url, async (sql) => (await sql<{ id: number }[]>`select id from dataset order by id`).map(({ id }) => id));

async function endOf(client: GraphqlClient, server: ServerProcess, id: number) {
  let job = await client.expectData(SHOW, { id });
  await until('the job has ended', async () => {
    job = await client.expectData(SHOW, { id });
    return ['SUCCEEDED', 'FAILED'].includes(job.text('data.bulkJob.state'));
  });
  const { pathname, search } = new URL(job.text('data.bulkJob.resultUrl'));
  const text = await (await fetch(`${server.url}${pathname}${search}`)).text();
  return {
    job,
    lines: text
      .split('\n')
      .slice(0, -1)
      .map((line) => readJson(JSON.parse(line))),
  };
}

test(
  'bulk jobs of a server that is killed again and again go on: no line twice, none missing, each with its effect once',
  UNHURRIED,
  async () => {
    const { server: first, databaseUrl, dataDir } = await startFreshServer();
    let server = first;
    let client = graphqlClient(server.url, TOKEN);
    const kill = async (): Promise<void> => {
      server.signal('SIGKILL');
      await server.ended;
      server = await startServerProcess({ dataDir, env: { DATABASE_URL: databaseUrl, SUPERUSER_API_TOKEN: TOKEN } });
      client = graphqlClient(server.url, TOKEN);
    };

    const line = JSON.stringify({
      input: { collection: { alias: 'root' }, version: { native: exampleDataset('minimal').datasetVersion } },
    });
    const sent = await client.upload(
      BEGIN_LINES,
      { input: { mutation: CREATE, lines: null } },
      { name: 'lines.jsonl', bytes: `${line}\n`.repeat(LINES) },
      { path: 'variables.input.lines' },
    );
    const importing = sent.number('data.bulkMutation.bulkJob.databaseId');
    for (const seen of [10, 40, 80]) {
      // Between two commits as well as anywhere else: lines are committed one by one, and stored some seconds later.
      await until(`${seen} datasets`, async () => (await datasetsOf(databaseUrl)).length >= seen);
      await kill();
    }
    const imported = await endOf(client, server, importing);
    expect(imported.job.at('data.bulkJob')).toMatchObject({ state: 'SUCCEEDED', lineCount: LINES, failedCount: 0 });
    expect(imported.lines.map((one) => one.at('line'))).toEqual(Array.from({ length: LINES }, (_, index) => index + 1));
    const ids = await datasetsOf(databaseUrl);
    expect(imported.lines.map((one) => one.at('data.createDataset.dataset.databaseId'))).toEqual(ids);

    const begun = await client.expectData(BEGIN, { input: { query: WALK } });
    const walking = begun.number('data.bulkQuery.bulkJob.databaseId');
    await kill();
    const walked = await endOf(client, server, walking);
    expect(walked.job.at('data.bulkJob')).toMatchObject({ state: 'SUCCEEDED', lineCount: LINES });
    expect(walked.lines.map((one) => one.at('databaseId'))).toEqual(ids);
  },
);

/** With their metadata more than one part, which has four million characters or two seconds. */
const DATASETS = 4_000;

test(
  'a bulk query that is killed between two stored parts goes on after the last one: no line twice, none missing',
  UNHURRIED,
  async () => {
    const { server: first, databaseUrl, dataDir } = await startFreshServer();
    let server = first;
    const template = await createDataset(server);
    expect((await rest(server, 'POST', `/datasets/${template}/actions/:publish?type=major`)).httpStatus).toBe(200);
    const copies = await queryDatabase(databaseUrl, (sql) => copyDatasets(sql, template, DATASETS));
    const begun = await graphqlClient(server.url, TOKEN).expectData(BEGIN, { input: { query: WALK } });
    const id = begun.number('data.bulkQuery.bulkJob.databaseId');
    const stand = async (): Promise<{ parts: number; lines: number; state: string } | undefined> =>
      queryDatabase(databaseUrl, async (sql) => {
        const rows = await sql<{ parts: number; lines: number; state: string }[]>`
        select part_count as parts, line_count as lines, state::text as state from bulk_job where id = ${id}`;
        return rows[0];
      });
    const killedAt: number[] = [];
    for (const parts of [1, 2]) {
      await until(`${parts} stored parts`, async () => ((await stand())?.parts ?? 0) >= parts);
      server.signal('SIGKILL');
      await server.ended;
      const left = await stand();
      expect(left?.state).toBe('RUNNING');
      killedAt.push(left?.lines ?? 0);
      server = await startServerProcess({ dataDir, env: { DATABASE_URL: databaseUrl, SUPERUSER_API_TOKEN: TOKEN } });
    }
    const { job, lines } = await endOf(graphqlClient(server.url, TOKEN), server, id);
    expect(job.at('data.bulkJob')).toMatchObject({ state: 'SUCCEEDED', lineCount: DATASETS + 1 });
    // Each kill was after some lines, and before others.
    const [one = 0, two = 0] = killedAt;
    expect([one > 0, two > one, two < DATASETS + 1]).toEqual([true, true, true]);
    expect(lines.map((line) => line.at('databaseId'))).toEqual([template, ...copies]);
    expect(lines.every((line) => line.text('latestVersion.title') === lines[0]?.text('latestVersion.title'))).toBe(true);
    const stored = await queryDatabase(
      databaseUrl,
      (sql) => sql<{ position: number }[]>`select position from bulk_part where job_id = ${id} order by position`,
    );
    expect(stored.length).toBeGreaterThan(2);
    expect(stored.map(({ position }) => position)).toEqual(stored.map((_, index) => index));
  },
);
