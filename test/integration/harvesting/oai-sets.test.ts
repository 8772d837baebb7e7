import pino from 'pino';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { type Jobs, startJobs } from '../../../src/jobs/start-jobs.ts';
import { askOai, elements, type HarvestedHead, headsOf, texts } from '../../support/oai-client.ts';
import {
  type Caller,
  createCollection,
  createDataset,
  createUser,
  allowBuiltinUsers,
  publishDataset,
  type SeededCollection,
  type SeededDataset,
  succeeded,
  superuser,
  uniqueName,
} from '../../support/seed.ts';
import { readJson } from '../../support/json-reader.ts';
import { startTestServer, type TestServer } from '../../support/server.ts';

let server: TestServer;
let admin: Caller;
let jobs: Jobs;
let inside: SeededCollection;
let outside: SeededCollection;

beforeAll(async () => {
  server = await startTestServer();
  admin = superuser(server);
  const { db, services } = server.application;
  jobs = await startJobs({ connectionString: server.databaseUrl, db, services, log: pino({ level: 'silent' }) });
  succeeded(await admin.rest.send('/api/admin/settings/:OAIServerEnabled', { method: 'PUT', raw: 'true' }));
  inside = await createCollection(admin);
  outside = await createCollection(admin);
});
afterAll(async () => {
  await jobs.stop();
  await server.stop();
});

async function published(collection: SeededCollection): Promise<SeededDataset> {
  const dataset = await createDataset(admin, collection);
  await publishDataset(admin, dataset);
  return dataset;
}

async function reviewed(spec: string): Promise<void> {
  await vi.waitFor(
    async () => {
      const answer = await admin.graphql.send(`{ oaiSet(spec: "${spec}") { reviewed } }`);
      expect(answer.at('data.oaiSet.reviewed')).toBe(true);
    },
    { timeout: 30_000, interval: 50 },
  );
}

async function addSet(facts: Readonly<Record<string, unknown>>): Promise<string> {
  const name = uniqueName('set').slice(0, 30);
  succeeded(await admin.rest.post('/api/harvest/server/oaisets/add', { name, ...facts }));
  await reviewed(name);
  return name;
}

async function heads(set: string): Promise<readonly HarvestedHead[]> {
  return headsOf(await askOai(server.url, { verb: 'ListIdentifiers', metadataPrefix: 'oai_dc', set }));
}

async function listed(set: string): Promise<Readonly<Record<string, boolean>>> {
  return Object.fromEntries((await heads(set)).map(({ identifier, deleted }) => [identifier, deleted]));
}

describe('a set by collection', () => {
  it('holds what lies below it, from before and from later, and names itself at each record', async () => {
    const before = await published(inside);
    await published(outside);
    const set = await addSet({ collection: inside.alias, description: 'Data & more' });
    const later = await published(inside);
    expect(await listed(set)).toEqual({ [before.persistentId]: false, [later.persistentId]: false });
    const answer = await askOai(server.url, { verb: 'GetRecord', metadataPrefix: 'oai_dc', identifier: later.persistentId });
    expect(headsOf(answer)[0]?.sets).toContain(set);
    const { root } = await askOai(server.url, { verb: 'ListSets' });
    const [own] = elements(root, 'set').filter((one) => texts(one, 'setSpec')[0] === set);
    expect(own && texts(own, 'dc:description')).toEqual(['Data & more']);
  });

  it('tells its harvesters of what is moved out of it as of a deleted record, and of what is moved in', async () => {
    const set = await addSet({ collection: inside.alias });
    const dataset = await published(inside);
    expect(await listed(set)).toMatchObject({ [dataset.persistentId]: false });
    const datestamp = (await heads(set)).at(-1)?.datestamp;
    succeeded(await admin.rest.post(`/api/datasets/${dataset.id}/move/${outside.alias}`));
    expect(await listed(set)).toMatchObject({ [dataset.persistentId]: true });
    const changed = await askOai(server.url, { verb: 'ListRecords', metadataPrefix: 'oai_dc', set, from: datestamp });
    expect(headsOf(changed).at(-1)).toMatchObject({ identifier: dataset.persistentId, deleted: true, sets: [set] });
    const alone = await askOai(server.url, { verb: 'GetRecord', metadataPrefix: 'oai_dc', identifier: dataset.persistentId });
    expect(headsOf(alone)[0]).toMatchObject({ deleted: false, sets: [] });
    succeeded(await admin.rest.post(`/api/collections/${outside.alias}/move/${inside.alias}`));
    expect(await listed(set)).toMatchObject({ [dataset.persistentId]: false });
    succeeded(await admin.rest.post(`/api/collections/${outside.alias}/move/root`));
    expect(await listed(set)).toMatchObject({ [dataset.persistentId]: true });
  });

  it('keeps what was destroyed as a deleted record', async () => {
    const set = await addSet({ collection: inside.alias });
    const dataset = await published(inside);
    expect(await listed(set)).toMatchObject({ [dataset.persistentId]: false });
    succeeded(await admin.rest.delete(`/api/datasets/${dataset.id}/destroy`));
    expect(await listed(set)).toMatchObject({ [dataset.persistentId]: true });
  });
});

describe('a set by query', () => {
  it('holds what has the values, and leaves behind what has them no more', async () => {
    const dataset = await published(outside);
    const read = succeeded(await admin.rest.get(`/api/datasets/${dataset.id}/versions/:latest`));
    const title = read.text('data.metadataBlocks.citation.fields.0.value');
    const word = uniqueName('Kelp').replaceAll('-', '');
    const set = await addSet({ definition: `title:${word}` });
    const retitle = async (value: string): Promise<void> => {
      Object.assign(read.record('data.metadataBlocks.citation.fields.0'), { value });
      const body = { metadataBlocks: read.record('data.metadataBlocks') };
      succeeded(await admin.rest.put(`/api/datasets/${dataset.id}/versions/:draft`, body));
    };
    await retitle(`${title} of ${word}`);
    expect(await listed(set)).toEqual({});
    await publishDataset(admin, dataset, 'minor');
    expect(await listed(set)).toEqual({ [dataset.persistentId]: false });
    await retitle(title);
    await publishDataset(admin, dataset, 'minor');
    expect(await listed(set)).toEqual({ [dataset.persistentId]: true });
  });

  it('is filled anew when it is changed; what leaves it is deleted there', async () => {
    const one = await published(inside);
    const other = await published(outside);
    const set = await addSet({ definition: 'title:*', collection: inside.alias });
    expect(await listed(set)).toMatchObject({ [one.persistentId]: false });
    succeeded(await admin.rest.put(`/api/harvest/server/oaisets/${set}`, { collection: outside.alias }));
    await reviewed(set);
    expect(await listed(set)).toMatchObject({ [one.persistentId]: true, [other.persistentId]: false });
    succeeded(await admin.rest.put(`/api/admin/metadata/exportOAI/${set}`, {}));
    await reviewed(set);
    expect(await listed(set)).toMatchObject({ [one.persistentId]: true, [other.persistentId]: false });
  });
});

describe('harvesting by sets', () => {
  it('goes on by tokens within the set', async () => {
    const set = await addSet({ collection: inside.alias });
    const whole = Object.keys(await listed(set));
    succeeded(await admin.rest.send('/api/admin/settings/:OAIServerPageSize', { method: 'PUT', raw: '1' }));
    try {
      const found: string[] = [];
      let answer = await askOai(server.url, { verb: 'ListIdentifiers', metadataPrefix: 'oai_dc', set });
      for (;;) {
        found.push(...headsOf(answer).map(({ identifier }) => identifier));
        const token = texts(answer.root, 'resumptionToken')[0] ?? '';
        if (token === '') break;
        answer = await askOai(server.url, { verb: 'ListIdentifiers', resumptionToken: token });
      }
      expect(whole.length).toBeGreaterThan(1);
      expect(found).toEqual(whole);
    } finally {
      await admin.rest.delete('/api/admin/settings/:OAIServerPageSize');
    }
  });

  it('reads a part of a set with its exports by one statement', async () => {
    const set = await addSet({ collection: inside.alias });
    await published(inside);
    const asked = { verb: 'ListRecords', metadataPrefix: 'oai_dc', set };
    expect((await askOai(server.url, asked)).errors).toEqual([]);
    server.takeStatements();
    expect((await askOai(server.url, asked)).errors).toEqual([]);
    // Those of jobs are not counted.
    const sent = server.takeStatements().filter((text) => /oai_record|oai_set|metadata_export/.test(text));
    expect(sent).toHaveLength(1);
  });

  it('finds nothing in a set that there is not, and has no sets once all are removed', async () => {
    await addSet({ collection: inside.alias });
    const nosuch = { verb: 'ListRecords', metadataPrefix: 'oai_dc', set: 'nosuch' };
    expect((await askOai(server.url, nosuch)).errors).toEqual(['noRecordsMatch']);
    const sets = succeeded(await admin.rest.get('/api/harvest/server/oaisets')).list('data.oaisets');
    const names = sets.map((one) => readJson(one).text('spec'));
    for (const name of names) succeeded(await admin.rest.delete(`/api/harvest/server/oaisets/${name}`));
    expect((await askOai(server.url, nosuch)).errors).toEqual(['noSetHierarchy']);
    expect((await askOai(server.url, { verb: 'ListSets' })).errors).toEqual(['noSetHierarchy']);
  });
});

describe('managing sets over GraphQL', () => {
  const add = (input: string): string =>
    `mutation { createOaiSet(input: ${input}) { set { spec revision reviewed collectionDatabaseId definition } } }`;

  it('is for superusers', async () => {
    await allowBuiltinUsers(server);
    const user = await createUser(server, uniqueName('user'));
    expect((await user.graphql.send(add('{ spec: "a", definition: "tides" }'))).code).toBe('SUPERUSER_REQUIRED');
    expect((await user.graphql.send('mutation { deleteOaiSet(input: { spec: "a" }) { spec } }')).code).toBe('SUPERUSER_REQUIRED');
  });

  it('adds, changes and removes a set', async () => {
    const spec = uniqueName('set').slice(0, 30);
    const { at } = await admin.graphql.send(
      add(`{ spec: "${spec}", collection: { alias: "${inside.alias}" }, definition: "title:tides" }`),
    );
    expect(at('data')).toMatchObject({
      createOaiSet: { set: { spec, revision: 1, collectionDatabaseId: inside.id, definition: 'title:tides' } },
    });
    const changed = await admin.graphql.send(
      `mutation { updateOaiSet(input: { spec: "${spec}", collection: null }) { set { revision collectionDatabaseId definition } } }`,
    );
    expect(changed.at('data')).toEqual({ updateOaiSet: { set: { revision: 2, collectionDatabaseId: null, definition: 'title:tides' } } });
    expect((await admin.graphql.send(`mutation { deleteOaiSet(input: { spec: "${spec}" }) { spec } }`)).at('data')).toEqual({
      deleteOaiSet: { spec },
    });
    expect((await admin.graphql.send(`{ oaiSet(spec: "${spec}") { spec } }`)).code).toBe('OAI_SET_NOT_FOUND');
  });
});
