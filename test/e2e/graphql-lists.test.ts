import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readJson } from '../support/json-reader.ts';
import {
  addFile,
  type Caller,
  createCollection,
  createDataset,
  createUser,
  guest,
  publishDataset,
  type SeededCollection,
  type SeededDataset,
  superuser,
} from '../support/seed.ts';
import { startTestServer, type TestServer } from '../support/server.ts';

let server: TestServer;
let admin: Caller;
let nobody: Caller;
let stranger: Caller;
let collection: SeededCollection;
let dataset: SeededDataset;

beforeAll(async () => {
  server = await startTestServer();
  admin = superuser(server);
  nobody = guest(server);
  stranger = await createUser(server, 'stranger');
  collection = await createCollection(admin);
  dataset = await createDataset(admin, collection);
});
afterAll(() => server.stop());

describe('lists and nodes', () => {
  const PAGE = `query ($id: Int!, $first: Int, $after: String) {
    collection(reference: { databaseId: $id }) {
      contents(first: $first, after: $after) {
        totalCount pageInfo { hasNextPage hasPreviousPage startCursor endCursor }
        edges { cursor node { __typename ... on Collection { databaseId } ... on Dataset { databaseId } } }
      }
    }
  }`;
  let parent: SeededCollection;
  let children: number[];

  beforeAll(async () => {
    parent = await createCollection(admin);
    children = [];
    for (let index = 0; index < 25; index++) children.push((await createCollection(admin, { owner: parent.id, published: false })).id);
    for (let index = 0; index < 20; index++) children.push((await createDataset(admin, parent)).id);
  });

  test.each([1, 7, 20, 45, 100])('45 children in pages of %i come exactly once each, in order', async (first) => {
    const seen: number[] = [];
    let after: string | null = null;
    for (let pages = 0; pages <= children.length; pages++) {
      const answer = await admin.graphql.expectData(PAGE, { id: parent.id, first, after });
      const connection = readJson(answer.at('data.collection.contents'));
      expect(connection.number('totalCount')).toBe(45);
      expect(connection.at('pageInfo.hasPreviousPage')).toBe(after !== null);
      const edges = connection.list('edges');
      seen.push(...edges.map((edge) => readJson(edge).number('node.databaseId')));
      expect(connection.at('pageInfo.endCursor')).toBe(readJson(edges.at(-1)).text('cursor'));
      if (connection.at('pageInfo.hasNextPage') !== true) break;
      after = connection.text('pageInfo.endCursor');
    }
    expect(seen).toEqual(children);
  });

  test('a child added during paging shifts nothing', async () => {
    const page = await admin.graphql.expectData(PAGE, { id: collection.id, first: 1 });
    const late = await createDataset(admin, collection);
    const next = await admin.graphql.expectData(PAGE, {
      id: collection.id,
      first: 5,
      after: page.text('data.collection.contents.pageInfo.endCursor'),
    });
    expect(next.list('data.collection.contents.edges').map((edge) => readJson(edge).number('node.databaseId'))).toEqual([late.id]);
  });

  describe('pages below several parents at once', () => {
    const FILES = `files(first: 2, after: $after) { totalCount pageInfo { hasNextPage hasPreviousPage endCursor } edges { cursor node { label } } }`;
    const VERSIONS = `versions(first: 2, after: $after) { totalCount pageInfo { hasNextPage hasPreviousPage endCursor } edges { cursor node { versionNumber state } } }`;
    let holder: SeededCollection;
    /** Files and published versions of each. */
    const sizes = [0, 1, 2, 3, 5];
    const made: number[] = [];
    const published = () => [...sizes.entries()].filter(([, size]) => size > 0);

    beforeAll(async () => {
      holder = await createCollection(admin);
      for (const size of sizes) {
        const one = await createDataset(admin, holder);
        made.push(one.id);
        for (let index = 0; index < size; index++) {
          await addFile(admin, one, { name: `file-${size - index}.txt` });
          await publishDataset(admin, one);
        }
        if (size > 0) await addFile(admin, one, { name: 'in-the-draft.txt' });
      }
    });

    /** Every entry below one dataset: its first page among those of the others, the pages after it alone. */
    async function walk(
      caller: Caller,
      id: number,
      field: string,
      path: string,
    ): Promise<{ readonly seen: readonly unknown[]; readonly total: number }> {
      const wrap = path.startsWith('latestVersion') ? `latestVersion { ${field} }` : field;
      const shape = `databaseId ${wrap}`;
      const all = await caller.graphql.expectData(
        `query ($after: String) { collection(reference: { databaseId: ${holder.id} }) { contents { nodes { ... on Dataset { ${shape} } } } } }`,
      );
      const first = all.list('data.collection.contents.nodes').find((node) => readJson(node).at('databaseId') === id);
      let page = readJson(readJson(first).at(path));
      const seen: unknown[] = [];
      for (let pages = 0; pages < 10; pages++) {
        expect(page.at('pageInfo.hasPreviousPage')).toBe(pages > 0);
        const edges = page.list('edges');
        expect(page.at('pageInfo.endCursor')).toBe(edges.length === 0 ? null : readJson(edges.at(-1)).at('cursor'));
        seen.push(...edges.map((edge) => readJson(edge).at('node')));
        if (page.at('pageInfo.hasNextPage') !== true) break;
        const next = await caller.graphql.expectData(`query ($after: String) { dataset(reference: { databaseId: ${id} }) { ${shape} } }`, {
          after: page.text('pageInfo.endCursor'),
        });
        page = readJson(next.at(`data.dataset.${path}`));
      }
      return { seen, total: page.number('totalCount') };
    }

    test('files come exactly once each, by label', async () => {
      for (const [index, size] of sizes.entries()) {
        const labels = Array.from({ length: size }, (_value, file) => ({ label: `file-${file + 1}.txt` }));
        const { seen, total } = await walk(admin, made[index] ?? 0, FILES, 'latestVersion.files');
        expect(seen).toEqual(size === 0 ? [] : [...labels, { label: 'in-the-draft.txt' }]);
        expect(total).toBe(seen.length);
      }
      for (const [index, size] of published()) {
        const seen = Array.from({ length: size }, (_value, file) => ({ label: `file-${file + 1}.txt` }));
        expect(await walk(nobody, made[index] ?? 0, FILES, 'latestVersion.files')).toEqual({ seen, total: size });
      }
    });

    test('versions come exactly once each, newest first, drafts for editors alone', async () => {
      for (const [index, size] of sizes.entries()) {
        const released = Array.from({ length: size }, (_value, version) => ({ versionNumber: size - version, state: 'RELEASED' }));
        const { seen, total } = await walk(admin, made[index] ?? 0, VERSIONS, 'versions');
        expect(seen).toEqual([{ versionNumber: null, state: 'DRAFT' }, ...released]);
        expect(total).toBe(size + 1);
      }
      for (const [index, size] of published()) {
        const seen = Array.from({ length: size }, (_value, version) => ({ versionNumber: size - version, state: 'RELEASED' }));
        expect(await walk(nobody, made[index] ?? 0, VERSIONS, 'versions')).toEqual({ seen, total: size });
      }
    });
  });

  test('forged cursors and those of another list are refused', async () => {
    const versions = await admin.graphql.expectData(
      `{ dataset(reference: { databaseId: ${dataset.id} }) { versions { pageInfo { endCursor } } } }`,
    );
    const foreign = versions.text('data.dataset.versions.pageInfo.endCursor');
    const shaped = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url');
    const own = readJson(
      JSON.parse(
        Buffer.from(
          (await admin.graphql.expectData(PAGE, { id: parent.id, first: 1 })).text('data.collection.contents.pageInfo.endCursor'),
          'base64url',
        ).toString('utf8'),
      ),
    );
    const kind = own.text('0');
    for (const after of [
      '',
      'x',
      '!!',
      foreign,
      shaped([kind]),
      shaped([kind, 'a', 'b', 'c']),
      shaped([kind, {}]),
      shaped([kind, 2 ** 53, 2 ** 53]),
      shaped(kind),
    ]) {
      const answer = await admin.graphql.send(PAGE, { id: parent.id, first: 5, after });
      expect({ after, code: answer.code }).toEqual({ after, code: 'CURSOR_INVALID' });
    }
  });

  test('node() gives what the viewer may see, and null for the rest', async () => {
    const file = await addFile(admin, dataset);
    const closed = await createCollection(admin, { published: false });
    const id = (type: string, number: number): string => Buffer.from(`${type}:${number}`).toString('base64url');
    const hidden = [id('Dataset', dataset.id), id('Collection', closed.id), id('DataFile', file)];
    const query = 'query ($ids: [ID!]!) { nodes(ids: $ids) { __typename id } }';
    expect((await admin.graphql.expectData(query, { ids: hidden })).list('data.nodes')).toEqual(
      ['Dataset', 'Collection', 'DataFile'].map((type, index) => ({ __typename: type, id: hidden[index] })),
    );
    for (const caller of [nobody, stranger]) {
      expect((await caller.graphql.expectData(query, { ids: hidden })).at('data.nodes')).toEqual([null, null, null]);
    }
    const odd = ['', 'x', id('Nosuch', 1), id('Dataset', 2 ** 31), id('Dataset', collection.id), 'Dataset:1'];
    expect((await admin.graphql.expectData(query, { ids: odd })).at('data.nodes')).toEqual(odd.map(() => null));
  });

  test('nodes() keeps the order asked for, with null for what is unknown and what is hidden alike, and refuses more than 100', async () => {
    const id = (type: string, number: number): string => Buffer.from(`${type}:${number}`).toString('base64url');
    const [shown, hidden, absent] = [id('Collection', parent.id), id('Dataset', dataset.id), id('Dataset', 2_000_000_000)];
    const ids = [hidden, shown, absent, shown, 'x', id('Collection', children[0] ?? 0)];
    const query = 'query ($ids: [ID!]!) { nodes(ids: $ids) { id } }';
    const seen = await nobody.graphql.expectData(query, { ids });
    expect(seen.at('data.nodes')).toEqual([null, { id: shown }, null, { id: shown }, null, null]);
    expect(seen.at('errors')).toBeUndefined();
    const whole = await admin.graphql.expectData(query, { ids });
    expect(whole.at('data.nodes')).toEqual([{ id: hidden }, { id: shown }, null, { id: shown }, null, { id: ids[5] }]);
    const refused = await nobody.graphql.send(query, { ids: Array.from({ length: 101 }, (_value, index) => id('Dataset', index + 1)) });
    expect(refused.code).toBe('PAGE_TOO_LARGE');
  });

  test('collections, datasets, files and metadata blocks can be fetched again by their ids', async () => {
    await addFile(admin, dataset);
    const all = await admin.graphql.expectData(
      `{ metadataBlocks { nodes { id } } collection(reference: { databaseId: ${collection.id} }) { id }
         dataset(reference: { databaseId: ${dataset.id} }) { id latestVersion { files(first: 1) { nodes { dataFile { id } } } } } }`,
    );
    const ids = ['metadataBlocks.nodes.0.id', 'collection.id', 'dataset.id', 'dataset.latestVersion.files.nodes.0.dataFile.id'].map(
      (path) => all.text(`data.${path}`),
    );
    const nodes = await admin.graphql.expectData('query ($ids: [ID!]!) { nodes(ids: $ids) { id } }', { ids });
    expect(nodes.at('data.nodes')).toEqual(ids.map((id) => ({ id })));
  });
});
