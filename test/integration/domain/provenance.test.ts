import { afterAll, beforeAll, expect, test } from 'vitest';
import { addFile, type Caller, createCollection, createDataset, createUser, publishDataset, superuser } from '../../support/seed.ts';
import { startTestServer, type TestServer } from '../../support/server.ts';

const DOCUMENT = '{ "entity": {"ex:weights": {}} }';

let server: TestServer;
let owner: Caller;
beforeAll(async () => {
  server = await startTestServer();
  const admin = superuser(server);
  owner = await createUser(server, 'owner');
  await admin.rest.post('/api/collections/root/assignments', { assignee: owner.identifier, role: 'fullContributor' });
});
afterAll(() => server.stop());

async function textOf(file: number, version: string): Promise<unknown> {
  const query =
    'query($file: FileReference!, $version: String) { file(reference: $file) { inVersion(version: $version) { provFreeForm } } }';
  return (await owner.graphql.send(query, { file: { databaseId: file }, version })).at('data.file.inVersion.provFreeForm');
}

test('provenance in words belongs to versions, the record to the bytes', async () => {
  const dataset = await createDataset(owner, await createCollection(owner, { name: 'Weights' }));
  const file = await addFile(owner, dataset, { name: 'weights.csv', type: 'text/csv' });
  await owner.rest.post(`/api/files/${file}/prov-freeform`, { text: 'Weighed in May.' });
  await publishDataset(owner, dataset);

  // Nothing was recorded when it was published, so it may be said later, once, and no draft is made for it.
  const reference = { databaseId: file };
  const set = await owner.graphql.send(
    'mutation($input: SetFileProvenanceInput!) { setFileProvenance(input: $input) { fileName record { entityName document } } }',
    { input: { file: reference, document: DOCUMENT, entityName: 'ex:weights' } },
  );
  expect(set.at('data.setFileProvenance')).toEqual({
    fileName: 'weights.csv',
    record: { entityName: 'ex:weights', document: DOCUMENT },
  });
  expect((await owner.rest.get(`/api/datasets/${dataset.id}/versions/:draft`)).status).toBe(404);

  await owner.rest.post(`/api/files/${file}/prov-freeform`, { text: 'Weighed in June.' });
  expect([await textOf(file, '1.0'), await textOf(file, ':draft')]).toEqual(['Weighed in May.', 'Weighed in June.']);
  const read = await owner.graphql.send(
    'query($reference: FileReference!) { file(reference: $reference) { provenance { freeForm record { document } } } }',
    {
      reference,
    },
  );
  expect(read.at('data.file.provenance')).toEqual({ freeForm: 'Weighed in June.', record: { document: DOCUMENT } });

  const again = await owner.graphql.send('mutation($input: SetFileProvenanceInput!) { setFileProvenance(input: $input) { fileName } }', {
    input: { file: reference, document: DOCUMENT, entityName: 'ex:weights' },
  });
  expect(again.code).toBe('PROVENANCE_PUBLISHED');

  // The next version takes the words over, and a file that left the draft still has its record.
  await publishDataset(owner, dataset);
  expect(await textOf(file, ':latest')).toBe('Weighed in June.');
  expect((await owner.rest.delete(`/api/files/${file}`)).status).toBe(200);
  expect((await owner.rest.get(`/api/files/${file}/prov-json`)).at('data.json')).toBe(DOCUMENT);
  expect((await owner.rest.get(`/api/files/${file}/prov-freeform`)).at('data.text')).toBe('Weighed in June.');
});

test('the record of a file that is deleted altogether goes with it', async () => {
  const dataset = await createDataset(owner, await createCollection(owner, { name: 'Lengths' }));
  const file = await addFile(owner, dataset, { name: 'weights.csv', type: 'text/csv' });
  const set = { method: 'POST', raw: DOCUMENT, headers: { 'Content-Type': 'application/json' } };
  expect((await owner.rest.send(`/api/files/${file}/prov-json?entityName=ex:weights`, set)).status).toBe(200);
  expect((await owner.rest.delete(`/api/files/${file}`)).status).toBe(200);
  const { sql } = server.application.connection;
  expect(await sql`select 1 from file_provenance where data_file_id = ${file}`).toEqual([]);
});

test.each([
  ['values', `{"entity":{"e":[${'1,'.repeat(250_000)}1]}}`, 'holds more than 200000 values'],
  ['levels', `{"entity":{"e":${'['.repeat(200)}${']'.repeat(200)}}}`, 'nests deeper than 100 levels'],
])('a record of too many %s is refused', async (_what, document, rule) => {
  const dataset = await createDataset(owner, await createCollection(owner));
  const file = await addFile(owner, dataset, { name: 'weights.csv', type: 'text/csv' });
  const refused = await owner.rest.send(`/api/files/${file}/prov-json?entityName=e`, {
    method: 'POST',
    raw: Buffer.from(document),
    headers: { 'Content-Type': 'application/json' },
  });
  expect(refused.status).toBe(400);
  expect(refused.text('message')).toContain(`The provenance record ${rule}.`);
});
