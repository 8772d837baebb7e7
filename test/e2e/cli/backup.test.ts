// A backup of a server that runs, restored into an installation that has nothing. Source: docs/how-to/back-up.md.
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { cliUser, scriptUser } from '../../support/cli.ts';
import { startServerProcess, stopServer, UNHURRIED } from '../../support/server-process.ts';

const EXAMPLE = join(process.cwd(), 'data/examples/minimal.json');
const SECRET_KEYS = Buffer.alloc(32, 7).toString('base64');

async function temporary(name: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), `archivolt-${name}-`));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

test('a backup beside a running server is incremental, verified, and restored with every dataset, file and token', UNHURRIED, async () => {
  const there = await temporary('backup-there');
  const folder = await temporary('backup');
  const server = await startServerProcess({ dataDir: there, env: { SECRET_KEYS } });
  const user = scriptUser(server.url, server.token);
  const created = await user.run(['create', EXAMPLE, '--in', 'root', '--json']);
  const persistentId = created.json().text('persistentId');
  await writeFile(join(user.home, 'first.txt'), 'first');
  expect((await user.run(['upload', 'first.txt', '--to', persistentId])).code).toBe(0);

  const operator = cliUser();
  const backup = (...words: string[]) => operator.run(['backup', '--to', folder, ...words], { env: { DATA_DIR: there, SECRET_KEYS } });
  const first = await backup();
  expect(first, first.stderr).toMatchObject({ code: 0, stdout: expect.stringContaining('0 faults') });

  await writeFile(join(user.home, 'second.txt'), 'second');
  expect((await user.run(['upload', 'second.txt', '--to', persistentId])).code).toBe(0);
  const second = await backup();
  expect(second, second.stderr).toMatchObject({ code: 0, stdout: expect.stringContaining('2 files, of which 1 are new') });
  await stopServer(server);

  const here = await temporary('backup-here');
  const env = { DATA_DIR: here, SECRET_KEYS };
  const restored = await operator.run(['restore', '--from', folder], { env });
  expect(restored, restored.stderr).toMatchObject({ code: 0, stdout: expect.stringContaining('are restored') });
  expect((await operator.run(['restore', '--from', folder], { env })).code).toBe(1);

  const again = await startServerProcess({ dataDir: here, env: { SECRET_KEYS, SUPERUSER_API_TOKEN: server.token } });
  const reader = scriptUser(again.url, server.token);
  const got = await reader.run(['download', persistentId, '--to', 'data', '--json']);
  expect(got, got.stderr).toMatchObject({ code: 0 });
  expect(await readFile(join(reader.home, 'data/second.txt'), 'utf8')).toBe('second');
  expect((await reader.run(['search', 'library', '--json'])).json().number('totalCount')).toBe(1);
  expect((await operator.run(['doctor', 'storage'], { env })).code).toBe(0);
  expect((await reader.run(['create', EXAMPLE, '--in', 'root'])).code).toBe(0);
  expect((await reader.run(['publish', persistentId])).code).toBe(0);

  const [name = ''] = (await readdir(join(folder, 'files'), { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
  await writeFile(name, 'worse');
  const damaged = await backup('--verify');
  expect(damaged).toMatchObject({ code: 8, stdout: expect.stringContaining('is damaged') });
  const refused = await operator.run(['restore', '--from', folder], { env: { DATA_DIR: await temporary('backup-nowhere'), SECRET_KEYS } });
  expect(refused).toMatchObject({ code: 1, stderr: expect.stringContaining('nothing was restored') });
});
