// Dataverse's client for JavaScript as it is installed, on a started server, where there is one: tools/install-javascript-client.sh brings it.
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { execPath } from 'node:process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, onTestFinished, test } from 'vitest';
import { z } from 'zod';
import { createTestDatabase } from '../support/postgres.ts';
import { startServerProcess } from '../support/server-process.ts';
import { SUPERUSER_TOKEN } from '../support/superuser-token.ts';

const FOLDER = process.env['JAVASCRIPT_CLIENT_FOLDER'] ?? fileURLToPath(new URL('../../.cache/javascript-client', import.meta.url));
const isAbsent = !existsSync(join(FOLDER, 'node_modules/@iqss/dataverse-client-javascript'));
const script = fileURLToPath(new URL('../clients/javascript_client_journey.mjs', import.meta.url));

const reportSchema = z.object({
  outcomes: z.record(z.string(), z.string()),
  read: z.record(z.string(), z.unknown()),
  notCalled: z.array(z.string()),
});

/** What does not succeed on this server, and is not meant to. */
const OTHERWISE = {
  // With the token of an OpenID Connect issuer, which a browser keeps.
  registerUser: expect.stringContaining('[400] This installation takes no bearer tokens'),
  // The caller has no session.
  logout: expect.stringContaining('[400] There is no session'),
};

const READ = {
  version: 3,
  zipLimit: 104_857_600,
  embargo: 12,
  popup: 'Sure?',
  disclaimer: 'I may.',
  formats: true,
  services: 1,
  licenses: true,
  me: true,
  block: 'citation',
  blocks: true,
  facetable: true,
  selectable: true,
  collection: 'number',
  name: 'Field station',
  facets: true,
  collectionBlocks: ['citation'],
  mayPublish: true,
  links: ['archive'],
  linkable: ['archive'],
  pid: true,
  draft: 'Gulls and terns',
  byPid: true,
  citation: true,
  mayEdit: true,
  locks: [],
  categories: ['Documentation', 'Data', 'Code'],
  driver: true,
  limits: {},
  files: [
    ['more.txt', null],
    ['notes.txt', 'field'],
    ['table.tab', null],
  ],
  found: 1,
  counts: 3,
  size: expect.any(Number),
  file: 'Told anew',
  fileAndDataset: true,
  fileCitation: true,
  filePermissions: true,
  variables: ['site', 'birds'],
  privately: 'Gulls and terns',
  privateCitation: 'string',
  state: 'RELEASED',
  versionsOfFile: 2,
  deleted: true,
  difference: 1,
  summaries: 2,
  downloads: 0,
  linked: ['archive'],
  items: ['Gulls and terns'],
  previews: 1,
  own: true,
  types: ['dataset'],
  type: true,
  tools: 2,
  toolUrl: true,
  unread: true,
};

test.skipIf(isAbsent)('every use case of the client calls the server, and reads what it answers', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'archivolt-javascript-'));
  const database = await createTestDatabase('installed');
  onTestFinished(async () => {
    await database.drop();
    await rm(dataDir, { recursive: true, force: true });
  });
  const server = await startServerProcess({ dataDir, env: { DATABASE_URL: database.url, SUPERUSER_API_TOKEN: SUPERUSER_TOKEN } });
  const { stdout } = await promisify(execFile)(execPath, [script, server.url, SUPERUSER_TOKEN, FOLDER]);
  const { outcomes, read, notCalled } = reportSchema.parse(JSON.parse(stdout.trim().split('\n').at(-1) ?? ''));
  expect(notCalled).toEqual([]);
  const done = Object.keys(outcomes).map((name) => [name, 'done'] as const);
  expect(outcomes).toEqual({ ...Object.fromEntries(done), ...OTHERWISE });
  expect(Object.keys(outcomes).length).toBeGreaterThan(100);
  expect(read).toEqual(READ);
});
