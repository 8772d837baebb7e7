// What openapi-python-client makes of the document, where it is: tools/install-openapi-python-client.sh brings it.
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { env } from 'node:process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { inWords, type JobWords } from '../support/job-in-words.ts';
import { startTestServer, type TestServer } from '../support/server.ts';
import { SUPERUSER_TOKEN } from '../support/superuser-token.ts';

const run = promisify(execFile);
const root = fileURLToPath(new URL('../../', import.meta.url));
const bin = join(root, '.cache/openapi-python-client/bin');
const isAbsent = !existsSync(join(bin, 'openapi-python-client'));

/** What the generator does not know by itself is bytes to it. */
const config = fileURLToPath(new URL('../clients/openapi-python-client.yaml', import.meta.url));

describe.skipIf(isAbsent)('the client that openapi-python-client makes', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startTestServer();
  });
  afterAll(() => server.stop());

  test.each([
    ['contract', '/openapi'],
    ['dataverse', '/openapi?dialect=dataverse'],
  ] as const)('of the document in the words %s is made without a warning, and does the main job', async (words: JobWords, address) => {
    const folder = await mkdtemp(join(tmpdir(), 'archivolt-python-client-'));
    onTestFinished(() => rm(folder, { recursive: true, force: true }));
    const document = await fetch(`${server.url}${address}`, { headers: { Accept: 'application/json' } });
    await writeFile(join(folder, 'openapi.json'), await document.text());
    const make = ['generate', '--path', 'openapi.json', '--output-path', 'client', '--config', config];
    const told = await run(join(bin, 'openapi-python-client'), make, { cwd: folder, env: { ...env, PATH: `${bin}:${env['PATH']}` } });
    expect(`${told.stdout}${told.stderr}`).not.toMatch(/warning|unable|unsupported/i);

    const script = await readFile(join(root, 'test/clients/main-job.py'), 'utf8');
    await writeFile(join(folder, 'main-job.py'), inWords(script, words));
    const job = [join(folder, 'main-job.py'), server.url, SUPERUSER_TOKEN, join(root, 'data/examples/minimal.json')];
    const { stdout } = await run(join(bin, 'python'), job, { env: { ...env, PYTHONPATH: join(folder, 'client') } });
    expect(stdout).toMatch(/^doi:10\.5072\/\S+ is RELEASED with 1 file\.\n$/);
  });
});
