/** What clients of Dataverse expect beside its words, as settings that hold on every surface. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { restClient } from '../support/rest-client.ts';
import {
  addFile,
  type Caller,
  createCollection,
  createDataset,
  publishDataset,
  type SeededCollection,
  succeeded,
  superuser,
} from '../support/seed.ts';
import { startTestServer, type TestServer } from '../support/server.ts';
import { zipOf } from '../support/zip-archive.ts';

let server: TestServer;
let admin: Caller;
let lab: SeededCollection;
beforeAll(async () => {
  server = await startTestServer({ DIALECTS: 'dataverse-always' });
  admin = superuser(server);
  lab = await createCollection(admin);
});
afterAll(() => server.stop());

const put = (name: string, raw: string) => admin.rest.send(`/api/admin/settings/${name}`, { method: 'PUT', raw });

test('a file that the dataset holds already is added with a warning, where the installation wants that', async () => {
  const { id } = await createDataset(admin, lab);
  const send = (name: string) => admin.rest.upload(`/api/datasets/${id}/add`, { name, bytes: 'Seen at dawn.' });
  succeeded(await send('first.txt'));
  expect((await send('second.txt')).errorCode).toBe('DUPLICATE_FILE');
  succeeded(await put(':AcceptDuplicateFiles', 'true'));
  const added = await send('second.txt');
  expect([added.status, added.text('message.message')]).toEqual([200, 'This file has the same content as first.txt in the dataset.']);
  const zip = zipOf([{ path: 'third.txt', content: 'Seen at dawn.' }]);
  const unpacked = await admin.rest.upload(`/api/datasets/${id}/add`, { name: 'more.zip', bytes: zip });
  expect([unpacked.status, unpacked.text('message.message')]).toEqual([200, expect.stringContaining('has the same content as')]);
  const listed = succeeded(await admin.rest.get(`/api/datasets/${id}/versions/:draft/files`)).list('data');
  expect(listed).toHaveLength(3);
  succeeded(await admin.rest.delete('/api/admin/settings/:AcceptDuplicateFiles'));
  expect((await send('fourth.txt')).errorCode).toBe('DUPLICATE_FILE');
});

test('guests download public files where Dataverse is spoken on every path, unless that is set otherwise', async () => {
  const dataset = await createDataset(admin, lab);
  const file = await addFile(admin, dataset);
  await publishDataset(admin, dataset);
  const asGuest = async () => (await restClient(server.url).get(`/api/access/datafile/${file}`)).status;
  expect(await asGuest()).toBe(200);
  succeeded(await put(':GuestDownload', 'false'));
  expect(await asGuest()).toBe(401);
  succeeded(await admin.rest.delete('/api/admin/settings/:GuestDownload'));
  expect(await asGuest()).toBe(200);
});
