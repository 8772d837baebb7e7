// Clients of Dataverse as they are installed, on a started server, where there are any: tools/install-dataverse-clients.sh brings them.
import { execFile } from 'node:child_process';
import { accessSync, constants } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { describe, expect, onTestFinished, test } from 'vitest';
import { restClient } from '../support/rest-client.ts';
import { succeeded } from '../support/seed.ts';
import { type ServerProcess, startServerProcess } from '../support/server-process.ts';
import { createTestDatabase } from '../support/postgres.ts';

const PYTHON =
  process.env['DATAVERSE_CLIENTS_PYTHON'] ?? fileURLToPath(new URL('../../.cache/dataverse-clients/bin/python', import.meta.url));
const example = fileURLToPath(new URL('../../data/examples/minimal.json', import.meta.url));
/** easyDataverse takes no token that is not a UUID. */
const TOKEN = '6b0f7c52-40e6-4d0f-9a0c-3d1a1f5f7d3e';
const title = 'Door counter readings of the Lindenhof public library, March 2024';

function isAbsent(): boolean {
  try {
    accessSync(PYTHON, constants.X_OK);
    return false;
  } catch {
    return true;
  }
}

/** A server on a port of its own: clients upload to the addresses that it gives. */
async function startServer(env: Readonly<Record<string, string>> = {}): Promise<ServerProcess> {
  const dataDir = await mkdtemp(join(tmpdir(), 'archivolt-clients-'));
  const database = await createTestDatabase('installed');
  onTestFinished(async () => {
    await database.drop();
    await rm(dataDir, { recursive: true, force: true });
  });
  return startServerProcess({ dataDir, env: { DATABASE_URL: database.url, SUPERUSER_API_TOKEN: TOKEN, ...env } });
}

/** What a script says on its last line. */
async function outcomesOf(script: string, url: string): Promise<Record<string, unknown>> {
  const path = fileURLToPath(new URL(`../clients/${script}`, import.meta.url));
  const { stdout } = await promisify(execFile)(PYTHON, [path, url, TOKEN, example]);
  return JSON.parse(stdout.trim().split('\n').at(-1) ?? '') as Record<string, unknown>;
}

/** The few methods that do not succeed, most of which are not meant to. */
const OTHERWISE = {
  'its type': 'LABORATORY',
  dataverse_id2alias: 'station',
  delete_dataset_private_url: "done; the client misses 'link'",
  update_datafile_metadata: 'File Metadata update has been completed:',
  // Sent without a body, which says whether.
  restrict_datafile: [400, expect.any(String)],
  // The file is no table.
  reingest_datafile: [400, expect.any(String)],
  uningest_datafile: [400, expect.any(String)],
  get_datafile_bundle: expect.anything(),
  allow_access_request: 'not sent; the client says: Data must be a dictionary.',
  // The file is open to the caller, and there is no such account.
  request_access: [400, expect.any(String)],
  grant_file_access: [400, expect.any(String)],
  list_file_access_requests: [404, expect.any(String)],
  'its contents': ['dataverse'],
  get_children: [[['dataset', 2]]],
  found: ['dataverse'],
} as const;

describe.skipIf(isAbsent())('clients of Dataverse, which tools/install-dataverse-clients.sh installs', () => {
  test('pyDataverse calls every method that it has', async () => {
    const server = await startServer();
    const outcomes = await outcomesOf('pydataverse_journey.py', server.url);
    const expected = Object.keys(outcomes).map((name) => [name, expect.toSatisfy((status) => status === 200 || status === 201)] as const);
    expect(outcomes).toEqual({ ...Object.fromEntries(expected), ...OTHERWISE });
    expect(Object.keys(outcomes).length).toBeGreaterThan(70);
  });

  test('dvuploader, easyDataverse and pooch bring files in and out', async () => {
    const server = await startServer({ DIALECTS: 'dataverse-always' });
    const admin = restClient(server.url, TOKEN);
    succeeded(await admin.send('/api/admin/settings/:GuestDownload', { method: 'PUT', raw: 'true' }));
    const names = [0, 1, 2, 3, 4].map((number) => `notes-${number}.txt`);
    expect(await outcomesOf('dataverse_tools_journey.py', server.url)).toEqual({
      dvuploader: names.map((name) => `field/${name}`),
      'dvuploader natively': ['lab/notes-0.txt', 'lab/notes-1.txt'],
      published: 200,
      easyDataverse: [title, names],
      pooch: 'Seen 0 times.\n',
    });
  });

  test('sword2 and pyDataverse deposit by SWORD, and repo2docker fetches what was published', async () => {
    const server = await startServer({ DIALECTS: 'dataverse-always' });
    expect(await outcomesOf('sword_journey.py', server.url)).toEqual({
      pyDataverse: 200,
      'service document': [true, ['Root']],
      create: [201, true],
      update: 200,
      'add files': 201,
      statement: [['counts.txt', 'notes.txt'], 'DRAFT'],
      receipt: 'Gulls and terns',
      'delete a file': 204,
      refusal: [400, 'http://purl.org/net/sword/error/ErrorBadRequest'],
      publish: 200,
      'delete a dataset': 204,
      published: ['RELEASED', ['notes.txt']],
      repo2docker: [true, ['notes.txt']],
    });
  });
});
