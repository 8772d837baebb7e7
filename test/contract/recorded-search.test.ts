// Recorded answers of the reference software to searches, saved searches and the caches of metrics, value by value beside ours.
import { existsSync, readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { addFile, createDataset, exampleDataset, publishDataset, succeeded, superuser, guest } from '../support/seed.ts';
import { startTestServer, type TestServer } from '../support/server.ts';

const FOLDER = new URL('../../../shared/golden/', import.meta.url);

const recording = z.object({
  request: z.object({
    method: z.string(),
    path: z.string(),
    params: z.record(z.string(), z.unknown()).nullable(),
    auth: z.string().nullable(),
    body: z.unknown().optional(),
  }),
  status: z.number(),
  body: z.unknown(),
});

const read = (name: string) => recording.parse(JSON.parse(readFileSync(new URL(name, FOLDER), 'utf8')));

/** What differs from one installation to another, and from one moment to another. */
function settled(value: unknown): unknown {
  const text = JSON.stringify(value)
    .replaceAll(/10\.5072\/FK2\/[A-Z0-9]{6}/gu, '10.5072/FK2/AAAAAA')
    .replaceAll(/http:\/\/(?:localhost|127\.0\.0\.1)(?::\d+)?/gu, 'http://here')
    .replaceAll(/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ/gu, 'T')
    .replaceAll(/, 20\d\d, /gu, ', YEAR, ')
    .replaceAll(/"(versionId|dataset_id|file_id|dvObjectId|entity_id)":"?\d+"?/gu, '"$1":0')
    .replaceAll(/\/datafile\/\d+/gu, '/datafile/0');
  return JSON.parse(text);
}

/** Paths of keys at which two answers differ, a missing key by the one above it. */
function differences(ours: unknown, theirs: unknown, path = ''): string[] {
  const record = z.record(z.string(), z.unknown());
  const [one, other] = [record.safeParse(ours), record.safeParse(theirs)];
  if (one.success && other.success && !Array.isArray(ours) && !Array.isArray(theirs)) {
    const names = new Set([...Object.keys(one.data), ...Object.keys(other.data)]);
    return [...names].flatMap((name) => differences(one.data[name], other.data[name], `${path}.${name}`));
  }
  return JSON.stringify(ours) === JSON.stringify(theirs) ? [] : [path];
}

/** The order of keys that both have. */
function inOrder(ours: object, theirs: object): [string[], string[]] {
  return [Object.keys(ours).filter((key) => key in theirs), Object.keys(theirs).filter((key) => key in ours)];
}

/** Where our answers differ on purpose, or because the tables of the recording were not ingested here. */
const OF_RICH: Readonly<Record<string, string>> = {
  '.citation': 'its three tables are not ingested here, so it has no UNF',
  '.citationHtml': 'as citation',
  '.fileCount': 'no files were added here',
  '.geographicCoverage': 'the stray comma of city and state is not copied: collections.md 11.1',
  '.storageIdentifier': 'the name of the store',
};
const OF_SURVEY: Readonly<Record<string, string>> = {
  '.citationHtml': 'letters are letters, not entities of HTML',
  '.contacts': 'a contact without an affiliation has not that of the one before: collections.md 11.1',
  '.publications': 'JSON is not HTML: an ampersand is not escaped',
  '.geographicCoverage': 'the stray comma of city and state is not copied: collections.md 11.1',
  '.storageIdentifier': 'the name of the store',
};

describe.skipIf(!existsSync(FOLDER))('recorded searches (needs ../shared/golden)', () => {
  let server: TestServer;
  let items: Record<string, object>;

  beforeAll(async () => {
    server = await startTestServer({ DIALECTS: 'dataverse-always' });
    const admin = superuser(server);
    succeeded(
      await admin.rest.post('/api/dataverses/root', {
        alias: 'gold',
        name: 'Golden',
        dataverseContacts: [{ contactEmail: 'g@example.org' }],
      }),
    );
    succeeded(await admin.rest.post('/api/dataverses/gold/actions/:publish'));
    const rich = succeeded(
      await admin.rest.post('/api/dataverses/gold/datasets', read('exports/dataset-create-alldefaults.json').request.body),
    );
    await publishDataset(admin, { id: rich.number('data.id'), persistentId: '' });
    const survey = succeeded(await admin.rest.post('/api/dataverses/gold/datasets', exampleDataset('social-science-survey')));
    await publishDataset(admin, { id: survey.number('data.id'), persistentId: '' });
    const finches = await createDataset(admin, { id: 0, alias: 'gold' });
    await addFile(admin, finches, { name: 'readme.txt', type: 'text/plain' });
    await publishDataset(admin, finches);
    items = {};
    const answer = succeeded(await guest(server).rest.get('/api/search?q=*&per_page=100'));
    for (const item of z.array(z.looseObject({ name: z.string() })).parse(answer.at('data.items'))) items[item.name] = item;
  });
  afterAll(() => server.stop());

  const recorded = (file: string, name: string): object => {
    const { items: all } = z
      .object({ data: z.object({ items: z.array(z.looseObject({ name: z.string() })) }) })
      .parse(read(`administration/${file}.json`).body).data;
    return all.find((item) => item.name === name) ?? {};
  };

  test('have the same item of a dataset with every field', () => {
    const theirs = recorded('search-datasets', 'Replication Data for: Title');
    const ours = items['Replication Data for: Title'] ?? {};
    expect(differences(settled(ours), settled(theirs)).toSorted()).toEqual(Object.keys(OF_RICH).toSorted());
    const [mine, other] = inOrder(ours, theirs);
    expect(mine).toEqual(other);
  });

  test('have the same item of a survey', () => {
    const name = 'Heating, Damp and Comfort at Home: Household Survey in Northern Portugal, 2023';
    const theirs = recorded('search-datasets', name);
    const ours = items[name] ?? {};
    expect(differences(settled(ours), settled(theirs)).toSorted()).toEqual(Object.keys(OF_SURVEY).toSorted());
    const [mine, other] = inOrder(ours, theirs);
    expect(mine).toEqual(other);
  });

  test('have the same keys of a file, in the same order', () => {
    const theirs = recorded('search-files', 'again.txt');
    expect(Object.keys(items['readme.txt'] ?? {})).toEqual(Object.keys(theirs));
  });

  test.each(['search-all', 'search-datasets', 'search-files', 'search-finch'])('%s has the same keys around the items', async (file) => {
    const { request, status, body } = read(`administration/${file}.json`);
    const query = new URLSearchParams(Object.entries(request.params ?? {}).map(([name, value]) => [name, String(value)]));
    const answer = await guest(server).rest.get(`${request.path}?${query}`);
    expect(answer.status).toBe(status);
    const data = z.object({ data: z.record(z.string(), z.unknown()) }).parse(body).data;
    expect(Object.keys(answer.record('data'))).toEqual(Object.keys(data));
    expect(answer.at('data.spelling_alternatives')).toEqual(data['spelling_alternatives']);
  });

  test('have the same facets of files, in the same order', async () => {
    const { body } = read('administration/search-files.json');
    const shape = z.object({ data: z.object({ facets: z.array(z.record(z.string(), z.object({ friendly: z.string() }))) }) });
    const [theirs = {}] = shape.parse(body).data.facets;
    const answer = await guest(server).rest.get('/api/search?q=*&type=file&show_facets=true');
    const [ours = {}] = z.array(z.record(z.string(), z.object({ friendly: z.string() }))).parse(answer.at('data.facets'));
    const names = (facets: typeof ours) => Object.entries(facets).map(([name, { friendly }]) => `${name}: ${friendly}`);
    // The one file here has no tag.
    expect(names(ours)).toEqual(names(theirs).filter((name) => !name.startsWith('fileTag:')));
  });
});

/** Requests in their order, and where ours differ: our status, and why. */
const SAVED: readonly (readonly [name: string, status?: number, source?: string])[] = [
  ['admin-savedsearches-empty'],
  ['admin-savedsearch-create'],
  ['admin-savedsearches-list'],
  ['admin-savedsearch-get'],
  ['admin-savedsearch-nosuch'],
  ['admin-savedsearch-makelinks'],
  ['admin-savedsearch-makelinks-debug'],
  ['admin-savedsearch-makelinks-all'],
  ['admin-savedsearch-makelinks-all2'],
  ['admin-savedsearch-delete-nosuch', 405, 'decision 17: there is no such row'],
  ['admin-clearMetricsCache'],
  ['admin-clearMetricsCacheOne'],
];

describe.skipIf(!existsSync(FOLDER))('recorded saved searches and caches of metrics (needs ../shared/golden)', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startTestServer({ DIALECTS: 'dataverse-always' });
    const admin = superuser(server);
    const body = exampleDataset('minimal');
    const text = JSON.stringify(body).replace('Door counter readings', 'Finches at the door: readings');
    const made = succeeded(await admin.rest.post('/api/dataverses/root/datasets', JSON.parse(text)));
    await publishDataset(admin, { id: made.number('data.id'), persistentId: '' });
  });
  afterAll(() => server.stop());

  /** Keys and kinds of values. */
  function shapeOf(value: unknown): unknown {
    if (Array.isArray(value)) return value.slice(0, 1).map(shapeOf);
    if (typeof value !== 'object' || value === null) return typeof value;
    return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, shapeOf(inner)]));
  }

  test.each(SAVED)('%s', async (name, status) => {
    const { request, status: theirs, body } = read(`administration/${name}.json`);
    const query = new URLSearchParams(Object.entries(request.params ?? {}).map(([key, value]) => [key, String(value)])).toString();
    const sent = request.body === undefined || request.body === null ? {} : { json: request.body };
    const answer = await superuser(server).rest.send(`${request.path}${query === '' ? '' : `?${query}`}`, {
      method: request.method,
      ...sent,
    });
    expect(answer.status).toBe(status ?? theirs);
    const alike = answer.status < 300;
    expect(alike ? shapeOf(answer.at('')) : null).toEqual(alike ? shapeOf(body) : null);
  });
});
