import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { inDisplayOrder } from '../support/display-order.ts';
import { readJson } from '../support/json-reader.ts';
import type { RestAnswer } from '../support/rest-client.ts';
import {
  addFile,
  BUILTIN_USERS_KEY,
  type Caller,
  createDataset,
  createUser,
  exampleDataset,
  EXAMPLES,
  guest,
  publishDataset,
  type SeededDataset,
  succeeded,
  superuser,
  uniqueName,
} from '../support/seed.ts';
import { startTestServer, type TestServer } from '../support/server.ts';
import { SUPERUSER_TOKEN } from '../support/superuser-token.ts';
import { digestOf, streamUpload } from '../support/stream-upload.ts';

/** The main job over REST, one step after the other on one server. */
let server: TestServer;
let admin: Caller;
let nobody: Caller;
let stranger: Caller;
let researcher: Caller;
let dataset: SeededDataset;
const collection = { id: 0, alias: uniqueName('journey') };
const files = new Map<string, number>();
/** What a version said when it was published. */
const published = new Map<string, unknown[]>();

const UNICODE_NAME = 'Zähl­daten – 結果 🌍 (v1).txt';
const BINARY = Buffer.from(Array.from({ length: 70_000 }, (_, index) => (index * 7919) % 256));

beforeAll(async () => {
  server = await startTestServer();
  admin = superuser(server);
  nobody = guest(server);
});
afterAll(() => server.stop());

async function refusedToOthers(send: (caller: Caller) => Promise<RestAnswer>, guestStatus = 401, strangerStatus = 401): Promise<void> {
  for (const [caller, status] of [
    [nobody, guestStatus],
    [stranger, strangerStatus],
  ] as const) {
    const answer = await send(caller);
    expect({ caller: caller.identifier, status: answer.status, says: answer.at('status') }).toEqual({
      caller: caller.identifier,
      status,
      says: 'ERROR',
    });
  }
}

async function readVersion(version: string): Promise<unknown[]> {
  const paths = ['', '/files', '/metadata', '/metadata/citation'];
  const answers = await Promise.all(paths.map((path) => admin.rest.get(`/api/datasets/${dataset.id}/versions/${version}${path}`)));
  return answers.map((answer) => {
    const { latestVersionPublishingState: _, ...record } = succeeded(answer).record(Array.isArray(answer.at('data')) ? '' : 'data');
    return record;
  });
}

describe('the main job over REST', () => {
  test('a built-in user gets an account and a token', async () => {
    const refused = await nobody.rest.post(`/api/builtin-users?password=x&key=${BUILTIN_USERS_KEY}`, {
      userName: 'early',
      firstName: 'E',
      lastName: 'B',
      email: 'early@example.org',
    });
    expect({ status: refused.status, code: refused.errorCode }).toEqual({ status: 503, code: 'BUILTIN_USERS_DISABLED' });
    [researcher, stranger] = [await createUser(server, 'researcher'), await createUser(server, 'stranger')];
    const me = succeeded(await researcher.rest.get('/api/users/:me'));
    expect(me.text('data.identifier')).toBe(researcher.identifier);
  });

  test('a collection is created below the root', async () => {
    const body = {
      alias: collection.alias,
      name: 'Journey',
      affiliation: 'Université de Genève',
      description: 'A «journey» with <b>markup</b> & emoji 🚀',
      collectionType: 'LABORATORY',
      collectionContacts: [{ contactEmail: 'first@example.org' }, { contactEmail: 'second@example.org' }],
    };
    await refusedToOthers((caller) => caller.rest.post('/api/collections/:root', body));
    const created = await admin.rest.post('/api/collections/:root', body);
    expect(created.status).toBe(201);
    expect(created.headers.get('location')).toMatch(new RegExp(`/api/collections/${collection.alias}$`));
    expect(created.record('data')).toMatchObject({
      name: body.name,
      affiliation: body.affiliation,
      description: body.description,
      isReleased: false,
    });
    collection.id = created.number('data.id');
    await refusedToOthers((caller) => caller.rest.get(`/api/collections/${collection.alias}`));
  });

  test('a role on the collection lets the user in', async () => {
    const body = { assignee: researcher.identifier, role: 'curator' };
    const path = `/api/collections/${collection.alias}/assignments`;
    await refusedToOthers((caller) => caller.rest.post(path, body));
    const assigned = succeeded(await admin.rest.post(path, body));
    expect(assigned.record('data')).toMatchObject({
      assignee: researcher.identifier,
      _roleAlias: 'curator',
      definitionPointId: collection.id,
    });
    succeeded(await researcher.rest.get(`/api/collections/${collection.alias}`));
    await refusedToOthers((caller) => caller.rest.get(path));
  });

  test('the collection is published and visible to all callers', async () => {
    const path = `/api/collections/${collection.alias}/actions/:publish`;
    await refusedToOthers((caller) => caller.rest.post(path));
    expect(succeeded(await admin.rest.post(path)).at('data.isReleased')).toBe(true);
    succeeded(await nobody.rest.get(`/api/collections/${collection.id}`));
  });

  test.each(EXAMPLES)('the values of the example %s come back byte for byte, in display order', async (example) => {
    const sent = exampleDataset(example);
    await refusedToOthers((caller) => caller.rest.post(`/api/collections/${collection.alias}/datasets`, sent));
    const created = await researcher.rest.post(`/api/collections/${collection.alias}/datasets`, sent);
    expect(created.status).toBe(201);
    dataset = { id: created.number('data.id'), persistentId: created.text('data.persistentId') };
    expect(created.headers.get('location')).toMatch(new RegExp(`/api/datasets/${dataset.id}$`));

    const expected = await inDisplayOrder(researcher.rest, readJson(sent.datasetVersion).record('metadataBlocks'));
    const reads = [
      `/api/datasets/${dataset.id}/versions/:draft/metadata`,
      `/api/datasets/:persistentId/versions/:latest/metadata?persistentId=${encodeURIComponent(dataset.persistentId)}`,
    ];
    for (const path of reads) {
      const read = succeeded(await researcher.rest.get(path)).record('data');
      expect(Object.keys(read).toSorted()).toEqual(Object.keys(expected).toSorted());
      for (const [name, block] of Object.entries(expected)) {
        expect(JSON.stringify(read[name], null, 1)).toBe(JSON.stringify(block, null, 1));
      }
    }
    const view = succeeded(await researcher.rest.get(`/api/datasets/${dataset.id}`));
    expect(view.record('data.latestVersion.metadataBlocks')).toEqual(expected);
    const { license } = sent.datasetVersion;
    expect(view.at('data.latestVersion.license.name')).toBe(readJson(license).at('name') ?? license);
    await refusedToOthers((caller) => caller.rest.get(`/api/datasets/${dataset.id}`));
  });

  test('text, binary, unicode-named and nested files are added', async () => {
    const path = `/api/datasets/${dataset.id}/add`;
    await refusedToOthers((caller) => caller.rest.upload(path, { name: 'x.txt', bytes: 'x' }), 403, 403);
    files.set('readme.txt', await addFile(researcher, dataset, { name: 'readme.txt', bytes: 'Grüße\n', type: 'text/plain' }));
    files.set('noise.bin', await addFile(researcher, dataset, { name: 'noise.bin', bytes: BINARY }));
    files.set(UNICODE_NAME, await addFile(researcher, dataset, { name: UNICODE_NAME, bytes: 'unicode\n' }));
    const nested = succeeded(
      await researcher.rest.upload(path, {
        name: 'readme.txt',
        bytes: 'nested\n',
        jsonData: { description: 'In a folder', directoryLabel: '/data//2024/raw/', categories: ['Data', 'Code', 'Data'] },
      }),
    );
    expect(nested.record('data.files.0')).toMatchObject({
      label: 'readme.txt',
      directoryLabel: 'data/2024/raw',
      description: 'In a folder',
      categories: ['Data', 'Code'],
    });
    files.set('nested', nested.number('data.files.0.dataFile.id'));
  });

  test('a file of 200 MB goes through without being held in memory', async () => {
    const sent = await streamUpload({
      url: `${server.url}/api/datasets/${dataset.id}/add`,
      headers: { 'X-Service-key': researcher.rest.token ?? '' },
      fileName: 'large.bin',
      megabytes: 200,
    });
    expect(sent.status).toBe(200);
    expect(sent.answer.record('data.files.0.dataFile')).toMatchObject({
      filesize: 200 * 1024 * 1024,
      checksum: { type: 'MD5', value: sent.md5 },
    });
    expect(sent.memoryGrowthBytes).toBeLessThan(64 * 1024 * 1024);
    const id = sent.answer.number('data.files.0.dataFile.id');
    files.set('large.bin', id);
    const read = await digestOf(`${server.url}/api/access/datafile/${id}`, { 'X-Service-key': SUPERUSER_TOKEN });
    expect(read).toEqual({ md5: sent.md5, sizeBytes: 200 * 1024 * 1024 });
  });

  test('the draft, its files and its place in the collection are read', async () => {
    const list = succeeded(await researcher.rest.get(`/api/datasets/${dataset.id}/versions/:draft/files`));
    expect(list.number('totalCount')).toBe(5);
    const labels = list.list('data').map((file) => readJson(file).text('label'));
    expect(labels.toSorted()).toEqual([UNICODE_NAME, 'large.bin', 'noise.bin', 'readme.txt', 'readme.txt'].toSorted());
    const version = succeeded(await researcher.rest.get(`/api/datasets/${dataset.id}/versions/:draft`));
    expect(version.list('data.files')).toEqual(list.list('data'));
    const block = succeeded(await researcher.rest.get(`/api/datasets/${dataset.id}/versions/:draft/metadata/citation`));
    expect(block.record('data')).toEqual(version.record('data.metadataBlocks.citation'));
    const contents = succeeded(await researcher.rest.get(`/api/collections/${collection.alias}/contents`));
    expect(contents.list('data')).toHaveLength(EXAMPLES.length);
    expect(succeeded(await nobody.rest.get(`/api/collections/${collection.alias}/contents`)).list('data')).toEqual([]);
    for (const path of ['', '/files', '/metadata', '/metadata/citation']) {
      await refusedToOthers((caller) => caller.rest.get(`/api/datasets/${dataset.id}/versions/:draft${path}`));
    }
    await refusedToOthers((caller) => caller.rest.get(`/api/access/datafile/${files.get('readme.txt')}`), 401, 403);
  });

  test('the first publication is version 1.0', async () => {
    const path = `/api/datasets/${dataset.id}/actions/:publish?type=major`;
    await refusedToOthers((caller) => caller.rest.post(path));
    succeeded(await researcher.rest.post(path));
    const version = succeeded(await nobody.rest.get(`/api/datasets/${dataset.id}/versions/1.0`));
    expect(version.record('data')).toMatchObject({ versionState: 'RELEASED', versionNumber: 1, versionMinorNumber: 0 });
    published.set('1.0', await readVersion('1.0'));
    expect(succeeded(await nobody.rest.get(`/api/collections/${collection.alias}/contents`)).list('data')).toHaveLength(1);
  });

  test('files are downloaded whole, in ranges and conditionally', async () => {
    const path = `/api/access/datafile/${files.get('noise.bin')}`;
    const whole = await stranger.rest.get(path);
    expect(whole.status).toBe(200);
    expect(whole.bytes.equals(BINARY)).toBe(true);
    const etag = whole.headers.get('etag') ?? '';
    expect(etag).toMatch(/^"MD5-[0-9a-f]{32}"$/);

    const part = await stranger.rest.get(path, { Range: 'bytes=100-1099' });
    expect({ status: part.status, range: part.headers.get('content-range') }).toEqual({
      status: 206,
      range: `bytes 100-1099/${BINARY.length}`,
    });
    expect(part.bytes.equals(BINARY.subarray(100, 1100))).toBe(true);
    const tail = await stranger.rest.get(path, { Range: 'bytes=-5' });
    expect(tail.bytes.equals(BINARY.subarray(-5))).toBe(true);
    expect((await stranger.rest.get(path, { Range: `bytes=${BINARY.length}-` })).status).toBe(416);
    const unchanged = await stranger.rest.get(path, { 'If-None-Match': etag });
    expect({ status: unchanged.status, length: unchanged.bytes.length }).toEqual({ status: 304, length: 0 });

    const named = await stranger.rest.get(`/api/access/datafile/${files.get(UNICODE_NAME)}`);
    const encoded = encodeURIComponent(UNICODE_NAME).replaceAll('(', '%28').replaceAll(')', '%29');
    expect(named.headers.get('content-disposition')).toBe(`attachment; filename="${encoded}"; filename*=UTF-8''${encoded}`);
    expect((await nobody.rest.get(path)).status).toBe(401);
    expect((await admin.rest.get(path, { 'X-Service-key': 'no-such-token' })).status).toBe(401);
  });

  test('a change of metadata by PUT makes a draft, which becomes 1.1', async () => {
    const blocks = succeeded(await researcher.rest.get(`/api/datasets/${dataset.id}/versions/:latest`)).record('data.metadataBlocks');
    const body = { metadataBlocks: structuredClone(blocks) };
    const title = readJson(body).record('metadataBlocks.citation.fields.0');
    expect(title).toMatchObject({ typeName: 'title' });
    Object.assign(title, { value: 'A corrected title' });

    const path = `/api/datasets/${dataset.id}/versions/:draft`;
    await refusedToOthers((caller) => caller.rest.put(path, body));
    const draft = succeeded(await researcher.rest.put(path, body));
    expect(draft.record('data')).toMatchObject({ versionState: 'DRAFT', metadataBlocks: body.metadataBlocks });
    expect(draft.at('data.versionNumber')).toBeUndefined();
    expect(draft.at('data.license')).toEqual(readJson(published.get('1.0')?.[0]).at('license'));
    const seen = succeeded(await stranger.rest.get(`/api/datasets/${dataset.id}/versions/:latest`));
    expect(seen.record('data')).toMatchObject({ versionNumber: 1, latestVersionPublishingState: 'DRAFT' });
    expect(await readVersion('1.0')).toEqual(published.get('1.0'));

    await publishDataset(researcher, dataset, 'minor');
    published.set('1.1', await readVersion('1.1'));
    expect(readJson(published.get('1.1')).at('0.metadataBlocks')).toEqual(body.metadataBlocks);
  });

  test('a new file asks for a major version, 2.0', async () => {
    files.set('late.txt', await addFile(researcher, dataset, { name: 'late.txt' }));
    const minor = await researcher.rest.post(`/api/datasets/${dataset.id}/actions/:publish?type=minor`);
    expect({ status: minor.status, code: minor.errorCode }).toEqual({ status: 403, code: 'DATASET_MINOR_VERSION_REFUSED' });
    await publishDataset(researcher, dataset, 'major');
    published.set('2.0', await readVersion('2.0'));
    expect(readJson(published.get('2.0')).number('1.totalCount')).toBe(6);
  });

  test('every version reads as it did when it was published', async () => {
    for (const [version, then] of published) expect({ version, now: await readVersion(version) }).toEqual({ version, now: then });
    const list = succeeded(await nobody.rest.get(`/api/datasets/${dataset.id}/versions`));
    expect(
      list.list('data').map((one) => `${readJson(one).number('versionNumber')}.${readJson(one).number('versionMinorNumber')}`),
    ).toEqual(['2.0', '1.1', '1.0']);
    expect(readJson(published.get('1.0')).at('1.totalCount')).toBe(5);
    expect(readJson(published.get('1.1')).at('1.totalCount')).toBe(5);
  });

  test('what is published is not for others to change or delete', async () => {
    await refusedToOthers((caller) => caller.rest.delete(`/api/datasets/${dataset.id}`));
    await refusedToOthers((caller) => caller.rest.delete(`/api/datasets/${dataset.id}/versions/:draft`));
    await refusedToOthers((caller) => caller.rest.delete(`/api/collections/${collection.alias}`));
    const other = await createDataset(researcher, collection);
    await refusedToOthers((caller) => caller.rest.delete(`/api/datasets/${other.id}`));
    succeeded(await researcher.rest.delete(`/api/datasets/${other.id}`));
    expect((await researcher.rest.get(`/api/datasets/${other.id}`)).status).toBe(404);
  });
});
