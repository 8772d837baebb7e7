// The command itself, as a process of its own on a real database: once without a server on the data folder, once with one.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../support/postgres.ts';
import { serverBundle } from '../support/server-process.ts';

let database: TestDatabase;
let dataDir: string;
let started: ChildProcess[];

beforeEach(async () => {
  database = await createTestDatabase();
  dataDir = await mkdtemp(join(tmpdir(), 'archivolt-demo-'));
  started = [];
});

afterEach(async () => {
  for (const child of started) await stop(child);
  await database.drop();
  await rm(dataDir, { recursive: true, force: true });
});

function run(...args: readonly string[]) {
  const child = spawn(process.execPath, [serverBundle(), ...args], {
    env: { PATH: process.env['PATH'], DATA_DIR: dataDir, DATABASE_URL: database.url, PORT: '0', LOG_LEVEL: 'warn' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  started.push(child);
  return child;
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  child.kill('SIGTERM');
  await ended;
}

async function demo(): Promise<{ output: string; complaints: string; code: number | null }> {
  const child = run('demo');
  const ended = once(child, 'exit');
  const [output, complaints] = await Promise.all([text(child.stdout), text(child.stderr)]);
  await ended;
  return { output, complaints, code: child.exitCode };
}

/** Starts a server and gives its address as the data folder tells it. */
async function serve(): Promise<string> {
  const child = run();
  for await (const chunk of child.stdout) if (String(chunk).includes('is ready')) break;
  const { url, pid }: { url: string; pid: number } = JSON.parse(await readFile(join(dataDir, 'server.json'), 'utf8'));
  expect(pid).toBe(child.pid);
  return url;
}

async function get(url: string): Promise<unknown> {
  return (await fetch(url)).json();
}

async function contentsOf(url: string, alias: string): Promise<{ type: string; id: number }[]> {
  const answer = await (await fetch(`${url}/api/collections/${alias}/contents`)).text();
  const { data }: { data: { type: string; id: number }[] } = JSON.parse(answer);
  return data;
}

test('without a server the demo starts one, loads everything publicly visible, and leaves nothing running', async () => {
  const first = await demo();
  expect(first).toMatchObject({ code: 0, complaints: '', output: expect.stringMatching(/^No server runs on .+\n/) });
  expect(first.output).toContain('The demo is loaded.\n');
  expect(first.output).toContain('/api/collections/demo/contents\n');
  expect(existsSync(join(dataDir, 'server.json'))).toBe(false);

  const second = await demo();
  expect(second).toMatchObject({ code: 0, complaints: '' });
  expect(second.output).toContain('The demo is already loaded; nothing was changed.\n');

  const url = await serve();
  expect(await contentsOf(url, 'demo')).toMatchObject([{ type: 'collection' }, { type: 'collection' }]);
  const [library, survey, ...others] = await contentsOf(url, 'demo-society');
  expect(others).toEqual([]);
  expect(await contentsOf(url, 'demo-climate')).toHaveLength(1);
  expect(await get(`${url}/api/datasets/${library?.id}/versions?excludeMetadataBlocks=true`)).toMatchObject({
    data: [
      { versionNumber: 2, versionMinorNumber: 0, files: [{ label: 'corrections.txt' }, { label: 'visitors-2024-03.tab' }] },
      { versionNumber: 1, versionMinorNumber: 0, files: [{ label: 'visitors-2024-03.tab', directoryLabel: 'counts' }] },
    ],
  });
  const example: { datasetVersion: { metadataBlocks: { socialscience: { fields: unknown } } } } = JSON.parse(
    await readFile('data/examples/social-science-survey.json', 'utf8'),
  );
  expect(await get(`${url}/api/datasets/${survey?.id}/versions/1.0/metadata/socialscience`)).toMatchObject({
    data: { fields: example.datasetVersion.metadataBlocks.socialscience.fields },
  });
});

test('beside a running server the demo is loaded through it; a broken-off run is completed', async () => {
  const url = await serve();
  const token = (await readFile(join(dataDir, 'superuser-token'), 'utf8')).trim();
  const headers = { 'X-Service-key': token, 'Content-Type': 'application/json' };
  // What a run leaves that was killed after its first dataset had been created.
  for (const [parent, alias] of [
    [':root', 'demo'],
    ['demo', 'demo-society'],
  ]) {
    const body = JSON.stringify({ alias, name: alias, collectionContacts: [{ contactEmail: 'demo@example.org' }] });
    expect((await fetch(`${url}/api/collections/${parent}`, { method: 'POST', headers, body })).status).toBe(201);
    expect((await fetch(`${url}/api/collections/${alias}/actions/:publish`, { method: 'POST', headers })).status).toBe(200);
  }
  const body = await readFile('data/examples/minimal.json', 'utf8');
  expect((await fetch(`${url}/api/collections/demo-society/datasets`, { method: 'POST', headers, body })).status).toBe(201);

  const { code, output } = await demo();
  expect(code).toBe(0);
  expect(output).toContain(`Loading the demo into the server at ${url}\n`);
  expect(output).not.toContain('collection demo-society\n');
  expect(output).toContain('The demo is loaded.\n');
  expect(await contentsOf(url, 'demo-society')).toHaveLength(2);
  const [climate] = await contentsOf(url, 'demo-climate');
  expect(await get(`${url}/api/datasets/${climate?.id}/versions/1.0/files?contentType=image/png`)).toMatchObject({
    totalCount: 1,
    data: [{ label: 'precipitation-mean.png', dataFile: { friendlyType: 'PNG Image' } }],
  });
});
