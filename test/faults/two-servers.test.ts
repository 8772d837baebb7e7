import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, test } from 'vitest';
import { createTestDatabase } from '../support/postgres.ts';
import { startServerProcess, stopServer, until, UNHURRIED } from '../support/server-process.ts';
import { addedFileId, createDataset, download, md5, randomFile, rest, temporaryFolder, TOKEN, upload } from './depositor.ts';

test('two servers on one external database and one storage act as one', UNHURRIED, async () => {
  const database = await createTestDatabase();
  const shared = await temporaryFolder();
  const env = {
    DATABASE_URL: database.url,
    STORAGE_URL: pathToFileURL(join(shared, 'files')).href,
    SUPERUSER_API_TOKEN: TOKEN,
    SECRET_KEYS: randomBytes(32).toString('base64'),
  };
  // Both at once: only one of them may migrate and install.
  const [first, second] = await Promise.all(['first', 'second'].map((name) => startServerProcess({ dataDir: join(shared, name), env })));
  if (first === undefined || second === undefined) throw new Error('Two servers were wanted.');

  const dataset = await createDataset(first);
  const bytes = randomFile(3_000_000);
  const uploaded = await upload(first, dataset, bytes, 'shared.bin');
  expect(uploaded.httpStatus).toBe(200);
  expect(md5((await download(second, addedFileId(uploaded))).bytes)).toBe(md5(bytes));
  expect((await rest(first, 'POST', '/collections/root/actions/:publish')).httpStatus).toBeLessThan(500);
  expect(await rest(second, 'POST', `/datasets/${dataset}/actions/:publish?type=major`)).toMatchObject({ httpStatus: 200 });
  expect(await rest(first, 'GET', `/datasets/${dataset}/versions/1.0`)).toMatchObject({
    httpStatus: 200,
    data: { versionState: 'RELEASED' },
  });

  // A setting acts in the other process without a restart, whichever of them takes it.
  const guestDownload = async (door: { readonly url: string }) =>
    (await fetch(`${door.url}/api/access/datafile/${addedFileId(uploaded)}`)).status;
  expect(await guestDownload(second)).toBe(401);
  expect((await rest(first, 'PUT', '/admin/settings/:GuestDownload', 'true')).httpStatus).toBe(200);
  await until('the second server knows the setting', async () => (await guestDownload(second)) === 200);
  expect((await rest(second, 'DELETE', '/admin/settings/:GuestDownload')).httpStatus).toBe(200);
  await until('the first server knows that it is gone', async () => (await guestDownload(first)) === 401);

  expect(await stopServer(first)).toEqual({ code: 0, signal: null });
  expect((await download(second, addedFileId(uploaded))).httpStatus).toBe(200);
});
