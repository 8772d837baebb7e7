// The step that keeps a published version as a bag, in a server that is killed while it writes. Source: exports.md 13.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readZip } from '../support/read-zip.ts';
import { startServerProcess, until, UNHURRIED } from '../support/server-process.ts';
import { createDataset, filesIn, md5, queryDatabase, randomFile, rest, startFreshServer, TOKEN, upload } from './depositor.ts';

/** Takes long enough to write that the server is killed in the middle. */
const LARGE_BYTES = 48 * 1024 * 1024;

test('a bag that the server was killed over is nowhere taken for one, and is written again', UNHURRIED, async () => {
  const { server, databaseUrl, dataDir } = await startFreshServer();
  const storage = join(dataDir, 'files');
  const bags = () => filesIn(storage).kept.filter(({ storageId }) => storageId.startsWith('bag_'));
  const stateOf = (dataset: number) =>
    queryDatabase(databaseUrl, async (sql) => {
      const [row] = await sql<{ state: string }[]>`select state from workflow_invocation where dataset_id = ${dataset}`;
      return row?.state;
    });
  await rest(server, 'PUT', '/admin/settings/:ArchiverClassName', 'BagIt');
  const steps = [{ provider: ':internal', stepType: 'archiver' }];
  const { data } = await rest(server, 'POST', '/admin/workflows', { name: 'archive', steps });
  await rest(server, 'PUT', '/admin/workflows/default/PostPublishDataset', String((data as { readonly id: number }).id));
  const dataset = await createDataset(server);
  const bytes = randomFile(LARGE_BYTES);
  expect((await upload(server, dataset, bytes, 'large.bin')).httpStatus).toBe(200);
  expect((await rest(server, 'POST', `/datasets/${dataset}/actions/:publish?type=major`)).httpStatus).toBeLessThan(300);

  await until('the bag is being written', () => filesIn(storage).staged.length > 0);
  server.signal('SIGKILL');
  expect(await server.ended).toEqual({ code: null, signal: 'SIGKILL' });
  expect(filesIn(storage).staged).toHaveLength(1);
  expect(bags()).toEqual([]);
  expect(await stateOf(dataset)).not.toBe('SUCCEEDED');

  await startServerProcess({ dataDir, env: { DATABASE_URL: databaseUrl, SUPERUSER_API_TOKEN: TOKEN } });
  await until('the step has been done again', async () => (await stateOf(dataset)) === 'SUCCEEDED');
  const [bag, ...others] = bags();
  expect(others).toEqual([]);
  const entries = await readZip(await readFile(bag?.path ?? ''));
  const entry = entries.find(({ path }) => path.endsWith('/large.bin'));
  expect(md5(entry?.bytes ?? new Uint8Array())).toBe(md5(bytes));
});
