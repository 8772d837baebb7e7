import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { FILE_ORDERS } from '../../src/vocabulary/files.ts';
import { enumName } from '../support/enum-name.ts';
import { readJson } from '../support/json-reader.ts';
import {
  addFile,
  type Caller,
  createCollection,
  createDataset,
  publishDataset,
  type SeededCollection,
  type SeededDataset,
  superuser,
} from '../support/seed.ts';
import { startTestServer, type TestServer } from '../support/server.ts';

/** Pages of a version's files: by offset over REST and by cursor over GraphQL, which have to agree. */
let server: TestServer;
let admin: Caller;
let collection: SeededCollection;
let dataset: SeededDataset;

const TYPES = ['text/plain', 'application/x-reading', 'text/markdown'];

async function fill(into: SeededDataset, from: number, count: number): Promise<void> {
  for (let index = from; index < from + count; index++) {
    await addFile(admin, into, {
      // Names, sizes and types in three different orders; two files of each size.
      name: `reading-${(index * 7) % 23}.dat`,
      bytes: String(index)
        .padStart(4, '0')
        .repeat(1 + (index % 6)),
      type: TYPES[index % TYPES.length] ?? 'text/plain',
      jsonData: {
        description: index % 4 === 0 ? 'From the Needle station' : 'From elsewhere',
        categories: index % 3 === 0 ? ['Data', 'Calibrated'] : ['Data'],
        restrict: index % 5 === 0,
      },
    });
  }
}

beforeAll(async () => {
  server = await startTestServer();
  admin = superuser(server);
  collection = await createCollection(admin);
  dataset = await createDataset(admin, collection);
  await fill(dataset, 0, 8);
  await publishDataset(admin, dataset);
  // The draft holds files of two dates: those that were published, and those that were not.
  await fill(dataset, 8, 9);
});
afterAll(() => server.stop());

interface Listed {
  readonly labels: readonly string[];
  readonly total: number;
}

async function slice(query: Readonly<Record<string, string>>, of = dataset, version = ':draft'): Promise<Listed> {
  const answer = await admin.rest.get(`/api/datasets/${of.id}/versions/${version}/files?${new URLSearchParams(query).toString()}`);
  expect(answer.status).toBe(200);
  return { labels: answer.list('data').map((file) => readJson(file).text('label')), total: answer.number('totalCount') };
}

const PAGES = `query ($id: Int!, $after: String, $filter: FileFilter, $orderBy: FileOrder) {
  dataset(reference: { databaseId: $id }) {
    latestVersion { files(first: 4, after: $after, filter: $filter, orderBy: $orderBy) {
      totalCount nodes { label } pageInfo { hasNextPage endCursor }
    } }
  }
}`;
const FILES = 'data.dataset.latestVersion.files';

/** The orders of REST, by field and direction. */
const ORDERS = {
  NameAZ: { field: 'NAME' },
  NameZA: { field: 'NAME', direction: 'DESC' },
  Newest: { field: 'DATE', direction: 'DESC' },
  Oldest: { field: 'DATE', direction: 'ASC' },
  Size: { field: 'SIZE' },
  Type: { field: 'TYPE', direction: null },
} as const;
interface Order {
  readonly field: string;
  readonly direction?: string | null;
}

/** All pages in turn. */
async function walk(orderBy: Order, filter: Readonly<Record<string, string>>): Promise<Listed> {
  const labels: string[] = [];
  let after: string | null = null;
  for (;;) {
    const answer = await admin.graphql.expectData(PAGES, {
      id: dataset.id,
      after,
      filter: 'accessStatus' in filter ? { ...filter, accessStatus: enumName('FileAccessStatus', filter.accessStatus) } : filter,
      orderBy,
    });
    labels.push(...answer.list(`${FILES}.nodes`).map((node) => readJson(node).text('label')));
    if (answer.at(`${FILES}.pageInfo.hasNextPage`) !== true) return { labels, total: answer.number(`${FILES}.totalCount`) };
    after = answer.text(`${FILES}.pageInfo.endCursor`);
  }
}

const filters: readonly Readonly<Record<string, string>>[] = [
  {},
  { categoryName: 'Calibrated' },
  { contentType: 'text/markdown' },
  { accessStatus: 'Restricted' },
  { accessStatus: 'Public' },
  { searchText: 'nEEDLE' },
  { searchText: 'reading-1', categoryName: 'Data', accessStatus: 'Public' },
  { tabularTagName: 'Survey' },
];

describe('pages of the files of a version', () => {
  test.each(FILE_ORDERS)('by cursor they give what the whole list has, with any filter, in the order %s', async (order) => {
    for (const filter of filters) {
      const whole = await slice({ ...filter, orderCriteria: order });
      expect(whole.total).toBe(whole.labels.length);
      expect({ filter, ...(await walk(ORDERS[order], filter)) }).toEqual({ filter, ...whole });
    }
    expect((await slice({ orderCriteria: order })).labels).toHaveLength(17);
  });

  test.each(FILE_ORDERS)('by offset they give what the whole list has, wherever one begins, in the order %s', async (order) => {
    for (const filter of [{}, { categoryName: 'Calibrated' }, { contentType: 'text/plain' }]) {
      const whole = await slice({ ...filter, orderCriteria: order });
      for (const [offset, limit] of [
        [9, 3],
        [2, 2],
        [10, 4],
        [4, 5],
        [0, 2],
        [12, 3],
        [3, 40],
        [40, 5],
      ] as const) {
        const part = await slice({ ...filter, orderCriteria: order, offset: String(offset), limit: String(limit) });
        expect(part).toEqual({ labels: whole.labels.slice(offset, offset + limit), total: whole.total });
      }
    }
  });

  test('orders are what they say', async () => {
    const sizes = async (orderCriteria: string, key: string) => {
      const answer = await admin.rest.get(`/api/datasets/${dataset.id}/versions/:draft/files?orderCriteria=${orderCriteria}`);
      return answer.list('data').map((file) => readJson(file).at(`dataFile.${key}`));
    };
    const bySize = await sizes('Size', 'filesize');
    expect(bySize).toEqual(bySize.toSorted((a, b) => Number(a) - Number(b)));
    expect(new Set(bySize).size).toBeGreaterThan(3);
    const byType = await sizes('Type', 'contentType');
    expect(byType).toEqual(byType.toSorted((a, b) => String(a).localeCompare(String(b))));
    // Published earlier than the rest was added.
    const unpublished = (await sizes('Newest', 'publicationDate')).map((day) => day === undefined);
    expect(unpublished).toEqual([...Array.from({ length: 9 }, () => true), ...Array.from({ length: 8 }, () => false)]);
    const { labels } = await slice({ orderCriteria: 'NameZA' });
    expect(labels).toEqual((await slice({})).labels.toReversed());
  });

  test.each(['NAME', 'DATE', 'SIZE', 'TYPE'])('by %s they go backwards as well', async (field) => {
    const { labels, total } = await walk({ field, direction: 'DESC' }, {});
    expect(labels).toHaveLength(total);
    expect(labels).toEqual((await walk({ field }, {})).labels.toReversed());
  });

  test('a cursor is refused by a list in another order', async () => {
    const first = await admin.graphql.expectData(PAGES, { id: dataset.id, orderBy: ORDERS.Size });
    const after = first.text(`${FILES}.pageInfo.endCursor`);
    for (const orderBy of [null, ORDERS.NameAZ, ORDERS.NameZA, ORDERS.Newest, ORDERS.Type, { field: 'SIZE', direction: 'DESC' }]) {
      const answer = await admin.graphql.send(PAGES, { id: dataset.id, after, orderBy });
      expect(answer.text('errors.0.extensions.code')).toBe('CURSOR_INVALID');
    }
  });

  test('a tag that reads like the id of the dataset finds the files that have it alone', async () => {
    const numbered = await createDataset(admin, collection);
    await addFile(admin, numbered, { name: 'one.txt', bytes: 'one', jsonData: { categories: [String(numbered.id)] } });
    await addFile(admin, numbered, { name: 'two.txt', bytes: 'two', jsonData: { categories: ['Data'] } });
    expect(await slice({ categoryName: String(numbered.id) }, numbered)).toEqual({ labels: ['one.txt'], total: 1 });
  });

  test('what was remembered of a list ends with the next edit', async () => {
    const changing = await createDataset(admin, collection);
    for (const name of ['b.txt', 'd.txt', 'f.txt']) await addFile(admin, changing, { name, bytes: name, type: 'text/plain' });
    const second = { offset: '1', limit: '1' };
    await slice({ offset: '0', limit: '1' }, changing);
    expect(await slice(second, changing)).toEqual({ labels: ['d.txt'], total: 3 });
    expect(await slice({ ...second, contentType: 'text/plain' }, changing)).toEqual({ labels: ['d.txt'], total: 3 });
    await addFile(admin, changing, { name: 'a.txt', bytes: 'a.txt', type: 'text/plain' });
    expect(await slice(second, changing)).toEqual({ labels: ['b.txt'], total: 4 });
    expect(await slice({ ...second, contentType: 'text/plain' }, changing)).toEqual({ labels: ['b.txt'], total: 4 });
  });

  test('a type that is detected anew counts at once, in published versions too', async () => {
    const typed = await createDataset(admin, collection);
    const id = await addFile(admin, typed, { name: 'notes.txt', bytes: 'plain words\n', type: 'application/x-mistaken' });
    await addFile(admin, typed, { name: 'other.txt', bytes: 'other words\n', type: 'application/x-mistaken' });
    await publishDataset(admin, typed);
    const mistaken = { contentType: 'application/x-mistaken', limit: '1' };
    expect((await slice(mistaken, typed, '1.0')).total).toBe(2);
    expect((await admin.rest.post(`/api/files/${id}/redetect`)).status).toBe(200);
    expect((await slice(mistaken, typed, '1.0')).total).toBe(1);
  });
});
