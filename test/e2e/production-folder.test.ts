// The folder of `npm run build` beside production packages alone: a package that only development installs would be missing.
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdir, mkdtemp, readFile, rm, stat, symlink } from 'node:fs/promises';
import { existsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { z } from 'zod';
import { openBrowser } from '../support/cookie-browser.ts';
import { createTestDatabase } from '../support/postgres.ts';
import { UNHURRIED, until } from '../support/server-process.ts';
import { startWebhookSink } from '../support/webhook-sink.ts';

const lockFile = z.object({ packages: z.record(z.string(), z.object({ dev: z.boolean().optional() })) });

/** Packages at the top of node_modules that `npm ci --omit=dev` installs; what lies in them comes along. */
async function productionPackages(): Promise<string[]> {
  const { packages } = lockFile.parse(JSON.parse(await readFile('package-lock.json', 'utf8')));
  return Object.entries(packages)
    .filter(([path, { dev }]) => /^node_modules\/(@[^/]+\/)?[^/]+$/.test(path) && dev !== true && existsSync(path))
    .map(([path]) => path);
}

test('the command line of the built folder is a package that needs nothing else', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'archivolt-cli-package-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  for (const program of ['tools/build.mjs', 'tools/assemble.mjs']) execFileSync(process.execPath, [program], { stdio: 'ignore' });
  await cp('build/cli', folder, { recursive: true });
  const { bin, version } = z
    .object({ bin: z.object({ archivolt: z.string() }), version: z.string(), dependencies: z.undefined().optional() })
    .parse(JSON.parse(await readFile(join(folder, 'package.json'), 'utf8')));
  const run = (...args: string[]) =>
    execFileSync(process.execPath, [join(folder, bin.archivolt), ...args], { cwd: folder, encoding: 'utf8' });
  expect(run('--version').trim()).toBe(version);
  expect(run('help', 'download')).toContain('--collection');
});

test('the built folder serves REST, GraphQL and pages, and delivers to webhooks, with production packages', UNHURRIED, async () => {
  const folder = await mkdtemp(join(tmpdir(), 'archivolt-production-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const database = await createTestDatabase();
  onTestFinished(() => database.drop());
  for (const program of ['tools/build.mjs', 'tools/assemble.mjs']) execFileSync(process.execPath, [program], { stdio: 'ignore' });
  await cp('build', folder, { recursive: true });
  const packages = await productionPackages();
  expect(packages).toContain('node_modules/express');
  expect(packages).not.toContain('node_modules/esbuild');
  for (const path of packages) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await symlink(resolve(path), join(folder, path));
  }

  const server = spawn(join(folder, 'archivolt'), {
    cwd: '/',
    env: {
      PATH: `${dirname(process.execPath)}:${process.env['PATH']}`,
      // A link is looked at from where it stands: packages find each other in the folder, not in the repository.
      NODE_OPTIONS: '--preserve-symlinks',
      HOST: '127.0.0.1',
      PORT: '0',
      DATA_DIR: join(folder, 'var'),
      DATABASE_URL: database.url,
      WEBHOOK_HOSTS: '127.0.0.1',
      SMTP_URL: 'smtp://127.0.0.1:9',
      MAIL_FROM: 'archive@example.org',
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  const take = (text: Buffer) => (output += text.toString());
  server.stdout.on('data', take);
  server.stderr.on('data', take);
  const ended = once(server, 'exit');
  onTestFinished(async () => {
    server.kill('SIGTERM');
    await ended;
  });
  await until('a ready server', () => {
    if (server.exitCode !== null) throw new Error(output);
    return /^ {2}Superuser .*\n/m.test(output);
  });

  const url = /REST +(http:\/\/[^/\s]+)\/api/.exec(output)?.[1] ?? '';
  const paths = [
    '/readyz',
    '/api/info/version',
    '/api/metadatablocks/citation',
    '/graphql/schema.graphql',
    '/',
    '/pages.css',
    '/docs',
    '/openapi',
  ];
  const statuses = await Promise.all(paths.map(async (path) => [path, (await fetch(`${url}${path}`)).status]));
  expect(statuses).toEqual(paths.map((path) => [path, 200]));

  const passwordFile = join(folder, 'var', 'superuser-password');
  expect(output).toContain(`sign in as admin, first password in ${passwordFile}`);
  expect((await stat(passwordFile)).mode & 0o777).toBe(0o600);
  const password = (await readFile(passwordFile, 'utf8')).trim();
  expect(output.includes(password)).toBe(false);
  const browser = openBrowser();
  expect((await browser.post(`${url}/sign-in`, { userName: 'admin', password: `${password}x` })).status).toBe(400);
  await browser.post(`${url}/sign-in`, { userName: 'admin', password });
  expect((await browser.get(`${url}/admin`)).status).toBe(200);

  const sink = await startWebhookSink();
  onTestFinished(() => sink.stop());
  const token = (await readFile(join(folder, 'var', 'superuser-token'), 'utf8')).trim();
  const send = (path: string, body: unknown) =>
    fetch(`${url}${path}`, {
      method: 'POST',
      headers: { 'X-Service-key': token, 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
    });
  const query = 'mutation ($url: String!) { createWebhook(input: { collection: { root: true }, url: $url }) { secret } }';
  const made = await send('/graphql', { query, variables: { url: sink.url } });
  expect(await made.text()).toContain('whsec_');
  const contact = { contactEmail: 'told@example.org' };
  const collection = { name: 'Told', alias: 'told', collectionType: 'JOURNALS', collectionContacts: [contact] };
  expect((await send('/api/collections/:root', collection)).status).toBe(201);
  await until('a delivery', () => sink.received.length > 0);
  expect(sink.received[0]).toMatchObject({ type: 'COLLECTION_CREATED' });

  // An orderly stop leaves the compiled bundle for the next start.
  server.kill('SIGTERM');
  expect(await ended).toEqual([0, null]);
  expect(existsSync(join(folder, 'node_modules', '.cache', 'compiled'))).toBe(true);
});
