// A collection out of one installation and into another, through both servers. Source: exports.md 17.
import { mkdtemp, readFile, rm, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type CarryClient, createCarryClient } from '../../../src/carry/carry-client.ts';
import { readDatasets } from '../../../src/carry/carried-folder.ts';
import { exportCollection } from '../../../src/carry/export-collection.ts';
import { importCollection } from '../../../src/carry/import-collection.ts';
import {
  addFile,
  type Caller,
  createCollection,
  createDataset,
  EXAMPLES,
  exampleDataset,
  publishDataset,
  type SeededCollection,
  type SeededDataset,
  succeeded,
  superuser,
} from '../../support/seed.ts';
import { gather } from '../../support/gather.ts';
import { readJson } from '../../support/json-reader.ts';
import { startTestServer, type TestServer } from '../../support/server.ts';
import { SUPERUSER_TOKEN } from '../../support/superuser-token.ts';

const HOSTILE = 'a < b & c > d ]]> "e" \u2028 \u2029 \u202eright 🦆 <script>alert(1)</script>';
const DATASETS = 10;

let there: TestServer;
let here: TestServer;
let admin: Caller;
let top: SeededCollection;
let folder: string;
/** The first has a picture that was sent, the second that of a file, the third is to have none. */
const pictured: SeededDataset[] = [];
/** Alias of a collection with a logo. */
let withLogo = '';
/** Published, with two identifiers that it had before. */
let exchanged: SeededDataset;
const lines: string[] = [];
const report = { line: (text: string) => lines.push(text), progress: () => undefined };

const clientOf = ({ url }: TestServer): CarryClient => createCarryClient(url, SUPERUSER_TOKEN);
const carryOut = (to = folder) => exportCollection(clientOf(there), { collection: top.alias, folder: to, withFiles: true }, report);
const carryIn = (from = folder) =>
  importCollection(clientOf(here), here.application.services.storage, { folder: from, into: 'root' }, report);

async function rowsOf(name: string): Promise<unknown[]> {
  const text = await readFile(join(folder, name), 'utf8');
  return text
    .split('\n')
    .filter((line) => line !== '')
    .map((line): unknown => JSON.parse(line));
}

/** Changes the title of the draft, which is made if there is none. */
async function retitle(dataset: SeededDataset, title: string, more: Readonly<Record<string, unknown>> = {}): Promise<void> {
  const { datasetVersion } = exampleDataset('minimal');
  const text = JSON.stringify({ ...datasetVersion, ...more }, (_key, value: unknown) =>
    typeof value === 'object' && value !== null && 'typeName' in value && value.typeName === 'title' ? { ...value, value: title } : value,
  );
  succeeded(await admin.rest.put(`/api/datasets/${dataset.id}/versions/:draft`, JSON.parse(text)));
}

/** Gives a dataset an identifier of another provider, twice. */
async function exchangeIdentifier({ id }: SeededDataset): Promise<void> {
  for (const provider of ['perma', 'FAKE']) {
    succeeded(await admin.rest.send(`/api/datasets/${id}/pidGenerator`, { method: 'PUT', raw: provider }));
    succeeded(await admin.rest.post(`/api/datasets/${id}/pidReconcile`));
  }
}

/** One of the shapes that a dataset can have. */
async function fill(number: number, dataset: SeededDataset): Promise<void> {
  const shape = number % 5;
  if (shape === 0) return;
  const first = await addFile(admin, dataset, {
    name: 'data.txt',
    bytes: `data ${number}`,
    jsonData: { description: HOSTILE, categories: ['Data', HOSTILE] },
  });
  await addFile(admin, dataset, { name: 'open.txt', jsonData: { directoryLabel: 'a/b' } });
  if (shape === 1) return;
  if (shape === 2) succeeded(await admin.rest.put(`/api/files/${first}/restrict`, true));
  await publishDataset(admin, dataset);
  if (shape === 2) return;
  await retitle(dataset, `${HOSTILE} ${number}`, {
    license: undefined,
    termsOfUse: HOSTILE,
    termsOfAccess: HOSTILE,
    fileAccessRequest: true,
  });
  succeeded(
    await admin.rest.upload(`/api/files/${first}/replace`, {
      name: 'data.txt',
      bytes: `other ${number}`,
      jsonData: { forceReplace: true },
    }),
  );
  await publishDataset(admin, dataset);
  const gone = await addFile(admin, dataset, { name: 'later.txt' });
  await publishDataset(admin, dataset);
  succeeded(await admin.rest.delete(`/api/files/${gone}`));
  if (shape === 4) {
    await publishDataset(admin, dataset);
    // The last one is withdrawn whole.
    const withdrawn = number === DATASETS - 1 ? ['1.0', ...Array.from({ length: 3 }, () => ':latest-published')] : ['1.0'];
    for (const version of withdrawn) {
      succeeded(
        await admin.rest.post(`/api/datasets/${dataset.id}/versions/${version}/deaccession`, {
          deaccessionReason: HOSTILE,
          deaccessionForwardURL: 'https://example.org/new',
        }),
      );
    }
  }
}

/** Sends a picture of one colour to a place of REST. */
async function sendPicture(path: string, background: string): Promise<void> {
  const bytes = await sharp({ create: { width: 300, height: 200, channels: 3, background } })
    .png()
    .toBuffer();
  succeeded(await admin.rest.upload(path, { name: 'picture.png', bytes, type: 'image/png' }));
}

beforeAll(async () => {
  [there, here] = await Promise.all([startTestServer(), startTestServer()]);
  admin = superuser(there);
  folder = await mkdtemp(join(tmpdir(), 'archivolt-carry-'));
  top = await createCollection(admin, { name: `Carried ${HOSTILE}` });
  const below = await createCollection(admin, { owner: top.alias });
  succeeded(
    await admin.rest.put(`/api/collections/${below.alias}/inputLevels`, [
      { datasetFieldTypeName: 'subtitle', required: false, include: true },
    ]),
  );
  const blockFacets = `/api/collections/${below.alias}/metadatablockfacets`;
  succeeded(await admin.rest.send(`${blockFacets}/isRoot`, { method: 'POST', raw: 'true' }));
  succeeded(await admin.rest.post(blockFacets, ['geospatial', 'citation']));
  const unpublished = await createCollection(admin, { owner: below.alias, published: false });
  for (let number = 0; number < DATASETS; number += 1) {
    const collection = number % 5 === 0 ? unpublished : number % 2 === 0 ? below : top;
    const dataset = await createDataset(admin, collection, EXAMPLES[number % EXAMPLES.length]);
    if (number === 6 || number === 7) await exchangeIdentifier(dataset);
    await fill(number, dataset);
    if (number === 7) exchanged = dataset;
    if (number < 3) pictured.push(dataset);
  }
  await sendPicture(`/api/collections/${below.alias}/logo`, 'teal');
  withLogo = below.alias;
  const [sent, chosen, none] = pictured;
  await sendPicture(`/api/datasets/${sent?.id}/thumbnail`, 'orange');
  const bytes = await sharp({ create: { width: 30, height: 20, channels: 3, background: 'red' } })
    .png()
    .toBuffer();
  const file = succeeded(await admin.rest.upload(`/api/datasets/${chosen?.id}/add`, { name: 'map.png', bytes, type: 'image/png' }));
  succeeded(await admin.rest.post(`/api/datasets/${chosen?.id}/thumbnail/${file.number('data.files.0.dataFile.id')}`));
  succeeded(await admin.rest.delete(`/api/datasets/${none?.id}/thumbnail`));
});

afterAll(async () => {
  await Promise.all([there.stop(), here.stop()]);
  await rm(folder, { recursive: true, force: true });
});

describe('a collection that is carried to another installation', () => {
  it('goes round with its collections, versions, terms and files, and is equal there', async () => {
    expect(await carryOut()).toBe(true);
    expect(await gather(readDatasets(folder))).toHaveLength(DATASETS);
    const whole = await carryIn();
    expect(await rowsOf('differences.jsonl')).toEqual([]);
    expect(whole).toBe(true);
    expect(lines.at(-1)).toBe(`${DATASETS} datasets taken over, 0 here before, 0 refused; 0 differences.`);
    const ids = await rowsOf('ids.jsonl');
    expect(ids.filter((row) => JSON.stringify(row).includes('"DATASET"'))).toHaveLength(DATASETS);
    expect(ids.filter((row) => JSON.stringify(row).includes('"COLLECTION"'))).toHaveLength(3);
  });

  it('offers the blocks there that its collections had chosen as facets', async () => {
    const path = `/api/collections/${withLogo}/metadatablockfacets`;
    const [theirs, ours] = await Promise.all([there, here].map((server) => superuser(server).rest.get(path)));
    expect(ours?.record('')).toMatchObject({ metadataBlockFacetRoot: true });
    expect(ours?.list('metadataBlocks')).toEqual(theirs?.list('metadataBlocks'));
    expect(ours?.list('metadataBlocks')).toHaveLength(2);
  });

  it('gives out the bytes of all versions there', async () => {
    for await (const { dataset, files } of readDatasets(folder)) {
      const persistentId = `${dataset.protocol}:${dataset.authority}${dataset.separator}${dataset.identifier}`;
      const answer = await superuser(here).graphql.expectData(
        'query ($reference: DatasetReference!) { carriedDataset(reference: $reference) { files { records } } }',
        { reference: { persistentId } },
      );
      for (const index of files.keys()) {
        const id = answer.number(`data.carriedDataset.files.records.${index}.dataFile.id`);
        const bytes = await superuser(here).rest.get(`/api/access/datafile/${id}`);
        expect(bytes.status).toBe(200);
      }
    }
  });

  it('is found by the identifiers that its datasets had before, which stay theirs', async () => {
    const caller = superuser(here);
    const at = `persistentId=${exchanged.persistentId}`;
    const found = succeeded(await caller.rest.get(`/api/datasets/:persistentId/versions/1.0?${at}`));
    expect(found.text('data.alternativePersistentId')).toMatch(/^perma:/);
    expect((await caller.rest.get(`/api/datasets/export?exporter=Datacite&${at}`)).body).toContain(
      exchanged.persistentId.slice('doi:'.length),
    );
    const again = await caller.rest.post(
      `/api/collections/root/datasets/:import?pid=${exchanged.persistentId}&release=no`,
      exampleDataset('minimal'),
    );
    expect([again.status, again.errorCode]).toEqual([409, 'PERSISTENT_ID_TAKEN']);
  });

  it('shows the pictures that were chosen', async () => {
    const [sent, chosen, none] = pictured.map(({ persistentId }) => `/api/datasets/:persistentId/logo?persistentId=${persistentId}`);
    for (const path of [sent, chosen, `/api/collections/${withLogo}/logo`]) {
      const [theirs, ours] = await Promise.all([there, here].map((server) => superuser(server).rest.get(String(path))));
      expect([theirs?.status, ours?.status]).toEqual([200, 200]);
      expect(ours?.bytes).toEqual(theirs?.bytes);
    }
    expect((await superuser(here).rest.get(String(none))).status).toBe(404);
  });

  it('is left as it is by another import', async () => {
    expect(await carryIn()).toBe(true);
    expect(lines.at(-1)).toBe(`0 datasets taken over, ${DATASETS} here before, 0 refused; 0 differences.`);
  });

  it('tells that other blocks are facets since', async () => {
    const path = `/api/collections/${withLogo}/metadatablockfacets`;
    succeeded(await superuser(here).rest.post(path, ['citation']));
    expect(await carryIn()).toBe(false);
    expect(await rowsOf('differences.jsonl')).toContainEqual(
      expect.objectContaining({ collection: withLogo, pointer: expect.stringMatching(/^\/blockFacets/) }),
    );
    succeeded(await superuser(here).rest.post(path, ['geospatial', 'citation']));
    expect(await carryIn()).toBe(true);
  });

  it('tells what has changed since', async () => {
    const [line] = await gather(readDatasets(folder));
    if (line === undefined) throw new Error('There is no dataset.');
    const { protocol, authority, separator, identifier } = line.dataset;
    const persistentId = `${protocol}:${authority}${separator}${identifier}`;
    const path = `/api/datasets/:persistentId/versions/:draft?persistentId=${persistentId}`;
    succeeded(await superuser(here).rest.put(path, exampleDataset('minimal').datasetVersion));
    expect(await carryIn()).toBe(false);
    expect(await rowsOf('differences.jsonl')).toContainEqual(
      expect.objectContaining({ persistentId, pointer: expect.stringMatching(/^\/dataset\/versions/) }),
    );
  });
});

describe('an export', () => {
  it('that broke off in the middle of a line is continued', async () => {
    const other = await mkdtemp(join(tmpdir(), 'archivolt-carry-'));
    try {
      await carryOut(other);
      const path = join(other, 'datasets.jsonl');
      const whole = await readFile(path, 'utf8');
      await truncate(path, Buffer.byteLength(whole) - 100);
      await writeFile(
        join(other, 'export.json'),
        JSON.stringify({ format: 'archivolt-collection', version: 1, collection: top.alias, complete: false }),
      );
      expect(await gather(readDatasets(other))).toHaveLength(DATASETS - 1);
      expect(await carryOut(other)).toBe(true);
      expect(await readFile(path, 'utf8')).toBe(whole);
    } finally {
      await rm(other, { recursive: true, force: true });
    }
  });

  it('of a collection that is not there is refused', async () => {
    const other = join(folder, 'none');
    await expect(exportCollection(clientOf(there), { collection: 'absent', folder: other, withFiles: true }, report)).rejects.toThrow(
      /absent/,
    );
  });
});

describe('an import', () => {
  it('refuses bytes that are not those of their checksum', async () => {
    const other = await mkdtemp(join(tmpdir(), 'archivolt-carry-'));
    try {
      const dataset = await createDataset(admin, top);
      await addFile(admin, dataset, { name: 'a.txt', bytes: 'as it was' });
      await carryOut(other);
      for await (const { dataset: record, files } of readDatasets(other)) {
        if (record.id !== dataset.id) continue;
        const name = String(files[0]?.dataFile.storageIdentifier).replace(/^.*\//, '');
        await writeFile(join(other, 'files', String(dataset.id), name), 'as it is!');
      }
      expect(await carryIn(other)).toBe(false);
      const found = await superuser(here).rest.get(`/api/datasets/:persistentId?persistentId=${dataset.persistentId}`);
      expect(found.status).toBe(404);
    } finally {
      await rm(other, { recursive: true, force: true });
    }
  });
});

describe('what another installation sends of a dataset', () => {
  const CARRY = 'mutation ($input: CarryDatasetInput!) { carryDataset(input: $input) { dataset { databaseId } } }';
  const send = (caller: Caller, text: string) =>
    caller.graphql.upload(
      CARRY,
      { input: { collection: { root: true }, dataset: null } },
      { name: 'dataset.jsonl', bytes: text, type: 'application/jsonl' },
      { path: 'variables.input.dataset' },
    );
  const moment = '2020-01-02T03:04:05Z';
  const version = (more: Readonly<Record<string, unknown>>) => ({
    ...exampleDataset('minimal').datasetVersion,
    ordinal: 1,
    versionState: 'DRAFT',
    internalVersionNumber: 1,
    createTime: moment,
    lastUpdateTime: moment,
    fileAccessRequest: true,
    ...more,
  });
  const jsonLines = (...parts: unknown[]) => parts.map((part) => `${JSON.stringify(part)}\n`).join('');
  const facts = {
    protocol: 'doi',
    authority: '10.9999',
    separator: '/',
    identifier: 'CARRIED',
    datasetType: 'dataset',
    fileAccessRequest: true,
    createdAt: moment,
  };
  const dataset = (...versions: unknown[]) => jsonLines({ dataset: facts }, ...versions.map((one) => ({ version: one })));
  const file = (name: string, ...records: unknown[]) => ({
    dataFile: {
      id: 1,
      rootDataFileId: -1,
      persistentId: '',
      storageIdentifier: `local://${name}`,
      contentType: 'text/plain',
      filesize: 1,
      checksum: { type: 'MD5', value: '0cc175b9c0f1b6a831c399e269772661' },
      restricted: false,
      createdAt: moment,
    },
    records: records.map((record) => ({ label: name, restricted: false, version: 1, from: 1, ...(record as object) })),
  });

  it('is refused with the problems of all its parts', async () => {
    const text = jsonLines({ dataset: { ...facts, createdAt: 'once' } }, { version: { ordinal: 0 } }, { file: file('a') });
    const problems = (await send(superuser(here), text)).list('errors.0.extensions.problems');
    expect(problems.map((problem) => readJson(problem).text('pointer'))).toEqual(
      expect.arrayContaining(['/dataset/createdAt', '/dataset/versions/0/ordinal', '/files/0/records']),
    );
  });

  it.each([
    ['is no JSON', 'MALFORMED_JSON', '{'],
    ['has a line that is no JSON', 'MALFORMED_JSON', `${dataset(version({}))}]\n`],
    ['has no dataset', 'BAD_USER_INPUT', '{}'],
    ['has two datasets', 'BAD_USER_INPUT', dataset() + dataset(version({}))],
    ['has something else', 'BAD_USER_INPUT', `${dataset(version({}))}{"review":{}}`],
    ['nests deep', 'BAD_USER_INPUT', `{"dataset":${'['.repeat(1000)}${']'.repeat(1000)}}`],
    ['has very many values', 'BAD_USER_INPUT', `{"dataset":[${'1,'.repeat(300_000)}1]}`],
    ['has a text that cannot be stored', 'BAD_USER_INPUT', dataset(version({ versionNote: 'a\0b' }))],
    ['has no version', 'BAD_USER_INPUT', dataset()],
    ['has a draft before another version', 'BAD_USER_INPUT', dataset(version({}), version({ ordinal: 2 }))],
    ['has a published version without a number', 'BAD_USER_INPUT', dataset(version({ versionState: 'RELEASED' }))],
    ['has a version without metadata', 'BAD_USER_INPUT', dataset(version({ metadataBlocks: {} }))],
    ['has an unknown licence', 'BAD_USER_INPUT', dataset(version({ license: { name: 'Mine' } }))],
    [
      'has a picture that is none',
      'BAD_USER_INPUT',
      jsonLines({ dataset: { ...facts, thumbnail: { card: 'YQ==', logo: 'YQ==' } } }, { version: version({}) }),
    ],
    [
      'has the picture of a file that is not sent',
      'BAD_USER_INPUT',
      jsonLines({ dataset: { ...facts, thumbnail: { file: 'absent' } } }, { version: version({}) }),
    ],
    ['has a file of no version', 'BAD_USER_INPUT', dataset(version({})) + jsonLines({ file: file('a', { from: 2 }) })],
    ['has a file without records', 'BAD_USER_INPUT', dataset(version({})) + jsonLines({ file: file('a') })],
    ['has two records of a file for a version', 'BAD_USER_INPUT', dataset(version({})) + jsonLines({ file: file('a', {}, {}) })],
    [
      'has two files of one name',
      'BAD_USER_INPUT',
      dataset(version({})) + jsonLines({ file: file('a', { label: 'c' }) }, { file: file('b', { label: 'c' }) }),
    ],
  ])('is refused where it %s', async (_what, code, text) => {
    expect((await send(superuser(here), text)).code).toBe(code);
    expect((await superuser(here).rest.get('/api/datasets/:persistentId?persistentId=doi:10.9999/CARRIED')).status).toBe(404);
  });
});
