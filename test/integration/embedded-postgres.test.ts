import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdir, mkdtemp, readFile, readdir, realpath, rename, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import postgres from 'postgres';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { startEmbeddedPostgres } from '../../src/db/embedded/embedded-postgres.ts';
import type { EmbeddedPostgres, EmbeddedPostgresOptions } from '../../src/db/embedded/embedded-postgres.ts';
import { isRunning } from '../../src/db/embedded/postmaster-file.ts';
import { StartupError } from '../../src/errors/startup-error.ts';

const embeddedModule = new URL('../../src/db/embedded/embedded-postgres.ts', import.meta.url).href;
const asRoot = process.geteuid?.() === 0;
let parent: string;
let dataDir: string;
let servers: EmbeddedPostgres[];

beforeEach(async () => {
  parent = await realpath(await mkdtemp(join(tmpdir(), 'archivolt-embedded-')));
  await chmod(parent, 0o755);
  dataDir = join(parent, 'data');
  servers = [];
});

afterEach(async () => {
  await Promise.all(servers.map((server) => server.stop()));
  await rm(parent, { recursive: true, force: true, maxRetries: 5 });
});

async function start(options: Partial<EmbeddedPostgresOptions> = {}): Promise<EmbeddedPostgres> {
  const server = await startEmbeddedPostgres({ dataDir, log: () => undefined, settings: { fsync: 'off' }, ...options });
  servers.push(server);
  return server;
}

async function query<T>(url: string, statement: (sql: postgres.Sql) => Promise<T>): Promise<T> {
  const sql = postgres(url, { max: 1, onnotice: () => undefined });
  try {
    return await statement(sql);
  } finally {
    await sql.end();
  }
}

async function postmasterPid(): Promise<number> {
  return Number.parseInt(await readFile(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8'), 10);
}

/** The refusal's message, after checking that it is one line for the operator. */
async function refusal(attempt: Promise<unknown>): Promise<string> {
  const error: unknown = await attempt.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (!(error instanceof StartupError)) throw new Error('no StartupError', { cause: error });
  expect(error.message.split('\n')).toHaveLength(1);
  return error.message;
}

/** Runs a starter in a process of its own, which kills itself outright once `when` holds. */
async function startAndDie(program: string): Promise<void> {
  const source = `import { startEmbeddedPostgres } from ${JSON.stringify(embeddedModule)}; import { readdirSync } from 'node:fs';
    const options = { dataDir: process.argv[1], log: () => {}, settings: { fsync: 'off' } };
    ${program}`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', source, dataDir], { stdio: ['ignore', 'inherit', 'inherit'] });
  const [, signal] = await once(child, 'exit');
  expect(signal).toBe('SIGKILL');
}

const KILL_WHEN_READY = `await startEmbeddedPostgres(options); process.kill(process.pid, 'SIGKILL');`;

test('the first start makes a database that later starts find again', async () => {
  const first = await start();
  expect(first.adopted).toBe(false);
  await query(first.url, async (sql) => {
    await sql`create table kept (word text)`;
    await sql`insert into kept values ('Größe')`;
  });
  const pid = await postmasterPid();
  await first.stop();
  expect(isRunning(pid)).toBe(false);

  const second = await start();
  expect(second.adopted).toBe(false);
  expect(await query(second.url, (sql) => sql`select word from kept`)).toEqual([{ word: 'Größe' }]);
});

test('the server is PostgreSQL 18 in UTF-8 with code point order, behind a password, on loopback only', async () => {
  const server = await start({ settings: {} });
  const [facts] = await query(
    server.url,
    (sql) => sql`select current_setting('server_version_num')::int / 10000 as version, current_setting('server_encoding') as encoding,
      current_setting('listen_addresses') as addresses, current_setting('unix_socket_directories') as sockets, current_setting('fsync') as fsync,
      current_setting('synchronous_commit') as commits, current_database() as name, upper('ß-é') as upper, 'Z' < 'a' and 'z' < 'é' as code_points`,
  );
  expect(facts).toEqual({
    version: 18,
    encoding: 'UTF8',
    addresses: '127.0.0.1',
    sockets: '',
    fsync: 'on',
    commits: 'on',
    name: 'archivolt',
    upper: 'ß-É',
    code_points: true,
  });
  const wrong = new URL(server.url);
  wrong.password = 'guess';
  await expect(query(wrong.href, (sql) => sql`select 1`)).rejects.toMatchObject({ code: '28P01' });
  expect((await stat(join(dataDir, 'postgres-password'))).mode & 0o777).toBe(0o600);
});

test('a postmaster whose starter was killed is adopted and stopped by the next start', async () => {
  await startAndDie(KILL_WHEN_READY);
  const pid = await postmasterPid();
  expect(isRunning(pid)).toBe(true);

  const heir = await start();
  expect(heir.adopted).toBe(true);
  expect(await postmasterPid()).toBe(pid);
  expect(await query(heir.url, (sql) => sql`select 1 as one`)).toEqual([{ one: 1 }]);
  await heir.stop();
  expect(isRunning(pid)).toBe(false);
});

test('a postmaster that was killed outright is replaced, and what was committed is there', async () => {
  const first = await start();
  await query(first.url, (sql) => sql`create table kept as select 1 as one`);
  process.kill(await postmasterPid(), 'SIGKILL');
  const second = await start();
  expect(second.adopted).toBe(false);
  expect(await query(second.url, (sql) => sql`select one from kept`)).toEqual([{ one: 1 }]);
});

test('a stale record of a dead process, or of one that is another program now, does not stop the start', async () => {
  const first = await start();
  const record = await readFile(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8');
  await first.stop();
  const ended = spawn('true');
  await once(ended, 'exit');
  for (const pid of [ended.pid, process.ppid]) {
    await writeFile(join(dataDir, 'postgres', 'postmaster.pid'), record.replace(/^[0-9]+/, String(pid)));
    const next = await start();
    expect(next.adopted).toBe(false);
    expect(await postmasterPid()).not.toBe(pid);
    await next.stop();
  }
});

test('a first start that was killed while it made the cluster is done again', async () => {
  await startAndDie(`void startEmbeddedPostgres(options);
    const watch = () => {
      try {
        const work = readdirSync(options.dataDir).find((name) => name.startsWith('postgres.init-'));
        if (work && readdirSync(options.dataDir + '/' + work + '/cluster').includes('PG_VERSION')) process.kill(process.pid, 'SIGKILL');
      } catch {}
      setTimeout(watch, 1);
    };
    watch();`);
  expect(await readdir(dataDir)).not.toContain('postgres');
  const server = await start();
  expect(await query(server.url, (sql) => sql`select 1 as one`)).toEqual([{ one: 1 }]);
});

test('a database of another major version is refused by both versions', async () => {
  await (await start()).stop();
  await writeFile(join(dataDir, 'postgres', 'PG_VERSION'), '16\n');
  const message = await refusal(start());
  expect(message).toContain('PostgreSQL 16');
  expect(message).toContain('18');
});

test('a folder that holds something else is not touched', async () => {
  await mkdir(join(dataDir, 'postgres'), { recursive: true });
  await writeFile(join(dataDir, 'postgres', 'thesis.txt'), 'mine');
  expect(await refusal(start())).toContain(join(dataDir, 'postgres'));
  expect(await readFile(join(dataDir, 'postgres', 'thesis.txt'), 'utf8')).toBe('mine');
});

test('a data folder that cannot be made is refused by name', async () => {
  await writeFile(join(parent, 'file'), '');
  dataDir = join(parent, 'file', 'data');
  expect(await refusal(start())).toContain(dataDir);
});

test('a failed start gives the reason of PostgreSQL and leaves no process', async () => {
  await (await start()).stop();
  expect(await refusal(start({ settings: { shared_buffers: 'plenty' } }))).toContain('shared_buffers');
  expect(await readdir(join(dataDir, 'postgres'))).not.toContain('postmaster.pid');
});

test('a log that has grown is moved aside', async () => {
  await (await start()).stop();
  await writeFile(join(dataDir, 'postgres.log'), Buffer.alloc(9 * 1024 * 1024, 'x\n'));
  await start();
  expect((await stat(join(dataDir, 'postgres.log'))).size).toBeLessThan(1024 * 1024);
  expect((await stat(join(dataDir, 'postgres.log.1'))).size).toBe(9 * 1024 * 1024);
});

// These change user, which only root can; an ordinary user has no other account to run the server as.
test.runIf(asRoot)('root: a parent folder that the server account cannot enter is named, and left as it is', async () => {
  await chmod(parent, 0o700);
  const message = await refusal(start());
  expect(message).toContain(`cannot enter the folder ${parent} `);
  expect(message).toMatch(/user (postgres|nobody)\b/);
  expect((await stat(parent)).mode & 0o777).toBe(0o700);
});

test.runIf(asRoot)('root: a private data folder is opened to the group of the server account alone', async () => {
  await mkdir(dataDir, { mode: 0o700 });
  await start();
  const folder = await stat(dataDir);
  const cluster = await stat(join(dataDir, 'postgres'));
  expect([folder.mode & 0o777, folder.uid, folder.gid]).toEqual([0o710, 0, cluster.gid]);
});

test.runIf(asRoot)('root: without a user postgres the server runs as nobody, and later as the owner of its cluster', async () => {
  const text = await readFile('/etc/passwd', 'utf8');
  const nobody = Number(/^nobody:[^:]*:([0-9]+):/m.exec(text)?.[1]);
  const withoutPostgres = () => Promise.resolve(text.replace(/^postgres:.*\n/m, ''));
  const first = await start({ readPasswd: withoutPostgres });
  expect((await stat(join(dataDir, 'postgres'))).uid).toBe(nobody);
  await first.stop();
  await start();
  expect((await stat(`/proc/${await postmasterPid()}`)).uid).toBe(nobody);
});

test.runIf(asRoot)('root: without any suitable account the start is refused', async () => {
  const message = await refusal(start({ readPasswd: () => Promise.resolve('root:x:0:0:root:/root:/bin/sh\n') }));
  expect(message).toContain('DATABASE_URL');
});

test.runIf(asRoot)('root: a cluster that was restored with root as its owner is given back to the server account', async () => {
  await (await start()).stop();
  const cluster = join(dataDir, 'postgres');
  await rename(cluster, `${cluster}.saved`);
  execFileSync('cp', ['-r', `${cluster}.saved`, cluster]);
  expect((await stat(cluster)).uid).toBe(0);
  const server = await start();
  expect(await query(server.url, (sql) => sql`select 1 as one`)).toEqual([{ one: 1 }]);
});
