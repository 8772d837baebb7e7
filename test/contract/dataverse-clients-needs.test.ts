/** What clients of Dataverse were seen to need beyond plain renames. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  createCollection,
  createDataset,
  type Caller,
  publishDataset,
  type SeededCollection,
  succeeded,
  superuser,
} from '../support/seed.ts';
import { md5Of } from '../support/direct-uploads.ts';
import { restClient, type RestRequest } from '../support/rest-client.ts';
import { startTestServer, type TestServer } from '../support/server.ts';

let server: TestServer;
let admin: Caller;
let field: SeededCollection;
let shore: SeededCollection;
beforeAll(async () => {
  server = await startTestServer();
  admin = superuser(server);
  field = await createCollection(admin);
  shore = await createCollection(admin);
});
afterAll(() => server.stop());

/** Asks as a client of Dataverse does. */
function ask(target: string, request: RestRequest = {}) {
  const credentials = { 'X-Dataverse-key': admin.rest.token ?? '' };
  return restClient(server.url).send(target, { ...request, headers: { ...credentials, ...request.headers } });
}

test('a body without a content type is read in the words of Dataverse', async () => {
  const body = { name: 'Dunes', alias: 'dunes', dataverseType: 'LABORATORY', dataverseContacts: [{ contactEmail: 'a@example.org' }] };
  const created = await ask('/api/dataverses/root', { method: 'POST', raw: JSON.stringify(body) });
  expect(created.status, created.body).toBe(201);
  expect(created.record('data')).toMatchObject({ dataverseType: 'LABORATORY', dataverseContacts: [{ contactEmail: 'a@example.org' }] });
});

test('parts of uploads are acknowledged by their entity tags, which the end of the upload takes', async () => {
  const dataset = await createDataset(admin, field);
  const begun = succeeded(await ask(`/api/datasets/:persistentId/uploadurls?persistentId=${dataset.persistentId}&size=8&partSize=4`));
  const tags: Record<string, string> = {};
  for (const [number, url] of Object.entries(begun.record('data.urls'))) {
    const { pathname, search } = new URL(String(url));
    const part = await fetch(`${server.url}${pathname}${search}`, { method: 'PUT', body: 'abcd' });
    expect(part.headers.get('etag')).toBe(`"${md5Of('abcd')}"`);
    tags[number] = md5Of('abcd');
  }
  succeeded(await ask(begun.text('data.complete'), { method: 'PUT', json: tags }));
});

test('settings have the names of Dataverse, and are the same settings', async () => {
  const theirs = ':DataverseMetadataPublishValidationFailureMsg';
  const ours = ':CollectionMetadataPublishValidationFailureMsg';
  succeeded(await ask(`/api/admin/settings/${theirs}`, { method: 'PUT', raw: 'Not yet.' }));
  expect(succeeded(await ask(`/api/admin/settings/${theirs}`)).at('data.message')).toBe('Not yet.');
  expect(succeeded(await ask('/api/admin/settings')).at('data')).toMatchObject({ [theirs]: 'Not yet.' });
  expect(succeeded(await admin.rest.get('/api/admin/settings')).at('data')).toMatchObject({ [ours]: 'Not yet.' });
  succeeded(await ask(`/api/admin/settings/${theirs}`, { method: 'DELETE' }));
});

test('links of dataverses and datasets have their paths and keys', async () => {
  succeeded(await ask(`/api/dataverses/${field.alias}/link/${shore.alias}`, { method: 'PUT' }));
  const links = succeeded(await ask(`/api/dataverses/${field.alias}/links`)).record('data');
  expect(Object.keys(links)).toEqual(expect.arrayContaining(['linkedDataverses', 'dataversesLinkingToThis']));
  const linking = succeeded(await ask(`/api/dataverses/${field.alias}/dataverse/linkingDataverses?alreadyLinking=true`));
  expect(linking.list('data')).toMatchObject([{ alias: shore.alias }]);
  const dataset = await createDataset(admin, field);
  await publishDataset(admin, dataset);
  succeeded(await ask(`/api/datasets/${dataset.id}/link/${shore.alias}`, { method: 'PUT' }));
  const ofDataset = succeeded(await ask(`/api/datasets/${dataset.id}/links`)).record('data');
  expect(ofDataset['linked-dataverses']).toMatchObject([{ alias: shore.alias }]);
});

test('an address that is signed leads back to the words that it was signed in', async () => {
  const url = `${server.url}/api/dataverses/${field.alias}`;
  const request = { url, timeOut: 5, httpMethod: 'GET', user: 'admin' };
  const signed = succeeded(await ask('/api/admin/requestSignedUrl', { method: 'POST', json: request })).text('data.signedUrl');
  expect(signed).toContain(`/api/dataverses/${field.alias}?`);
  const { pathname, search } = new URL(signed);
  expect(succeeded(await restClient(server.url).get(`${pathname}${search}`)).at('data.dataverseType')).toEqual(expect.any(String));
});
