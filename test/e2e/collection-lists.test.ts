import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readJson } from '../support/json-reader.ts';
import {
  assignRole,
  type Caller,
  createCollection,
  createDataset,
  createUser,
  exampleDataset,
  guest,
  publishDataset,
  type SeededCollection,
  succeeded,
  superuser,
} from '../support/seed.ts';
import { startTestServer, type TestServer } from '../support/server.ts';
import { statementsDuring, untilQuiet } from '../support/statements.ts';

let server: TestServer;
let admin: Caller;
let nobody: Caller;
let member: Caller;

beforeAll(async () => {
  server = await startTestServer();
  admin = superuser(server);
  nobody = guest(server);
  member = await createUser(server, 'member');
});
afterAll(() => server.stop());

/** How many statements a question takes once everything is prepared. */
async function statementsOf(caller: Caller, query: string, variables: Readonly<Record<string, unknown>>): Promise<number> {
  await caller.graphql.expectData(query, variables);
  await untilQuiet(server, 500);
  return (await statementsDuring(server, () => caller.graphql.expectData(query, variables))).length;
}

describe('children of a collection in an order', () => {
  const PAGE = `query ($id: Int!, $first: Int, $after: String, $filter: CollectionContentFilter, $orderBy: CollectionContentOrder) {
    collection(reference: { databaseId: $id }) {
      contents(first: $first, after: $after, filter: $filter, orderBy: $orderBy) {
        totalCount pageInfo { hasNextPage endCursor }
        nodes { ... on Collection { databaseId name } ... on Dataset { databaseId latestVersion { title } } }
      }
    }
  }`;
  let parent: SeededCollection;
  let linked: SeededCollection;
  /** By name, as a superuser sees them. */
  const names = ['alpha', 'Beta', 'Draft only', 'gamma', 'Öland', '100%_sure', 'zeta', 'beta'];

  interface Listed {
    readonly id: number;
    readonly name: string;
  }

  async function datasetTitled(title: string): Promise<number> {
    const { datasetVersion } = exampleDataset('minimal');
    const sent = structuredClone(datasetVersion);
    Object.assign(readJson(sent).record('metadataBlocks.citation.fields.0'), { value: title });
    return succeeded(await admin.rest.post(`/api/collections/${parent.alias}/datasets`, { datasetVersion: sent })).number('data.id');
  }

  beforeAll(async () => {
    parent = await createCollection(admin);
    linked = await createCollection(admin, { name: 'Linked' });
    succeeded(await admin.rest.put(`/api/collections/${linked.alias}/link/${parent.alias}`));
    for (const [index, name] of names.entries()) {
      if (index % 2 === 0) {
        const id = await datasetTitled(name);
        if (name !== 'Draft only') await publishDataset(admin, { id, persistentId: '' });
      } else {
        await createCollection(admin, { owner: parent.id, name, published: name !== 'gamma' });
      }
    }
    // A draft with another title than the published version: its place depends on who looks.
    const { sql } = server.application.connection;
    await sql`insert into dataset_version (dataset_id, ordinal, state, title, metadata, file_access_request)
      select dataset_id, 2, 'DRAFT', 'aaa secret', metadata, true from dataset_version where title = 'zeta'`;
  });

  /** All pages of this size, one after the other. */
  async function walk(caller: Caller, variables: Readonly<Record<string, unknown>>, first = 3): Promise<Listed[]> {
    const seen: Listed[] = [];
    let after: unknown = null;
    for (let pages = 0; pages < 20; pages++) {
      const answer = await caller.graphql.expectData(PAGE, { id: parent.id, first, after, ...variables });
      const contents = readJson(answer.at('data.collection.contents'));
      for (const node of contents.list('nodes')) {
        const reader = readJson(node);
        seen.push({ id: reader.number('databaseId'), name: String(reader.at('name') ?? reader.at('latestVersion.title')) });
      }
      if (contents.at('pageInfo.hasNextPage') === false) return counted(seen, contents.number('totalCount'));
      after = contents.at('pageInfo.endCursor');
    }
    throw new Error('The pages do not end.');
  }

  test.each(['ID', 'NAME', 'CREATED', 'PUBLISHED'])('by %s, pages join to one list, backwards to its reverse', async (by) => {
    for (const caller of [admin, nobody]) {
      const whole = await walk(caller, { orderBy: { field: by } }, 100);
      expect(whole).toHaveLength(caller === admin ? 8 : 6);
      expect(new Set(whole.map(({ id }) => id)).size).toBe(whole.length);
      for (const first of [1, 3]) expect(await walk(caller, { orderBy: { field: by } }, first)).toEqual(whole);
      expect(await walk(caller, { orderBy: { field: by, direction: 'DESC' } })).toEqual(whole.toReversed());
    }
  });

  test('names are compared without regard to case, and by what the viewer may see', async () => {
    const listed = async (caller: Caller) => (await walk(caller, { orderBy: { field: 'NAME' } })).map(({ name }) => name);
    expect(await listed(nobody)).toEqual(['100%_sure', 'alpha', 'Beta', 'beta', 'zeta', 'Öland'].toSorted(byLowerCase));
    expect((await listed(admin)).slice(0, 3)).toEqual(['100%_sure', 'aaa secret', 'alpha']);
  });

  test('by date of publication, what was never published comes last', async () => {
    const listed = await walk(admin, { orderBy: { field: 'PUBLISHED' } });
    expect(listed.slice(-2).map(({ name }) => name)).toEqual(['Draft only', 'gamma']);
  });

  test.each([
    ['a kind', { kind: 'DATASET' }, ['alpha', 'Öland', 'zeta']],
    ['what is published', { published: true }, ['alpha', 'Beta', 'Öland', '100%_sure', 'zeta', 'beta']],
    ['what is not published, which a guest never sees', { published: false }, []],
    ['the beginning of names', { namePrefix: 'BE' }, ['Beta', 'beta']],
    ['a beginning with signs of patterns', { namePrefix: '100%_' }, ['100%_sure']],
    ['a beginning of a title that a guest does not see', { namePrefix: 'aaa' }, []],
    ['several things', { kind: 'COLLECTION', namePrefix: 'b', published: true }, ['Beta', 'beta']],
    ['links as well', { includeLinked: true, kind: 'COLLECTION' }, ['Beta', '100%_sure', 'beta', 'Linked']],
  ])('a filter by %s', async (_what, filter, expected) => {
    const listed = (await walk(nobody, { filter })).map(({ name }) => name);
    expect(listed.toSorted()).toEqual(expected.toSorted());
    for (const by of ['NAME', 'CREATED', 'PUBLISHED']) {
      expect((await walk(nobody, { filter, orderBy: { field: by } }, 1)).map(({ name }) => name).toSorted()).toEqual(expected.toSorted());
    }
  });

  test('a cursor belongs to its order', async () => {
    const first = await nobody.graphql.expectData(PAGE, { id: parent.id, first: 1, orderBy: { field: 'NAME' } });
    const after = first.text('data.collection.contents.pageInfo.endCursor');
    const orders = [{ field: 'CREATED' }, { field: 'NAME', direction: 'DESC' }, null];
    for (const orderBy of orders) {
      expect((await nobody.graphql.send(PAGE, { id: parent.id, after, orderBy, filter: orderBy && {} })).code).toBe('CURSOR_INVALID');
    }
  });

  test.each([
    ['PUBLISHED', 'yesterday'],
    ['CREATED', '99999999999999999999'],
    ['ID', 'DATAFILE'],
  ])('a cursor by %s that was made up is refused', async (by, key) => {
    const after = Buffer.from(JSON.stringify(['orderedContents', by, 'ASC', key, 1])).toString('base64url');
    expect((await nobody.graphql.send(PAGE, { id: parent.id, after, orderBy: { field: by } })).code).toBe('CURSOR_INVALID');
  });

  test('a page of three costs as many statements as a page of one', async () => {
    const variables = { id: parent.id, orderBy: { field: 'NAME' }, filter: { includeLinked: true } };
    expect(await statementsOf(nobody, PAGE, { ...variables, first: 8 })).toBe(await statementsOf(nobody, PAGE, { ...variables, first: 3 }));
  });
});

describe('the tree below a collection', () => {
  const TREE = `query ($id: Int!, $first: Int, $after: String, $depth: Int) {
    collection(reference: { databaseId: $id }) {
      depth
      descendants(first: $first, after: $after, maximumDepth: $depth) {
        totalCount pageInfo { hasNextPage endCursor }
        nodes { databaseId ownerDatabaseId depth ancestors { databaseId } }
      }
    }
  }`;
  let top: SeededCollection;
  /** Ids in depth-first order, with their depth below `top`; the last of them is not published. */
  const expected: { id: number; depth: number; published: boolean }[] = [];

  beforeAll(async () => {
    top = await createCollection(admin);
    await assignRole(admin, top, member.identifier, 'member');
    const [one, two] = [await createCollection(admin, { owner: top.id }), await createCollection(admin, { owner: top.id })];
    const oneOne = await createCollection(admin, { owner: one.id });
    const twoOne = await createCollection(admin, { owner: two.id });
    const oneOneOne = await createCollection(admin, { owner: oneOne.id });
    const oneTwo = await createCollection(admin, { owner: one.id, published: false });
    await createDataset(admin, oneOne);
    // Beside it in the tree, and not below it.
    await createCollection(admin);
    expected.push(
      { id: one.id, depth: 1, published: true },
      { id: oneOne.id, depth: 2, published: true },
      { id: oneOneOne.id, depth: 3, published: true },
      { id: oneTwo.id, depth: 2, published: false },
      { id: two.id, depth: 1, published: true },
      { id: twoOne.id, depth: 2, published: true },
    );
  });

  async function walk(caller: Caller, first: number, depth?: number): Promise<number[]> {
    const seen: number[] = [];
    let after: unknown = null;
    for (let pages = 0; pages < 20; pages++) {
      const answer = await caller.graphql.expectData(TREE, { id: top.id, first, after, depth });
      const page = readJson(answer.at('data.collection.descendants'));
      for (const node of page.list('nodes')) {
        const reader = readJson(node);
        seen.push(reader.number('databaseId'));
        expect(reader.list('ancestors')).toHaveLength(reader.number('depth'));
      }
      if (page.at('pageInfo.hasNextPage') === false) return counted(seen, page.number('totalCount'));
      after = page.at('pageInfo.endCursor');
    }
    throw new Error('The pages do not end.');
  }

  test.each([1, 2, 100])('comes depth first in pages of %i', async (first) => {
    expect(await walk(admin, first)).toEqual(expected.map(({ id }) => id));
  });

  test('ends at the depth asked for', async () => {
    for (const depth of [1, 2, 3, 2_147_483_647]) {
      expect(await walk(admin, 2, depth)).toEqual(expected.filter((one) => one.depth <= depth).map(({ id }) => id));
    }
  });

  test('holds what the viewer may see', async () => {
    const visible = expected.filter(({ published }) => published).map(({ id }) => id);
    expect(await walk(nobody, 2)).toEqual(visible);
    // A role above a permission root does not reach into it.
    expect(await walk(member, 2)).toEqual(visible);
  });

  test('refuses a depth of none, and a cursor that was made up', async () => {
    expect((await nobody.graphql.send(TREE, { id: top.id, depth: 0 })).code).toBe('BAD_USER_INPUT');
    const after = Buffer.from(JSON.stringify(['descendants', 'x'])).toString('base64url');
    expect((await nobody.graphql.send(TREE, { id: top.id, after })).code).toBe('CURSOR_INVALID');
  });

  test('takes one statement for a page and one for all its ancestors, whatever is found', async () => {
    const cost = await statementsOf(nobody, TREE, { id: top.id, first: 1 });
    expect(await statementsOf(nobody, TREE, { id: top.id, first: 100 })).toBe(cost);
    expect(cost).toBeLessThanOrEqual(4);
  });
});

/** What all pages held. @throws Error unless the list says the same of itself */
function counted<Entry>(seen: Entry[], totalCount: number): Entry[] {
  if (seen.length !== totalCount) throw new Error(`The list counts ${totalCount} and holds ${seen.length}.`);
  return seen;
}

function byLowerCase(left: string, right: string): number {
  const [one, other] = [left.toLowerCase(), right.toLowerCase()];
  return one < other ? -1 : Number(one > other);
}
