import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { graphqlClient } from '../support/graphql-client.ts';
import { restClient } from '../support/rest-client.ts';
import {
  addFile,
  type Caller,
  createCollection,
  createDataset,
  publishDataset,
  type SeededCollection,
  type SeededDataset,
  succeeded,
  superuser,
} from '../support/seed.ts';
import { startTestServer, type TestServer } from '../support/server.ts';

/** What the token of a private URL opens, over both surfaces. */
let server: TestServer;
let admin: Caller;
let collection: SeededCollection;

beforeAll(async () => {
  server = await startTestServer();
  admin = superuser(server);
  collection = await createCollection(admin);
  const raw = 'author,datasetContact';
  succeeded(await admin.rest.send('/api/admin/settings/:AnonymizedFieldTypeNames', { method: 'PUT', raw }));
});
afterAll(() => server.stop());

const CREATE = `mutation ($id: Int!, $anonymized: Boolean!) {
  createPrivateUrl(input: { dataset: { databaseId: $id }, anonymized: $anonymized }) { privateUrl { token link anonymized assignment { assignee role { alias } } } }
}`;
const PREVIEW = 'query ($token: String!) { previewVersion(token: $token) { title state metadataBlocks { fields { typeName value } } } }';

async function share(dataset: SeededDataset, anonymized: boolean): Promise<string> {
  const answer = await admin.graphql.expectData(CREATE, { id: dataset.id, anonymized });
  expect(answer.record('data.createPrivateUrl.privateUrl')).toMatchObject({
    anonymized,
    assignment: { assignee: `#${dataset.id}`, role: { alias: 'member' } },
  });
  return answer.text('data.createPrivateUrl.privateUrl.token');
}

describe('the bearer of a private URL', () => {
  test('has no account, and reads that draft and no other', async () => {
    const dataset = await createDataset(admin, collection);
    const other = await createDataset(admin, collection);
    const file = await addFile(admin, dataset, { name: 'a.txt', bytes: 'bytes\n' });
    const graphql = graphqlClient(server.url, await share(dataset, false));
    const seen = await graphql.expectData('{ viewer { identifier superuser user { lastName } } }');
    expect(seen.at('data.viewer')).toEqual({ identifier: `#${dataset.id}`, superuser: false, user: null });
    const draft = (id: number) =>
      graphql.send(`{ dataset(reference: { databaseId: ${id} }) { latestVersion { state } viewerPermissions } }`);
    expect((await draft(dataset.id)).at('data.dataset')).toEqual({
      latestVersion: { state: 'DRAFT' },
      viewerPermissions: ['VIEW_UNPUBLISHED_COLLECTION', 'VIEW_UNPUBLISHED_DATASET', 'DOWNLOAD_FILE'],
    });
    expect((await draft(other.id)).code).toBe('PERMISSION_DENIED');
    const url = await graphql.send(`{ file(reference: { databaseId: ${file} }) { downloadUrl { url } } }`);
    expect(url.code).toBeUndefined();
    const change = await graphql.send(
      `mutation { submitDatasetForReview(input: { dataset: { databaseId: ${dataset.id} } }) { dataset { databaseId } } }`,
    );
    expect(change.code).toBe('PERMISSION_DENIED');
  });

  test('has no access once the draft is published', async () => {
    const dataset = await createDataset(admin, collection);
    const token = await share(dataset, false);
    await publishDataset(admin, dataset);
    expect((await graphqlClient(server.url, token).send('{ viewer { identifier } }')).code).toBe('INVALID_API_TOKEN');
    expect((await restClient(server.url, token).get(`/api/datasets/${dataset.id}`)).errorCode).toBe('INVALID_API_TOKEN');
    expect((await admin.graphql.send(PREVIEW, { token })).code).toBe('PRIVATE_URL_NOT_FOUND');
  });

  test('of an anonymised one downloads files, and has no other access', async () => {
    const dataset = await createDataset(admin, collection);
    const file = await addFile(admin, dataset, { name: 'b.txt', bytes: 'more bytes\n' });
    const token = await share(dataset, true);
    const rest = restClient(server.url, token);
    expect((await rest.get(`/api/access/datafile/${file}`)).body).toBe('more bytes\n');
    expect((await rest.get(`/api/datasets/${dataset.id}/versions/:draft?key=${token}`)).errorCode).toBe('INVALID_API_TOKEN');
    expect((await rest.get(`/api/datasets/${dataset.id}`)).errorCode).toBe('INVALID_API_TOKEN');
    expect((await graphqlClient(server.url, token).send('{ viewer { identifier } }')).code).toBe('INVALID_API_TOKEN');
  });

  test('of an anonymised one is shown the draft without the fields that tell its authors', async () => {
    const dataset = await createDataset(admin, collection);
    const anonymized = await admin.graphql.expectData(PREVIEW, { token: await share(dataset, true) });
    expect(JSON.stringify(anonymized.at('data'))).toContain('{"typeName":"author","value":"withheld"}');
    const open = await createDataset(admin, collection);
    const plain = await admin.graphql.expectData(PREVIEW, { token: await share(open, false) });
    expect(JSON.stringify(plain.at('data'))).not.toContain('withheld');
  });
});
