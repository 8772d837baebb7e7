/** Every connection, but for those that test/architecture/lists.test.ts names, is read from its end as well as from its beginning. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readJson } from '../support/json-reader.ts';
import {
  addFile,
  type Caller,
  createCollection,
  createDataset,
  createUser,
  publishDataset,
  type SeededCollection,
  type SeededDataset,
  superuser,
} from '../support/seed.ts';
import { startTestServer, type TestServer } from '../support/server.ts';
import { statementsDuring, untilQuiet } from '../support/statements.ts';

let server: TestServer;
let admin: Caller;
let reader: Caller;
let holder: SeededCollection;
let dataset: SeededDataset;
let table: number;
let webhook: number;

const FILES = [
  { name: 'e.txt', content: 'a' },
  { name: 'd.csv', content: 'a,b' },
  { name: 'c.txt', content: 'aaaa' },
  { name: 'b.csv', content: 'aaaaa,b' },
  { name: 'a.txt', content: 'aaaaaaa' },
] as const;

beforeAll(async () => {
  server = await startTestServer();
  admin = superuser(server);
  reader = await createUser(server, 'reader');
  holder = await createCollection(admin, { name: 'Holder' });
  const inner = await createCollection(admin, { owner: holder.id, name: 'B' });
  for (const name of ['D', 'A', 'C']) await createCollection(admin, { owner: inner.id, name });
  await createCollection(admin, { owner: holder.id, name: 'A', published: false });
  dataset = await createDataset(admin, holder);
  const files: number[] = [];
  for (const file of FILES) {
    files.push(await addFile(admin, dataset, file));
    await publishDataset(admin, dataset);
  }
  for (let count = 0; count < 4; count += 1) await createDataset(admin, holder);
  table = files[0] ?? 0;

  const { sql } = server.application.connection;
  const [account] = await sql<{ id: number }[]>`select id from user_account where '@' || user_name = ${reader.identifier}`;
  const own = account?.id ?? 0;
  await sql`insert into notification (user_account_id, type, details) select ${own}, 'CREATEACC', '{}' from generate_series(1, 5)`;
  await sql`insert into bulk_job (kind, account_id, is_named_token, document, fingerprint, state, ended_at)
    select 'QUERY', ${own}, false, '{}', 'f' || n, 'CANCELED', now() from generate_series(1, 5) n`;
  await sql`with made as (insert into explicit_group (owner_id, alias, display_name) values (${holder.id}, 'readers', 'Readers') returning id)
    insert into explicit_group_member (group_id, assignee) select id, '&ip/net' || n from made, generate_series(1, 5) n`;
  await sql`with made as (insert into guestbook (collection_id, name, enabled, name_required, email_required, institution_required, position_required)
      values (${holder.id}, 'Readers', true, false, false, false, false) returning id)
    insert into guestbook_response (guestbook_id, dataset_id, data_file_id, name, answers)
    select id, ${dataset.id}, ${table}, 'Reader ' || n, '[]' from made, generate_series(1, 5) n`;
  const [hook] = await sql<{ id: number }[]>`insert into webhook (owner_id, collection_id, url, kinds, secret, position, disabled_at)
    values (${own}, ${holder.id}, 'https://a.example/', '{}', '', 0, now()) returning id`;
  webhook = hook?.id ?? 0;
  await sql`insert into webhook_delivery (webhook_id, event_id, lane, state, ended_at)
    select ${webhook}, id, home_id, 'DELIVERED', now() from feed_event order by id limit 5`;
  await sql`insert into data_table (data_file_id, case_quantity, variable_quantity, unf) values (${table}, 3, 5, 'UNF:6:x')`;
  await sql`insert into data_variable (data_file_id, file_order, name, label, interval_type, format_type, unf)
    select ${table}, n, 'v' || n, 'v' || n, 'discrete', 'NUMERIC', 'UNF:6:x' from generate_series(0, 4) n`;
  await sql`insert into workflow_invocation (workflow_name, steps, trigger, dataset_id, publish_type, user_account_id, state, ended_at)
    select 'Held', '[]', 'PrePublishDataset', ${dataset.id}, 'major', ${own}, 'SUCCEEDED', now() from generate_series(1, 5)`;
  await sql`insert into banner_message (dismissible) select true from generate_series(1, 5)`;
  await sql`insert into storage_site (hostname, name, primary_storage, transfer_protocols)
    select 'h' || n || '.example', 'H', false, 'rsync' from generate_series(1, 5) n`;
  await sql`insert into fixity_check (data_file_id, outcome) select id, 'MISSING' from data_file on conflict (data_file_id) do update set outcome = 'MISSING'`;
});
afterAll(() => server.stop());

const OUTCOMES = 'outcomes: [VALID, MISSING]';
const inCollection = (field: string) => () => `collection(reference: { databaseId: ${holder.id} }) { ${field} }`;
const inDataset = (field: string) => () => `dataset(reference: { databaseId: ${dataset.id} }) { ${field} }`;
const CONTENT = '__typename ... on Collection { databaseId } ... on Dataset { databaseId }';

/** By name: the field with `PAGE` in place of its arguments and selection, what is selected of a node, and the largest page. */
const lists: Readonly<Record<string, readonly [field: () => string, node: string, largest?: number]>> = {
  'members of a group': [
    () => `explicitGroup(reference: { collection: { databaseId: ${holder.id} }, aliasInOwner: "readers" }) { members(PAGE) }`,
    'identifier',
  ],
  notifications: [() => 'viewer { notifications(PAGE) }', 'databaseId'],
  'bulk jobs': [() => 'bulkJobs(PAGE)', 'databaseId'],
  children: [inCollection('contents(PAGE)'), CONTENT],
  'children by name': [inCollection('contents(PAGE, orderBy: { field: NAME })'), CONTENT],
  'children by date, downwards': [inCollection('contents(PAGE, orderBy: { field: CREATED, direction: DESC })'), CONTENT],
  'children by publication': [inCollection('contents(PAGE, orderBy: { field: PUBLISHED })'), CONTENT],
  'children of a kind': [inCollection('contents(PAGE, filter: { kind: DATASET })'), CONTENT],
  descendants: [inCollection('descendants(PAGE)'), 'databaseId'],
  'responses to guestbooks': [inCollection('guestbookResponses(PAGE)'), 'databaseId', 250],
  versions: [inDataset('versions(PAGE)'), 'versionNumber'],
  files: [inDataset('latestVersion { files(PAGE) }'), 'label'],
  'files by name, downwards': [inDataset('latestVersion { files(PAGE, orderBy: { field: NAME, direction: DESC }) }'), 'label'],
  'files by date': [inDataset('latestVersion { files(PAGE, orderBy: { field: DATE }) }'), 'label'],
  'files by size, downwards': [inDataset('latestVersion { files(PAGE, orderBy: { field: SIZE, direction: DESC }) }'), 'label'],
  'files by type': [inDataset('latestVersion { files(PAGE, orderBy: { field: TYPE }) }'), 'label'],
  'files of a filter': [inDataset('latestVersion { files(PAGE, filter: { searchText: "." }) }'), 'label'],
  'variables of a table': [() => `file(reference: { databaseId: ${table} }) { dataTable { variables(PAGE) } }`, 'name'],
  'workflows that were begun': [() => 'workflowInvocations(PAGE)', 'invocationId'],
  deliveries: [() => `webhook(databaseId: ${webhook}) { deliveries(PAGE) }`, 'databaseId'],
  'banner messages': [() => 'bannerMessages(PAGE)', 'databaseId'],
  'storage sites': [() => 'storageSites(PAGE)', 'databaseId'],
  'kept readings of files': [() => `fixityReport { checks(PAGE, ${OUTCOMES}) }`, 'fileDatabaseId'],
  'readings of the files of a dataset': [inDataset('filesFixity(PAGE)'), 'fileDatabaseId'],
  'checks of records': [() => 'datasetRecordsChecks(PAGE)', 'datasetDatabaseId'],
};

interface Page {
  readonly nodes: readonly unknown[];
  readonly cursors: readonly string[];
  readonly next: unknown;
  readonly previous: unknown;
}

type Ask = (args: string) => Promise<Awaited<ReturnType<Caller['graphql']['send']>>>;

/** The innermost object with edges. */
function connectionIn(value: unknown): ReturnType<typeof readJson> {
  const object = readJson(value);
  const [first] = Object.values(object.record(''));
  return object.at('edges') === undefined ? connectionIn(first) : object;
}

async function pageOf(ask: Ask, args: string): Promise<Page> {
  const answer = await ask(args);
  expect(answer.at('errors'), args).toBeUndefined();
  const connection = connectionIn(answer.at('data'));
  const edges = connection.list('edges').map(readJson);
  const cursors = edges.map((edge) => edge.text('cursor'));
  expect([connection.at('pageInfo.startCursor'), connection.at('pageInfo.endCursor')]).toEqual([
    cursors[0] ?? null,
    cursors.at(-1) ?? null,
  ]);
  return {
    nodes: edges.map((edge) => edge.at('node')),
    cursors,
    next: connection.at('pageInfo.hasNextPage'),
    previous: connection.at('pageInfo.hasPreviousPage'),
  };
}

test.each(Object.entries(lists))('%s come from either end', async (name, [field, node, largest = 100]) => {
  const selection = `{ edges { cursor node { ${node} } } pageInfo { hasNextPage hasPreviousPage startCursor endCursor } }`;
  const caller = name === 'notifications' ? reader : admin;
  const ask: Ask = (args) => caller.graphql.send(`{ ${field().replace(/\(PAGE([^)]*)\)/, `(${args}$1) ${selection}`)} }`);

  const whole = await pageOf(ask, 'first: 100');
  const { length } = whole.nodes;
  expect(length).toBeGreaterThanOrEqual(4);
  expect(new Set(whole.nodes.map((one) => JSON.stringify(one))).size).toBe(length);
  for (const size of [1, 3, length, length + 1]) {
    expect(await pageOf(ask, `last: ${size}`)).toEqual({
      nodes: whole.nodes.slice(-size),
      cursors: whole.cursors.slice(-size),
      next: false,
      previous: size < length,
    });
  }

  const seen: unknown[] = [];
  let before = '';
  for (let pages = 0; pages <= length; pages += 1) {
    const page = await pageOf(ask, `last: 2${before === '' ? '' : `, before: "${before}"`}`);
    expect(page.next).toBe(before !== '');
    seen.unshift(...page.nodes);
    if (page.previous !== true) break;
    before = page.cursors[0] ?? '';
  }
  expect(seen).toEqual(whole.nodes);

  const [first, second] = whole.cursors;
  const [last] = whole.cursors.slice(-1);
  const inside = whole.nodes.slice(1, -1);
  expect(await pageOf(ask, `first: 1, after: "${first}", before: "${last}"`)).toMatchObject({ nodes: inside.slice(0, 1), next: true });
  expect(await pageOf(ask, `last: 1, after: "${first}", before: "${last}"`)).toMatchObject({ nodes: inside.slice(-1), previous: true });
  expect(await pageOf(ask, `first: 5, before: "${second}"`)).toMatchObject({ nodes: whole.nodes.slice(0, 1), previous: false });

  for (const [args, code] of [
    ['first: 1, last: 1', 'BAD_USER_INPUT'],
    ['last: 0', 'BAD_USER_INPUT'],
    [`last: ${largest + 1}`, 'PAGE_TOO_LARGE'],
    ['last: 1, before: "x"', 'CURSOR_INVALID'],
    [`last: 1, before: "${Buffer.from('["hits",1]').toString('base64url')}"`, 'CURSOR_INVALID'],
  ] as const) {
    expect([args, (await ask(args)).code]).toEqual([args, code]);
  }
});

const STATEMENTS_FOR_EACH = ['readings of the files of a dataset', 'checks of records'];

test.each(Object.entries(lists).filter(([name]) => !STATEMENTS_FOR_EACH.includes(name)))(
  'the end of %s takes as many statements for any size',
  async (name, [field, node]) => {
    const caller = name === 'notifications' ? reader : admin;
    const ask = (size: number) =>
      caller.graphql.expectData(`{ ${field().replace(/\(PAGE([^)]*)\)/, `(last: ${size}$1) { nodes { ${node} } }`)} }`);
    for (const size of [1, 4]) await ask(size);
    await untilQuiet(server);
    const small = await statementsDuring(server, () => ask(1));
    const large = await statementsDuring(server, () => ask(4));
    // Children of either kind are read together: a single one is of one kind alone.
    expect(large.length).toBeLessThanOrEqual(small.length + (name.startsWith('children') ? 1 : 0));
  },
);

test.each([
  ['files', 'files(PAGE)', ['files', '\u0000', 1]],
  ['files in another order', 'files(PAGE, orderBy: { field: TYPE })', ['orderedFiles', 'TYPE_ASC', '\u0000', '\u0000', 1]],
] as const)('a forged cursor of %s with what no text of the database has is refused', async (_name, field, parts) => {
  const cursor = Buffer.from(JSON.stringify(parts)).toString('base64url');
  for (const args of [`first: 1, after: "${cursor}"`, `last: 1, before: "${cursor}"`]) {
    const selection = field.replace(/\(PAGE([^)]*)\)/, `(${args}$1) { totalCount nodes { label } }`);
    const answer = await admin.graphql.send(`{ ${inDataset(`latestVersion { ${selection} }`)()} }`);
    expect([args, answer.code]).toEqual([args, 'BAD_USER_INPUT']);
  }
});

test.each([
  [
    'members',
    () => `explicitGroup(reference: { collection: { databaseId: ${holder.id} }, aliasInOwner: "readers" }) { members(PAGE) }`,
    ['members', '\u0000'],
  ],
  ['children by name', inCollection('contents(PAGE, orderBy: { field: NAME })'), ['orderedContents', 'NAME', 'ASC', '\u0000', 1]],
] as const)('a forged cursor of %s is refused alike', async (_name, field, parts) => {
  const cursor = Buffer.from(JSON.stringify(parts)).toString('base64url');
  for (const args of [`first: 1, after: "${cursor}"`, `last: 1, before: "${cursor}"`]) {
    const answer = await admin.graphql.send(`{ ${field().replace(/\(PAGE([^)]*)\)/, `(${args}$1) { nodes { __typename } }`)} }`);
    expect([args, answer.code]).not.toEqual([args, 'INTERNAL_SERVER_ERROR']);
    expect(answer.at('errors')).toBeDefined();
  }
});

test('a file with the longest name has a place in every order', async () => {
  const { sql } = server.application.connection;
  const label = `z${'\u{1F426}'.repeat(900)}`;
  await sql`update file_metadata set label = ${label} where label = 'e.txt'`;
  for (const field of ['NAME', 'TYPE']) {
    const at = (args: string) =>
      admin.graphql.expectData(
        `{ ${inDataset(`latestVersion { files(${args}, orderBy: { field: ${field} }) { edges { cursor node { label } } } }`)()} }`,
      );
    const edges = (await at('first: 100')).list('data.dataset.latestVersion.files.edges').map(readJson);
    const index = edges.findIndex((edge) => edge.text('node.label') === label);
    const page = await at(`last: 100, before: "${edges[index]?.text('cursor')}"`);
    expect(page.list('data.dataset.latestVersion.files.edges')).toHaveLength(index);
  }
});
