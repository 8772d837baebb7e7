import { readFileSync } from 'node:fs';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import {
  addFile,
  assignRole,
  type Caller,
  createCollection,
  createDataset,
  createUser,
  guest,
  publishDataset,
  type SeededDataset,
  superuser,
} from '../support/seed.ts';
import { startTestServer, type TestServer } from '../support/server.ts';
import { validatorsFolder, writeValidator } from '../support/validator-program.ts';

const TIERS = ':RateLimitingDefaultCapacityTiers';
const RULES = ':RateLimitingCapacityByTierAndAction';

let server: TestServer;
let admin: Caller;
let nobody: Caller;
let somebody: Caller;
let dataset: SeededDataset;
let file: number;

beforeAll(async () => {
  server = await startTestServer();
  [admin, nobody] = [superuser(server), guest(server)];
  somebody = await createUser(server, 'reader');
  const collection = await createCollection(admin);
  dataset = await createDataset(admin, collection);
  file = await addFile(admin, dataset);
  await publishDataset(admin, dataset);
});
afterAll(() => server.stop());

const PUT = 'mutation ($name: String!, $value: String!) { setSetting(input: { name: $name, value: $value }) { setting { name } } }';
const put = async (name: string, value: string): Promise<unknown> => admin.graphql.expectData(PUT, { name, value });
const forget = async (name: string): Promise<unknown> =>
  admin.graphql.expectData('mutation ($name: String!) { deleteSetting(input: { name: $name }) { name } }', { name });
afterEach(async () => {
  vi.useRealTimers();
  await forget(TIERS);
  await forget(RULES);
});

type Read = () => Promise<{ readonly status: number; readonly code: unknown }>;

const rest =
  (caller: Caller, path: string): Read =>
  async () => {
    const { status, errorCode } = await caller.rest.get(path);
    return { status, code: errorCode };
  };
const graphql =
  (caller: Caller, query: string): Read =>
  async () => {
    const { status, code } = await caller.graphql.send(query);
    return { status, code };
  };

/** How many of so many reads, in turn by each way, were let through; the others were too many. */
async function letThrough(reads: readonly Read[], times: number): Promise<number> {
  const codes: unknown[] = [];
  for (let turn = 0; turn < times; turn += 1) codes.push((await reads[turn % reads.length]?.())?.code);
  expect(codes.filter((code) => code !== undefined && code !== 'RATE_LIMITED')).toEqual([]);
  return codes.filter((code) => code === undefined).length;
}

test('the example of the documentation limits what it says, over REST and GraphQL together', async () => {
  // A minute that begins meanwhile would let one call more through.
  vi.useFakeTimers({ now: Date.now(), toFake: ['Date'] });
  const [, guide = ''] = readFileSync(new URL('../../docs/how-to/close-the-api.md', import.meta.url), 'utf8').split(
    /^## (?=Rate|Budgets)/m,
  );
  const example = [...guide.matchAll(/^put (:RateLimiting\w+) (?:'([^']+)'|(\S+))$/gm)].map(([, name = '', quoted, plain]) => [
    name,
    quoted ?? plain ?? '',
  ]);
  expect(example.map(([name]) => name)).toEqual([TIERS, RULES]);
  for (const [name = '', value = ''] of example) await put(name, value);

  const path = `/api/datasets/${dataset.id}`;
  const query = `{ dataset(reference: { databaseId: ${dataset.id} }) { latestVersion { title } } }`;
  expect(await letThrough([rest(nobody, path), graphql(nobody, query)], 104)).toBe(100);
  expect(await rest(nobody, path)()).toEqual({ status: 429, code: 'RATE_LIMITED' });
  expect((await nobody.rest.get(path)).message).toContain('viewDatasetWithLatest');
  expect(await letThrough([rest(nobody, `/api/files/${file}`)], 104)).toBeGreaterThan(0);
  const files = `{ dataset(reference: { databaseId: ${dataset.id} }) { version(reference: "1.0") { filesSlice(limit: 10) { totalCount } } } }`;
  expect(await letThrough([rest(nobody, `${path}/versions/1.0/files?limit=10`), graphql(nobody, files)], 104)).toBe(100);
  for (const caller of [somebody, admin]) expect((await rest(caller, path)()).status).toBe(200);
});

test.each([
  [
    'viewVersion',
    () => [
      rest(somebody, `/api/datasets/${dataset.id}/versions/:latest`),
      graphql(somebody, `{ dataset(reference: { databaseId: ${dataset.id} }) { version(reference: "1.0") { title } } }`),
      graphql(somebody, `{ dataset(reference: { databaseId: ${dataset.id} }) { version(reference: ":latest") { title } } }`),
    ],
  ],
  [
    'authorizeDownload',
    () => [
      rest(somebody, `/api/access/datafile/${file}`),
      graphql(somebody, `{ file(reference: { databaseId: ${file} }) { download { fileName } } }`),
    ],
  ],
  [
    'planArchive',
    () => [
      rest(somebody, `/api/access/datafiles/${file}`),
      graphql(somebody, `{ fileArchive(files: { fileDatabaseIds: [${file}] }) { fileName } }`),
    ],
  ],
  [
    'listBlocks',
    () => [
      graphql(somebody, '{ metadataBlocks { nodes { name } } }'),
      graphql(somebody, '{ metadataBlocks(onlyDisplayedOnCreate: true) { nodes { name } } }'),
    ],
  ],
  // Details of what was shown.
  [
    'searchVersionFiles',
    () => [
      rest(somebody, `/api/datasets/${dataset.id}/versions/:latest/files?limit=10`),
      graphql(
        somebody,
        `{ dataset(reference: { databaseId: ${dataset.id} }) { latestVersion { filesSlice(limit: 10) { files { label } } } } }`,
      ),
    ],
  ],
  [
    'showDownloadsOfFile',
    () => [
      rest(somebody, `/api/files/${file}/downloadCount`),
      graphql(somebody, `{ file(reference: { databaseId: ${file} }) { downloadCount } }`),
    ],
  ],
  [
    'listFirstVisibleVersions',
    () => [graphql(somebody, `{ dataset(reference: { databaseId: ${dataset.id} }) { versions(first: 1) { nodes { title } } } }`)],
  ],
  [
    'viewDatasetById',
    () => {
      const id = Buffer.from(`Dataset:${dataset.id}`).toString('base64url');
      return [graphql(somebody, `{ node(id: "${id}") { id } }`), graphql(somebody, `{ nodes(ids: ["${id}"]) { id } }`)];
    },
  ],
])('%s is limited by whichever way it is called', async (operation, reads) => {
  await put(RULES, JSON.stringify([{ tier: 1, limitPerHour: 3, actions: [operation] }]));
  expect(await letThrough(reads(), 6)).toBe(3);
});

test('a publication is counted once, though a program is asked before it', async () => {
  const script = ':DatasetMetadataValidatorScript';
  const collection = await createCollection(admin);
  await assignRole(admin, collection, somebody.identifier, 'admin');
  const drafts = [await createDataset(somebody, collection), await createDataset(somebody, collection)];
  await put(script, await writeValidator(validatorsFolder(server.dataDir), 'approves', 'exit 0'));
  await put(RULES, JSON.stringify([{ tier: 1, limitPerHour: 1, actions: ['publishDataset'] }]));
  const answers = [];
  for (const { id } of drafts) {
    answers.push((await somebody.rest.post(`/api/datasets/${id}/actions/:publish?type=major`)).status);
  }
  await forget(script);
  expect(answers).toEqual([200, 429]);
});
