import { execFile, spawnSync } from 'node:child_process';
import { mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { inWords, type JobWords } from '../support/job-in-words.ts';
import { startTestServer, type TestServer } from '../support/server.ts';
import { SUPERUSER_TOKEN } from '../support/superuser-token.ts';

const run = promisify(execFile);
const clients = fileURLToPath(new URL('../clients/', import.meta.url));
const root = fileURLToPath(new URL('../../', import.meta.url));
const SCRIPTS = ['main-job.ts', 'faults.ts'];

describe.each([
  ['contract', '/openapi'],
  ['dataverse', '/openapi?dialect=dataverse'],
] as const)('the types that openapi-typescript makes of the document in the words %s', (words: JobWords, address) => {
  let server: TestServer;
  let folder = '';
  let told = '';
  beforeAll(async () => {
    server = await startTestServer();
    folder = await mkdtemp(join(tmpdir(), 'archivolt-client-'));
    await symlink(join(root, 'node_modules'), join(folder, 'node_modules'));
    const document = await fetch(`${server.url}${address}`, { headers: { Accept: 'application/json' } });
    await writeFile(join(folder, 'openapi.json'), await document.text());
    const making = await run(process.execPath, [join(clients, 'write-types.mjs'), 'openapi.json', 'api.ts'], { cwd: folder });
    told = `${making.stdout}${making.stderr}`;
    for (const name of SCRIPTS) await writeFile(join(folder, name), inWords(await readFile(join(clients, name), 'utf8'), words));
    await writeFile(join(folder, 'package.json'), JSON.stringify({ type: 'module' }));
  });
  afterAll(async () => {
    await server.stop();
    await rm(folder, { recursive: true, force: true });
  });

  test('are made without a warning, compile with a client, and refuse its faults', () => {
    expect(told).toBe('');
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
    const compiler = join(root, 'node_modules/typescript/lib/tsc.js');
    const files = [...SCRIPTS, 'api.ts'];
    const { status, stdout } = spawnSync(process.execPath, [compiler, ...options, ...files], { cwd: folder, encoding: 'utf8' });
    expect({ status, stdout }).toEqual({ status: 0, stdout: '' });
  });

  test('serve a client that does the main job', async () => {
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
});
