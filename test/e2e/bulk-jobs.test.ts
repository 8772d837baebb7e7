/** Bulk jobs over HTTP: docs/how-to/bulk.md. */
import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import pino from 'pino';
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { type Jobs, startJobs } from '../../src/jobs/start-jobs.ts';
import { cliUser } from '../support/cli.ts';
import { readJson } from '../support/json-reader.ts';
import { graphqlClient } from '../support/graphql-client.ts';
import {
  addFile,
  assignRole,
  type Caller,
  createCollection,
  createDataset,
  createUser,
  exampleDataset,
  guest,
  publishDataset,
  type SeededCollection,
  type SeededDataset,
  superuser,
} from '../support/seed.ts';
import { startTestServer, type TestServer } from '../support/server.ts';

let server: TestServer;
let admin: Caller;
let collection: SeededCollection;
let depositor: Caller;
let jobs: Jobs | undefined;
const published: SeededDataset[] = [];
let draft: SeededDataset;

async function work(): Promise<void> {
  const { jobsDb: db, services } = server.application;
  jobs ??= await startJobs({
    connectionString: server.databaseUrl,
    db,
    services,
    commandServices: services,
    log: pino({ level: 'silent' }),
  });
}
async function pause(): Promise<void> {
  await jobs?.stop();
  jobs = undefined;
}

beforeAll(async () => {
  server = await startTestServer({ BULK_JOBS_PER_ACCOUNT: '3' });
  admin = superuser(server);
  collection = await createCollection(admin);
  depositor = await createUser(server, 'depositor');
  await assignRole(admin, collection, depositor.identifier, 'dsContributor');
  for (let count = 0; count < 5; count += 1) {
    const dataset = await createDataset(admin, collection);
    await addFile(admin, dataset);
    await publishDataset(admin, dataset);
    published.push(dataset);
  }
  draft = await createDataset(admin, collection);
});
afterAll(async () => {
  await pause();
  await server.stop();
});

const WALK = `query ($alias: String!) {
  collection(reference: { alias: $alias }) {
    contents(filter: {}) { nodes { ... on Dataset { persistentId latestVersion { files(first: 1) { nodes { label } } } } } }
  }
}`;
const BEGIN = 'mutation ($input: BulkQueryInput!) { bulkQuery(input: $input) { bulkJob { databaseId state resultUrl } } }';
const SHOW = `query ($id: Int!) { bulkJob(databaseId: $id) {
  kind state userName lineCount failedCount truncatedCount inputLineCount sizeBytes cost errorCode resultUrl expiresAt endedAt
} }`;
const CREATE_LINES =
  'mutation ($input: CreateDatasetInput!) { createDataset(input: $input) { userErrors { code } dataset { persistentId } } }';
const BEGIN_LINES = 'mutation ($input: BulkMutationInput!) { bulkMutation(input: $input) { bulkJob { databaseId inputLineCount } } }';

async function begin(caller: Caller, input: Readonly<Record<string, unknown>> = {}): Promise<number> {
  const answer = await caller.graphql.expectData(BEGIN, { input: { query: WALK, variables: { alias: collection.alias }, ...input } });
  return answer.number('data.bulkQuery.bulkJob.databaseId');
}

function sendLines(caller: Caller, lines: string, input: Readonly<Record<string, unknown>> = {}, mutation = CREATE_LINES) {
  return caller.graphql.upload(
    BEGIN_LINES,
    { input: { mutation, lines: null, ...input } },
    { name: 'lines.jsonl', bytes: lines },
    { path: 'variables.input.lines' },
  );
}

async function ended(caller: Caller, id: number) {
  await work();
  const job = await vi.waitFor(
    async () => {
      const answer = await caller.graphql.expectData(SHOW, { id });
      expect(answer.at('data.bulkJob.endedAt')).not.toBeNull();
      return answer;
    },
    { timeout: 60_000, interval: 100 },
  );
  return job;
}

async function linesOf(url: string): Promise<{ readonly status: number; readonly lines: readonly ReturnType<typeof readJson>[] }> {
  const response = await fetch(new URL(new URL(url).pathname + new URL(url).search, server.url));
  const text = await response.text();
  if (response.status !== 200) return { status: response.status, lines: [] };
  expect(Number(response.headers.get('content-length'))).toBe(Buffer.byteLength(text));
  return {
    status: 200,
    lines: text
      .split('\n')
      .slice(0, -1)
      .map((line) => readJson(JSON.parse(line))),
  };
}

test('a query becomes a line for each node that the account may see', async () => {
  const id = await begin(depositor);
  const job = await ended(depositor, id);
  expect(job.at('data.bulkJob')).toMatchObject({ kind: 'QUERY', state: 'SUCCEEDED', lineCount: 5, failedCount: 0, errorCode: null });
  const { lines } = await linesOf(job.text('data.bulkJob.resultUrl'));
  expect(lines.map((line) => line.at('persistentId'))).toEqual(published.map(({ persistentId }) => persistentId));
  expect(lines[0]?.at('latestVersion.files')).toEqual({ nodes: [{ label: expect.any(String) }] });

  const mine = await ended(admin, await begin(admin));
  expect(mine.at('data.bulkJob.lineCount')).toBe(6);
  const all = await linesOf(mine.text('data.bulkJob.resultUrl'));
  expect(all.lines.map((line) => line.at('persistentId'))).toContain(draft.persistentId);
});

test('an address is revoked, and jobs are shown to their account and superusers alone', async () => {
  const id = await begin(depositor);
  const job = await ended(depositor, id);
  const url = job.text('data.bulkJob.resultUrl');
  const revoke = 'mutation ($id: Int!) { revokeBulkResult(input: { databaseId: $id }) { bulkJob { resultUrl } } }';
  const fresh = await depositor.graphql.expectData(revoke, { id });
  expect((await linesOf(url)).status).toBe(404);
  expect((await linesOf(fresh.text('data.revokeBulkResult.bulkJob.resultUrl'))).status).toBe(200);

  const other = await createUser(server, 'other');
  expect((await other.graphql.expectData(SHOW, { id })).at('data.bulkJob')).toBeNull();
  const cancel = 'mutation ($id: Int!) { cancelBulkJob(input: { databaseId: $id }) { bulkJob { state } } }';
  expect((await other.graphql.send(cancel, { id })).code).toBe('BULK_JOB_NOT_FOUND');
  expect((await depositor.graphql.send(cancel, { id })).code).toBe('BULK_JOB_ENDED');
  const list = '{ bulkJobs(first: 100) { totalCount nodes { databaseId userName } } }';
  expect((await other.graphql.expectData(list)).at('data.bulkJobs.totalCount')).toBe(0);
  const seen = await admin.graphql.expectData(list);
  expect(JSON.stringify(seen.at('data.bulkJobs.nodes'))).toContain(depositor.identifier.slice(1));

  const remove = 'mutation ($id: Int!) { deleteBulkJob(input: { databaseId: $id }) { deletedBulkJobDatabaseId } }';
  expect((await depositor.graphql.expectData(remove, { id })).at('data.deleteBulkJob.deletedBulkJobDatabaseId')).toBe(id);
  expect((await depositor.graphql.expectData(SHOW, { id })).at('data.bulkJob')).toBeNull();
  expect((await linesOf(fresh.text('data.revokeBulkResult.bulkJob.resultUrl'))).status).toBe(404);
  await vi.waitFor(
    async () => expect(await server.application.connection.sql`select 1 from bulk_job where id = ${id}`).toEqual([]),
    20_000,
  );
});

test('a mutation is run for each line, in order, and what is refused of one stops no other', async () => {
  const input = { collection: { alias: collection.alias }, version: { native: exampleDataset('minimal').datasetVersion } };
  const good = JSON.stringify({ input });
  const lines = [good, 'no JSON', '', JSON.stringify({ input: { ...input, version: { native: {} } } }), '{"input":3}', good].join('\n');
  const sent = await sendLines(depositor, lines, { clientKey: 'import-1' });
  const id = sent.number('data.bulkMutation.bulkJob.databaseId');
  expect(sent.at('data.bulkMutation.bulkJob.inputLineCount')).toBe(6);
  const again = await sendLines(depositor, lines, { clientKey: 'import-1' });
  expect(again.at('data.bulkMutation.bulkJob.databaseId')).toBe(id);
  expect((await sendLines(depositor, good, { clientKey: 'import-1' })).code).toBe('IDEMPOTENCY_KEY_REUSED');

  const job = await ended(depositor, id);
  expect(job.at('data.bulkJob')).toMatchObject({ state: 'SUCCEEDED', lineCount: 6, failedCount: 4, inputLineCount: 6 });
  const result = await linesOf(job.text('data.bulkJob.resultUrl'));
  expect(result.lines.map((line) => line.at('line'))).toEqual([1, 2, 3, 4, 5, 6]);
  expect(result.lines.map((line) => line.at('errors.0.extensions.code') ?? line.at('data.createDataset.userErrors.0.code'))).toEqual([
    undefined,
    'BAD_USER_INPUT',
    'BAD_USER_INPUT',
    expect.any(String),
    'BAD_USER_INPUT',
    undefined,
  ]);
  expect(new Set([result.lines[0], result.lines[5]].map((line) => line?.text('data.createDataset.dataset.persistentId'))).size).toBe(2);
  expect(await server.application.connection.sql`select 1 from idempotency_step`).toEqual([]);
});

test('jobs have limits, and are canceled', async () => {
  await pause();
  const first = await begin(depositor);
  await begin(depositor);
  await begin(depositor);
  const fourth = await depositor.graphql.send(BEGIN, { input: { query: WALK, variables: { alias: collection.alias } } });
  expect(fourth.code).toBe('TOO_MANY_BULK_JOBS');
  expect((await sendLines(depositor, '{}')).code).toBe('TOO_MANY_BULK_JOBS');
  const cancel = 'mutation ($id: Int!) { cancelBulkJob(input: { databaseId: $id }) { bulkJob { state } } }';
  const canceled = await depositor.graphql.expectData(cancel, { id: first });
  expect(canceled.at('data.cancelBulkJob.bulkJob.state')).toBe('CANCELED');
  await server.application.connection
    .sql`update bulk_job set state = 'CANCELED', ended_at = now(), expires_at = now() where ended_at is null`;

  expect((await sendLines(admin, '\n'.repeat(100_001))).code).toBe('BULK_INPUT_TOO_LARGE');
  expect((await sendLines(admin, `{}\n${'x'.repeat(1_000_001)}`)).code).toBe('BULK_INPUT_TOO_LARGE');
});

test.each([
  ['no query', 'mutation { bulkQuery(input: { query: "{ __typename }" }) { bulkJob { databaseId } } }'],
  ['no connection', '{ viewer { identifier } }'],
  ['a page of its own', '{ collection(reference: { alias: "root" }) { contents(first: 5) { nodes { __typename } } } }'],
  ['two connections', '{ collection(reference: { alias: "root" }) { name contents { nodes { __typename } } } }'],
  ['no such field', '{ nothing }'],
  ['no GraphQL', '{'],
])('a query with %s is refused', async (_what, query) => {
  expect((await admin.graphql.send(BEGIN, { input: { query } })).code).toBe('BULK_OPERATION_INVALID');
});

test('guests are refused before anything of theirs is read, and a mutation begins no jobs', async () => {
  expect((await guest(server).graphql.send(BEGIN, { input: { query: '{' } })).code).toBe('AUTHENTICATION_REQUIRED');
  expect((await sendLines(guest(server), 'x'.repeat(2_000_000))).code).toBe('AUTHENTICATION_REQUIRED');
  const nested = `mutation ($input: BulkQueryInput!) { ...more } fragment more on Mutation { ... { bulkQuery(input: $input) { bulkJob { databaseId } } } }`;
  expect((await sendLines(admin, '{}', {}, nested)).code).toBe('BULK_OPERATION_INVALID');
});

test('what a token may do, and whether it is good, is asked for each line and page', async () => {
  await pause();
  const make =
    'mutation ($scopes: [TokenScope!]!) { createToken(input: { name: "bulk", scopes: $scopes }) { secret token { databaseId } } }';
  const made = await depositor.graphql.expectData(make, { scopes: ['DEPOSIT'] });
  const limited: Caller = { ...depositor, graphql: graphqlClient(server.url, made.text('data.createToken.secret')) };
  const publish = 'mutation ($alias: String!) { publishCollection(input: { collection: { alias: $alias } }) { collection { alias } } }';
  const denied = await sendLines(limited, JSON.stringify({ alias: collection.alias }), {}, publish);
  const reading = await begin(limited);
  const job = await ended(depositor, denied.number('data.bulkMutation.bulkJob.databaseId'));
  const { lines } = await linesOf(job.text('data.bulkJob.resultUrl'));
  expect(lines[0]?.at('errors.0.extensions.code')).toBe('TOKEN_SCOPE_EXCEEDED');
  expect((await ended(depositor, reading)).at('data.bulkJob.state')).toBe('SUCCEEDED');

  await pause();
  const late = await begin(limited);
  await depositor.graphql.expectData('mutation ($id: Int!) { revokeToken(input: { databaseId: $id }) { __typename } }', {
    id: made.number('data.createToken.token.databaseId'),
  });
  expect((await ended(depositor, late)).at('data.bulkJob')).toMatchObject({
    state: 'FAILED',
    errorCode: 'INVALID_API_TOKEN',
    lineCount: 0,
  });
});

test('the command line writes the lines of a query to standard output', async () => {
  await work();
  const user = cliUser({ ARCHIVOLT_SERVER: server.url, ARCHIVOLT_TOKEN: admin.token ?? '' });
  const run = await user.run(['query', '--bulk', WALK, '-v', `alias=${collection.alias}`]);
  expect({ code: run.code, stderr: run.stderr }).toEqual({ code: 0, stderr: '' });
  const lines = run.stdout
    .split('\n')
    .slice(0, -1)
    .map((line) => readJson(JSON.parse(line)).at('persistentId'));
  expect(lines).toEqual(expect.arrayContaining(published.map(({ persistentId }) => persistentId)));
  const refused = await user.run(['query', '--bulk', '{ viewer { identifier } }']);
  expect([refused.code, refused.stdout]).toEqual([6, '']);
}, 60_000);

test('the commands of the guide do what it says', async () => {
  await work();
  const guide = await readFile('docs/how-to/bulk.md', 'utf8');
  const blocks = [...guide.matchAll(/^```sh\n(.*?)^```$/gms)].map(([, block = '']) => block);
  expect(blocks.length).toBeGreaterThan(4);
  const folder = await mkdtemp(join(tmpdir(), 'archivolt-bulk-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  await writeFile(join(folder, 'dataset.json'), JSON.stringify(exampleDataset('minimal')));
  // The server of a test does not know its own address.
  const script = blocks
    .join('\n')
    .replaceAll(
      'curl -sS "$(state | jq -r .data.bulkJob.resultUrl)"',
      'curl -sS "$(state | jq -r .data.bulkJob.resultUrl | sed "s|http://[^/]*|$SERVER|")"',
    );
  await promisify(execFile)('sh', ['-euc', script], {
    cwd: folder,
    env: { PATH: process.env['PATH'], SERVER: server.url, API_TOKEN: admin.token },
  });
  const linesIn = async (name: string) => (await readFile(join(folder, name), 'utf8')).trim().split('\n');
  expect((await linesIn('datasets.jsonl')).length).toBeGreaterThan(0);
  expect((await linesIn('results.jsonl')).map((line) => readJson(JSON.parse(line)).at('line'))).toEqual([1, 2]);
}, 60_000);
