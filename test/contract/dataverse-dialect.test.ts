/** Clients of Dataverse, who know its words alone. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { dataverse } from '../../src/rest-compat/dialects/dataverse.ts';
import { type Names, pathInDialect, turned, wordIn } from '../../src/rest-compat/dialects/dialect.ts';
import { translateRow } from '../../src/rest-compat/dialects/row-translation.ts';
import { routeTable } from '../../src/rest-compat/route-table.ts';
import { hasEffect } from '../../src/rest-compat/row-effect.ts';
import { type RestAnswer, type RestClient, restClient } from '../support/rest-client.ts';
import { startTestServer, type TestServer } from '../support/server.ts';
import { succeeded } from '../support/seed.ts';
import { allCases } from './cases/all-cases.ts';
import { CONTRACT_ENVIRONMENT, type ContractWorld, createContractWorld } from './cases/contract-world.ts';
import { sendOverRest, targetOf } from './codes-of-surfaces.ts';
import { type PublishedAnswers, publishedAnswers } from './published-answers.ts';

let server: TestServer;
let world: ContractWorld;
let owner: RestClient;
/** What the server publishes of its answers in the words of Dataverse. */
let differsFromPublished: PublishedAnswers;
beforeAll(async () => {
  server = await startTestServer(CONTRACT_ENVIRONMENT);
  world = await createContractWorld(server);
  owner = theirs(world.callers.owner.rest.token);
  const document = await fetch(`${server.url}/openapi?dialect=dataverse`, { headers: { Accept: 'application/json' } });
  differsFromPublished = publishedAnswers(await document.json());
});
afterAll(() => server.stop());

/** A client that sends the token by the header of Dataverse. */
function theirs(token: string | undefined, url = server.url): RestClient {
  const client = restClient(url);
  const credentials: Record<string, string> = token === undefined ? {} : { 'X-Dataverse-key': token };
  const send: RestClient['send'] = (target, request = {}) =>
    client.send(target, { ...request, headers: { ...credentials, ...request.headers } });
  return {
    ...client,
    token,
    send,
    get: (target, headers = {}) => send(target, { headers }),
    post: (target, json) => send(target, { method: 'POST', json }),
    put: (target, json) => send(target, { method: 'PUT', json }),
    delete: (target) => send(target, { method: 'DELETE' }),
  };
}

/** An answer in our words again, whole: what the translation must be the opposite of. */
function inOurWords(value: unknown, openKeys: Names, words: Names = {}): unknown {
  if (typeof value === 'string') return wordIn(words, value);
  if (Array.isArray(value)) return value.map((one) => inOurWords(one, openKeys, words));
  if (typeof value !== 'object' || value === null) return value;
  const keys = turned({ ...dataverse.keys, ...openKeys });
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => {
      const ours = wordIn(keys, key);
      return [ours, inOurWords(inner, openKeys, turned(dataverse.words[ours] ?? {}))];
    }),
  );
}

describe('reading', () => {
  const rows = routeTable.filter((route) => {
    if (route.kind !== 'operation' || route.method !== 'GET' || hasEffect(route) || dataverse.rows.some(({ id }) => id === route.id)) {
      return false;
    }
    return translateRow(route, dataverse).answer !== undefined || pathInDialect(route.path, dataverse) !== route.path;
  });
  const reads = rows.flatMap((route) => {
    const success = allCases.find(({ row, status }) => row === route.id && status === 200);
    return success === undefined ? [] : [[route.id, route, success] as const];
  });

  test.each(reads)('%s gives the same in the words of Dataverse', async (id, route, success) => {
    const request = await success.given(world);
    const caller = world.callers[success.as ?? 'guest'];
    const ours = await sendOverRest(route, request, caller);
    const target = targetOf({ ...route, path: pathInDialect(route.path, dataverse) }, request);
    // A guest has no header to tell: the path does.
    const answer = await theirs(caller.rest.token).send(target, { ...request, method: 'GET' });
    expect(answer.status, answer.body).toBe(ours.status);
    const isJson = ours.headers.get('content-type')?.startsWith('application/json') === true;
    const written: unknown = isJson ? JSON.parse(answer.body) : answer.body;
    const isSpoken = caller.rest.token !== undefined || target !== targetOf(route, request);
    expect(inOurWords(written, dataverse.openKeys[id] ?? {})).toEqual(isJson ? JSON.parse(ours.body) : ours.body);
    const mediaType = answer.headers.get('content-type')?.split(';', 1)[0];
    expect(isSpoken ? differsFromPublished(id, { status: answer.status, mediaType, body: answer.body }) : undefined).toBeUndefined();
    const renamed = Object.keys(dataverse.keys).filter((key) => new RegExp(`"${key}":`).test(ours.body));
    for (const key of isSpoken ? renamed : []) expect(answer.body).not.toContain(`"${key}":`);
    await success.restore?.(world);
  });
});

test('a dataverse is made, described, published and found by the words of its clients', async () => {
  const created = await owner.post(`/api/dataverses/${world.open.alias}`, {
    name: 'collectionType: "collection"',
    alias: 'fieldwork',
    dataverseContacts: [{ contactEmail: 'lab@example.org' }],
    dataverseType: 'LABORATORY',
  });
  expect(created.status, created.body).toBe(201);
  expect(created.headers.get('location')).toMatch(/\/api\/dataverses\/fieldwork$/);
  expect(created.record('data')).toMatchObject({
    name: 'collectionType: "collection"',
    dataverseType: 'LABORATORY',
    dataverseContacts: [{ contactEmail: 'lab@example.org' }],
  });
  const changed = await owner.put('/api/v1/dataverses/fieldwork', { dataverseType: 'DEPARTMENT' });
  expect(succeeded(changed).text('data.dataverseType')).toBe('DEPARTMENT');
  succeeded(await owner.post('/api/dataverses/fieldwork/actions/:publish'));
  const read = await restClient(server.url).get('/api/dataverses/fieldwork?returnOwners=true');
  expect(read.record('data')).toMatchObject({ dataverseType: 'DEPARTMENT', isPartOf: { type: 'DATAVERSE', identifier: world.open.alias } });
  const found = await owner.get('/api/search?q=fieldwork&type=dataverse');
  expect(succeeded(found).record('data')).toMatchObject({
    items: [{ type: 'dataverse', identifier: 'fieldwork' }],
  });
  expect((await owner.delete('/api/dataverses/fieldwork')).status).toBe(200);
});

test('fields and words of search queries have their names there, and the query is repeated as it was sent', async () => {
  const found = async (q: string, more = '') => {
    const { body } = succeeded(await owner.get(`/api/search?q=${encodeURIComponent(q)}${more}`));
    const { data } = JSON.parse(body) as { data: { q: string; items: { type: string }[] } };
    return { q: data.q, types: [...new Set(data.items.map(({ type: kind }) => kind))] };
  };
  const q = 'dvObjectType:dataverses AND -"categoryOfDataverse: dataverses"';
  expect(await found(q)).toEqual({ q, types: ['dataverse'] });
  expect((await found('*', `&fq=${encodeURIComponent('dvObjectType:(dataverses)')}`)).types).toEqual(['dataverse']);
  expect((await found('dvObjectType:"dataverses"')).types).toEqual(['dataverse']);
  expect((await found('identifierOfDataverse:root OR dvObjectType:datasets')).types).toContain('dataset');
  const ours = succeeded(await world.callers.owner.rest.get('/api/search?q=dvObjectType:collections'));
  expect(ours.text('data.q')).toBe('dvObjectType:collections');
});

test('roles and permissions have their names there', async () => {
  const permissions = ['ViewUnpublishedDataverse', 'AddDataverse', 'AddDataset'];
  const role = { alias: 'gardener', name: 'Gardener', description: 'Adds', permissions };
  const created = succeeded(await theirs(world.callers.superuser.rest.token).post(`/api/dataverses/${world.open.alias}/roles`, role));
  expect(new Set(created.list('data.permissions'))).toEqual(new Set(permissions));
  const ours = succeeded(await world.callers.owner.rest.get(`/api/roles/${created.number('data.id')}`));
  expect(new Set(ours.list('data.permissions'))).toEqual(new Set(['ViewUnpublishedCollection', 'AddCollection', 'AddDataset']));
  const assignable = succeeded(await owner.get(`/api/dataverses/${world.open.alias}/roles`)).list('data') as readonly { alias: string }[];
  expect(assignable[0]?.alias).toBe('admin');
  expect(assignable.map(({ alias }) => alias)).toEqual(expect.arrayContaining(['curator', 'contributor', 'gardener']));
  const stranger = theirs(world.callers.stranger.rest.token);
  expect((await stranger.get(`/api/dataverses/${world.open.alias}/roles`)).errorCode).toBe('PERMISSION_DENIED');
  const granted = succeeded(await owner.get(`/api/dataverses/${world.open.alias}/userPermissions`));
  expect(granted.record('data')).toMatchObject({ canAddDataverse: true, canPublishDataverse: true });
});

test('refusals point at the names that were sent', async () => {
  const refused = await owner.post(`/api/dataverses/${world.open.alias}`, { name: 'A', alias: 'a b', dataverseType: 'GARDEN' });
  expect(refused.status).toBe(400);
  const pointers = refused.list('errors').map((problem) => (problem as { readonly pointer: string }).pointer);
  expect(pointers).toEqual(expect.arrayContaining(['/dataverseType']));
  expect(pointers.filter((pointer) => pointer.includes('ollection'))).toEqual([]);
  const guest = await restClient(server.url).post(`/api/dataverses/${world.open.alias}`, {
    name: 'A',
    alias: 'guests',
    dataverseContacts: [{ contactEmail: 'guest@example.org' }],
  });
  expect([guest.status, guest.headers.get('www-authenticate')]).toEqual([401, 'X-Dataverse-key realm="api"']);
});

test('the version is one that clients know, and says what answers in truth', async () => {
  const version = (await theirs(world.callers.owner.rest.token).get('/api/info/version')).record('data');
  expect(version).toMatchObject({ version: '6.9', software: 'Archivolt' });
  expect((await restClient(server.url).get('/api/info/version')).text('data.version')).toBe(version['softwareVersion']);
});

describe('a path that both have', () => {
  const type = (answer: RestAnswer) => answer.text('data.isPartOf.type');
  const path = () => `/api/datasets/${world.published.id}?returnOwners=true`;
  test('is answered by the header of the token', async () => {
    expect(type(await owner.get(path()))).toBe('DATAVERSE');
    expect(type(await world.callers.owner.rest.get(path()))).toBe('COLLECTION');
    expect(type(await restClient(server.url).get(path()))).toBe('COLLECTION');
    const both = { 'X-Dataverse-key': 'nonsense', 'X-Service-key': world.callers.owner.rest.token ?? '' };
    expect(type(await restClient(server.url).get(path(), both))).toBe('COLLECTION');
  });
  test('takes a token by that header as by ours', async () => {
    expect((await theirs('nonsense').get('/api/users/:me')).errorCode).toBe('INVALID_API_TOKEN');
    expect(succeeded(await owner.get('/api/users/:me')).text('data.identifier')).toBe(
      succeeded(await world.callers.owner.rest.get('/api/users/:me')).text('data.identifier'),
    );
  });
});

test('methods, preflights and unknown paths are answered as elsewhere', async () => {
  const client = restClient(server.url);
  const options = await client.send('/api/dataverses/root', {
    method: 'OPTIONS',
    headers: { 'Access-Control-Request-Method': 'GET', Origin: 'https://x.example.org' },
  });
  expect([options.status, options.headers.get('allow')]).toEqual([200, 'GET, POST, PUT, DELETE, HEAD, OPTIONS']);
  expect(options.headers.get('access-control-allow-headers')).toContain('X-Dataverse-key');
  expect(await client.send('/api/dataverses/root', { method: 'HEAD' })).toMatchObject({ status: 200, body: '' });
  expect((await client.send('/api/dataverses/root', { method: 'PATCH' })).errorCode).toBe('METHOD_NOT_ALLOWED');
  expect((await client.get('/api/dataverses/root/nothing')).errorCode).toBe('NOT_FOUND');
});

test('endpoints that are closed are closed by either path', async () => {
  const admin = world.callers.superuser.rest;
  succeeded(await admin.send('/api/admin/settings/:BlockedApiEndpoints', { method: 'PUT', raw: 'collections' }));
  succeeded(await admin.send('/api/admin/settings/:BlockedApiPolicy', { method: 'PUT', raw: 'drop' }));
  expect((await restClient(server.url).get('/api/collections/root')).errorCode).toBe('ENDPOINT_BLOCKED');
  expect((await restClient(server.url).get('/api/dataverses/root')).errorCode).toBe('ENDPOINT_BLOCKED');
  succeeded(await admin.delete('/api/admin/settings/:BlockedApiEndpoints'));
  succeeded(await admin.delete('/api/admin/settings/:BlockedApiPolicy'));
});

test('an operator has every path speak the dialect, or none', async () => {
  const [always, none] = await Promise.all([startTestServer({ DIALECTS: 'dataverse-always' }), startTestServer({ DIALECTS: 'none' })]);
  try {
    expect((await restClient(always.url).get('/api/info/version')).text('data.version')).toBe('6.9');
    expect((await restClient(none.url).get('/api/dataverses/root')).errorCode).toBe('NOT_FOUND');
    const owned = restClient(none.url);
    expect((await owned.get('/api/users/:me', { 'X-Dataverse-key': 'nonsense' })).errorCode).not.toBe('INVALID_API_TOKEN');
  } finally {
    await Promise.all([always.stop(), none.stop()]);
  }
});
