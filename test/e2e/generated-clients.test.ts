import { execFile, spawnSync } from 'node:child_process';
import { copyFile, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestServer, type TestServer } from '../support/server.ts';
import { SUPERUSER_TOKEN } from '../support/superuser-token.ts';

const run = promisify(execFile);
const clients = fileURLToPath(new URL('../clients/', import.meta.url));
const root = fileURLToPath(new URL('../../', import.meta.url));

let server: TestServer;
let folder = '';
beforeAll(async () => {
  server = await startTestServer();
  folder = await mkdtemp(join(tmpdir(), 'archivolt-client-'));
  await symlink(join(root, 'node_modules'), join(folder, 'node_modules'));
  const document = await fetch(`${server.url}/openapi`, { headers: { Accept: 'application/json' } });
  await writeFile(join(folder, 'openapi.json'), await document.text());
  await run(process.execPath, [join(clients, 'write-types.mjs'), 'openapi.json', 'api.ts'], { cwd: folder });
  for (const name of ['main-job.ts', 'faults.ts']) await copyFile(join(clients, name), join(folder, name));
  await writeFile(join(folder, 'package.json'), JSON.stringify({ type: 'module' }));
});
afterAll(async () => {
  await server.stop();
  await rm(folder, { recursive: true, force: true });
});

test('types that openapi-typescript makes of the document compile with a client, and refuse its faults', async () => {
  const options = [
    '--allowImportingTsExtensions',
    '--types',
    'node',
    '--noEmit',
    '--strict',
    '--exactOptionalPropertyTypes',
    '--module',
    'nodenext',
    '--target',
    'es2024',
    '--skipLibCheck',
  ];
  const files = ['main-job.ts', 'faults.ts', 'api.ts'];
  const compiler = join(root, 'node_modules/typescript/lib/tsc.js');
  const { status, stdout } = spawnSync(process.execPath, [compiler, ...options, ...files], { cwd: folder, encoding: 'utf8' });
  expect({ status, stdout }).toEqual({ status: 0, stdout: '' });
});

test('the client does the main job on the server', async () => {
  const example = join(root, 'data/examples/minimal.json');
  const { stdout } = await run(process.execPath, [join(folder, 'main-job.ts'), server.url, SUPERUSER_TOKEN, example]);
  const done: unknown = JSON.parse(stdout);
  const pid = expect.stringMatching(/^doi:10\.5072\//);
  expect(done).toEqual({
    created: pid,
    listed: [pid],
    added: [{ label: 'counts.txt', checksum: 'MD5' }],
    state: 'RELEASED',
    files: [{ directoryLabel: 'data', label: 'counts.txt', description: 'Counts by the hour' }],
    refusal: 'DATASET_NOT_FOUND',
  });
});
