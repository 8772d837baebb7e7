import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { chmod, chown, mkdir, readdir, writeFile } from 'node:fs/promises';
import { createServer, connect, type Socket } from 'node:net';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { createTestDatabase } from '../support/postgres.ts';
import { launchServer, type LaunchOptions, startServerProcess, stopServer, UNHURRIED } from '../support/server-process.ts';
import { temporaryFolder } from './depositor.ts';

const asRoot = process.geteuid?.() === 0;
const NOBODY = 65_534;

/** Starts a server that has to refuse; its one line. */
async function refusal(options: LaunchOptions): Promise<string> {
  const launched = launchServer(options);
  const ending = await launched.ended;
  const said = launched.stderr();
  expect(ending, said).toEqual({ code: 1, signal: null });
  expect(launched.stdout()).toBe('');
  // The log of the start itself, such as the making of the database, comes before the refusal.
  const lines = said.split('\n').filter((line) => line !== '' && !line.startsWith('{"level":30'));
  expect(lines).toHaveLength(1);
  expect(said).not.toMatch(/^\s+at /m);
  return lines[0] ?? '';
}

/** A port in use. */
async function takenPort(onConnection: (socket: Socket) => void = (socket) => socket.destroy()): Promise<number> {
  const server = createServer(onConnection);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.close();
  });
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('There is no port.');
  return address.port;
}

test('every bad setting is named at once', async () => {
  const dataDir = join(await temporaryFolder(), 'data');
  const line = await refusal({
    dataDir,
    env: {
      PORT: '80a',
      LOG_LEVEL: 'loud',
      ADMIN_API: 'everybody',
      DATABASE_URL: 'mysql://db/archivolt',
      SUPERUSER_API_TOKEN: 'short',
      SITE_URL: 'repository.example.org',
    },
  });
  for (const name of ['PORT', 'LOG_LEVEL', 'ADMIN_API', 'DATABASE_URL', 'SUPERUSER_API_TOKEN', 'SITE_URL']) expect(line).toContain(name);
  expect(line).not.toContain('short');
});

test.each(['s3://bucket/files', 'file://elsewhere/files'])('the storage %s is refused by name', async (storage) => {
  const line = await refusal({ dataDir: join(await temporaryFolder(), 'data'), env: { STORAGE_URL: storage } });
  expect(line).toContain(storage);
});

test('a taken port is named, and nothing stays behind', async () => {
  const database = await createTestDatabase();
  const port = await takenPort();
  const dataDir = await temporaryFolder();
  expect(await refusal({ dataDir, env: { PORT: String(port), DATABASE_URL: database.url } })).toContain(`Port ${port}`);
  expect(await readdir(dataDir)).not.toContain('server.pid');
});

test('a second server on the same data folder names the first', async () => {
  const database = await createTestDatabase();
  const dataDir = await temporaryFolder();
  const first = await startServerProcess({ dataDir, env: { DATABASE_URL: database.url } });
  expect(await refusal({ dataDir, env: { DATABASE_URL: database.url } })).toContain(`process ${first.pid}`);
  expect((await fetch(`${first.url}/readyz`)).status).toBe(200);
});

test('a database that cannot be used is named without its password', async () => {
  const dataDir = await temporaryFolder();
  const database = await createTestDatabase();
  const closed = await takenPort();
  const cases: readonly { readonly change: (url: URL) => void; readonly says: RegExp }[] = [
    { change: (url) => (url.port = '1'), says: /127\.0\.0\.1:1 .*ECONNREFUSED/ },
    { change: (url) => (url.port = String(closed)), says: new RegExp(`127\\.0\\.0\\.1:${closed} `) },
    { change: (url) => (url.hostname = 'database.invalid'), says: /database\.invalid.*(?:ENOTFOUND|EAI_AGAIN)/ },
    { change: (url) => (url.password = 'wrong-password-of-the-test'), says: /password authentication failed/ },
    { change: (url) => (url.pathname = '/absent'), says: /"absent" does not exist/ },
  ];
  for (const { change, says } of cases) {
    const url = new URL(database.url);
    change(url);
    const line = await refusal({ dataDir, env: { DATABASE_URL: url.href } });
    expect(line).toMatch(says);
    expect(line).toContain('DATABASE_URL');
    expect(line).not.toContain(url.password);
  }
});

test('a server older than PostgreSQL 14 is refused with its version', async () => {
  const database = new URL((await createTestDatabase()).url);
  const truePort = Number(database.port);
  // Speaks as an older release: the numbers in the real server's answers are replaced by ones of the same length.
  const port = await takenPort((client) => {
    const upstream = connect(truePort, '127.0.0.1');
    client.on('error', () => undefined).pipe(upstream);
    upstream
      .on('error', () => undefined)
      .on('data', (bytes: Buffer) => client.write(Buffer.from(bytes.toString('latin1').replace(/\b18(00\d\d|\.\d)/g, '13$1'), 'latin1')))
      .on('close', () => client.destroy());
    client.once('close', () => upstream.destroy());
  });
  database.port = String(port);
  expect(await refusal({ dataDir: await temporaryFolder(), env: { DATABASE_URL: database.href } })).toMatch(
    /PostgreSQL 13\.\d.*14 or newer/,
  );
});

test('a data folder or storage folder that is a file is named', async () => {
  const parent = await temporaryFolder();
  await writeFile(join(parent, 'file'), '');
  expect(await refusal({ dataDir: join(parent, 'file', 'data') })).toContain(join(parent, 'file', 'data'));
  const line = await refusal({ dataDir: join(parent, 'data'), env: { STORAGE_URL: `file://${parent}/file` } });
  expect(line).toContain(`storage folder ${parent}/file `);
});

// Root may write everywhere, so these need another user to become; an ordinary user has none.
test.runIf(asRoot)('an ordinary user is told which folder it cannot write', async () => {
  const dataDir = await temporaryFolder();
  expect(await refusal({ dataDir, identity: { uid: NOBODY, gid: NOBODY } })).toContain(dataDir);
});

test.runIf(asRoot)('root is told which folder on the way PostgreSQL cannot enter', async () => {
  const parent = await temporaryFolder();
  const closed = join(parent, 'closed');
  await mkdir(closed, { mode: 0o700 });
  await chmod(closed, 0o700);
  const line = await refusal({ dataDir: join(closed, 'data') });
  expect(line).toContain(`cannot enter the folder ${closed} `);
  expect(line).toContain('chmod o+x');
});

test.runIf(asRoot)('a data folder of another user is refused by an ordinary user, whatever is in it', async () => {
  const dataDir = await temporaryFolder();
  await chown(dataDir, NOBODY, NOBODY);
  await chmod(dataDir, 0o700);
  const other = Number(execFileSync('id', ['-u', 'daemon'], { encoding: 'utf8' }));
  expect(await refusal({ dataDir, identity: { uid: other, gid: other } })).toContain(dataDir);
});

test(
  'a database whose secrets are under a key that this server does not have is refused, with the name of the key',
  UNHURRIED,
  async () => {
    const database = await createTestDatabase();
    const folder = await temporaryFolder();
    const env = { DATABASE_URL: database.url };
    await stopServer(await startServerProcess({ dataDir: join(folder, 'first'), env }));
    expect(await refusal({ dataDir: join(folder, 'second'), env })).toMatch(/a key that is missing: [0-9a-f]{16}\. .*SECRET_KEYS/);
    await writeFile(join(folder, 'second', 'secret-keys'), 'no key\n');
    expect(await refusal({ dataDir: join(folder, 'second'), env })).toContain('secret-keys must have a key of 32 bytes');
    expect(await refusal({ dataDir: join(folder, 'second'), env: { ...env, SECRET_KEYS: 'c2hvcnQ=' } })).toMatch(
      /^(?!.*c2hvcnQ=).*SECRET_KEYS/,
    );
  },
);
