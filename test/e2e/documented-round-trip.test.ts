// What the guide to carrying a collection tells an operator to type, typed into a shell between two servers.
import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, onTestFinished, test } from 'vitest';
import { createTestDatabase } from '../support/postgres.ts';
import { restClient } from '../support/rest-client.ts';
import { exampleDataset, succeeded } from '../support/seed.ts';
import { type ServerProcess, startServerProcess, UNHURRIED } from '../support/server-process.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));

async function installation(dataDir: string): Promise<ServerProcess> {
  const database = await createTestDatabase();
  onTestFinished(() => database.drop());
  return startServerProcess({ dataDir, env: { DATABASE_URL: database.url } });
}

test('the commands of docs/how-to/carry-a-collection.md bring a collection to another installation', UNHURRIED, async () => {
  const folder = await mkdtemp(join(tmpdir(), 'archivolt-round-trip-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const guide = await readFile(join(root, 'docs/how-to/carry-a-collection.md'), 'utf8');
  const [, commands = ''] = /^```sh\n(.*?)^```$/ms.exec(guide) ?? [];
  expect(commands.trim().split('\n')).toHaveLength(2);

  const there = await installation(join(folder, 'srv/old'));
  const here = await installation(join(folder, 'srv/new'));
  const source = restClient(there.url, there.token);
  const collection = { alias: 'biology', name: 'Biology', collectionContacts: [{ contactEmail: 'biology@example.org' }] };
  succeeded(await source.post('/api/collections/:root', collection));
  succeeded(await source.post('/api/collections/biology/actions/:publish'));
  const made = succeeded(await source.post('/api/collections/biology/datasets', exampleDataset('minimal')));
  const persistentId = made.text('data.persistentId');
  const bytes = 'carried bytes\n';
  succeeded(await source.upload(`/api/datasets/${made.number('data.id')}/add`, { name: 'carried.txt', bytes }));
  succeeded(await source.post(`/api/datasets/${made.number('data.id')}/actions/:publish?type=major`));

  const carry = async (typed: string): Promise<string> => {
    const script = typed.replaceAll(/(?<=[ =])\/(?=srv|mnt)/g, `${folder}/`).replaceAll('npm run ', 'npm run -s ');
    const { stdout } = await promisify(execFile)('bash', ['--norc', '-euo', 'pipefail', '-c', script], {
      cwd: root,
      env: { PATH: process.env['PATH'] },
    });
    return stdout;
  };
  expect(await carry(commands)).toContain('1 datasets taken over, 0 here before, 0 refused; 0 differences.');
  expect(await carry(commands.trim().split('\n').at(-1) ?? '')).toContain(
    '0 datasets taken over, 1 here before, 0 refused; 0 differences.',
  );

  const target = restClient(here.url, here.token);
  const carried = succeeded(await target.get(`/api/datasets/:persistentId/?persistentId=${persistentId}`));
  expect(carried.text('data.latestVersion.versionState')).toBe('RELEASED');
  const file = carried.number('data.latestVersion.files.0.dataFile.id');
  expect((await target.send(`/api/access/datafile/${file}`)).body).toBe(bytes);
});
