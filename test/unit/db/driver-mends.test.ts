import { once } from 'node:events';
import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type Socket } from 'node:net';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { setImmediate as turn } from 'node:timers/promises';
import type postgres from 'postgres';
import { expect, onTestFinished, test } from 'vitest';
import { createTestDatabase } from '../../support/postgres.ts';

const DRIVER = join(process.cwd(), 'node_modules', 'postgres');
const { mendConnection } = (await import(join(process.cwd(), 'tools', 'driver-mends.mjs'))) as {
  mendConnection: (source: string) => string;
};

/** AuthenticationOk and ReadyForQuery. Source: PostgreSQL, "Message Formats". */
const WELCOME = Buffer.from('5200000008000000005a0000000549', 'hex');

/** A PostgreSQL that lets everybody in and answers nothing; what each connection has sent. */
async function startSilentDatabase(): Promise<{ readonly port: number; readonly sockets: Socket[]; readonly heard: string[] }> {
  const sockets: Socket[] = [];
  const heard: string[] = [];
  const server = createServer((socket) => {
    const number = sockets.push(socket) - 1;
    heard[number] = '';
    socket.on('error', () => undefined);
    socket.once('data', () => socket.write(WELCOME));
    socket.on('data', (bytes) => (heard[number] += bytes.toString('latin1')));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  const address = server.address();
  return { port: typeof address === 'object' && address !== null ? address.port : 0, sockets, heard };
}

/** What a transaction holds of the driver. */
interface Connection {
  execute(query: unknown): void;
}

/** The driver as it is bundled, in a folder of its own. */
async function mendedDriver(): Promise<typeof postgres> {
  const folder = await mkdtemp(join(process.cwd(), 'node_modules', '.mended-driver-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  cpSync(join(DRIVER, 'src'), join(folder, 'src'), { recursive: true });
  writeFileSync(join(folder, 'package.json'), '{"type":"module"}');
  const connection = join(folder, 'src', 'connection.js');
  writeFileSync(connection, mendConnection(readFileSync(connection, 'utf8')));
  const { default: driver } = (await import(join(folder, 'src', 'index.js'))) as { default: typeof postgres };
  return driver;
}

async function untilClosed(socket: Socket | undefined): Promise<void> {
  socket?.destroy();
  if (socket?.closed === false) await once(socket, 'close');
  for (let turns = 0; turns < 10; turns += 1) await turn();
}

test('a statement on a connection that has closed fails, and the process lives', { timeout: 60_000 }, async () => {
  const database = await startSilentDatabase();
  const driver = await mendedDriver();
  const sql = driver({
    host: '127.0.0.1',
    port: database.port,
    user: 'u',
    database: 'd',
    pass: '',
    max: 1,
    fetch_types: false,
    backoff: () => 0,
  });
  const held = await new Promise<Connection>((resolve) => {
    // As transactions of the server take theirs.
    sql.unsafe('begin', [], { onexecute: resolve } as object).catch(() => undefined);
  });
  await untilClosed(database.sockets[0]);
  const late = sql.unsafe('select 1') as unknown as Promise<unknown> & { handler: (query: unknown) => void };
  late.handler = (query) => held.execute(query);
  await expect(late).rejects.toMatchObject({ code: 'CONNECTION_CLOSED' });
  // What the driver would have thrown by then, where nobody catches it.
  await turn();

  // The connection is made anew, and begins with its greeting alone.
  const next = sql`select 2`.execute();
  next.catch(() => undefined);
  await expect.poll(() => database.heard[1]?.includes('select 2')).toBe(true);
  expect(database.heard[1]).toContain('client_encoding');
  expect(database.heard[1]).not.toContain('select 1');
  await sql.end({ timeout: 0 });
});

test('the driver has each place that is mended', () => {
  const source = readFileSync(join(DRIVER, 'src', 'connection.js'), 'utf8');
  expect(mendConnection(source)).toContain('socket === null || socket.write(chunk, fn)');
  expect(() => mendConnection(mendConnection(source).replace('const x = ', 'const y = '))).toThrow('for a mend');
});

/** CopyInResponse of text without columns, and CopyDone. Source: PostgreSQL, "Message Formats". */
const GIVE_ROWS = Buffer.from('4700000007000000', 'hex');
const NO_MORE_ROWS = 'c\0\0\0\u0004';

test('a COPY whose connection closes after its last row fails', { timeout: 60_000 }, async () => {
  const server = createServer((socket) => {
    let heard = '';
    socket.on('error', () => undefined);
    socket.once('data', () => socket.write(WELCOME));
    socket.on('data', (bytes) => {
      heard += bytes.toString('latin1');
      if (heard.endsWith(NO_MORE_ROWS)) socket.destroy();
      else if (heard.endsWith('from stdin\0')) socket.write(GIVE_ROWS);
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  const driver = await mendedDriver();
  const sql = driver({ host: '127.0.0.1', port, user: 'u', database: 'd', pass: '', max: 1, fetch_types: false });
  onTestFinished(() => sql.end({ timeout: 0 }));
  const target = await sql.unsafe('copy one from stdin').writable();
  await expect(pipeline(Readable.from(['1\n']), target)).rejects.toMatchObject({ code: 'CONNECTION_CLOSED' });
});

test(
  'a COPY that the database refuses after its last row fails with the reason, and the connection goes on',
  { timeout: 60_000 },
  async () => {
    const database = await createTestDatabase('empty');
    const driver = await mendedDriver();
    const sql = driver(database.url, { max: 1, fetch_types: false });
    onTestFinished(async () => {
      await sql.end();
      await database.drop();
    });
    await sql`create table one (id int primary key deferrable initially immediate)`;
    const target = await sql.unsafe('copy one from stdin').writable();
    // It hears of the second one at the end of the statement alone.
    await expect(pipeline(Readable.from(['1\n1\n']), target)).rejects.toMatchObject({ code: '23505' });
    const again = await sql.unsafe('copy one from stdin').writable();
    await pipeline(Readable.from(['1\n2\n']), again);
    expect((await sql`select count(*)::int as count from one`)[0]).toEqual({ count: 2 });
  },
);

/** One connection of the mended driver on a PostgreSQL of its own. */
async function oneConnection(): Promise<postgres.Sql> {
  const database = await createTestDatabase('empty');
  const driver = await mendedDriver();
  const sql = driver(database.url, { max: 1, fetch_types: false });
  onTestFinished(async () => {
    await sql.end({ timeout: 1 });
    await database.drop();
  });
  return sql;
}

test('a statement that fails after some of its rows leaves no places for them in the next answer', { timeout: 60_000 }, async () => {
  const sql = await oneConnection();
  await expect(sql`select 1 / (5 - g) as value from generate_series(1, 9) g`).rejects.toMatchObject({ code: '22012' });
  expect([...(await sql`select 7 as value`)]).toEqual([{ value: 7 }]);
});

test('a statement that cannot be sent fails alone, and those beside it get answers of their own', { timeout: 60_000 }, async () => {
  const sql = await oneConnection();
  const ask = async (value: unknown): Promise<unknown> => {
    const [row] = await sql.unsafe('select $1::text as value', [value as string], { prepare: true });
    return row?.['value'];
  };
  // Known to the connection, so that it is sent without a question before.
  expect(await ask('known')).toBe('known');
  const unsendable = Object.create(null) as unknown;
  const answers = await Promise.allSettled(['one', unsendable, 'two', unsendable, 'three'].map(ask));
  expect(answers.map((answer) => (answer.status === 'fulfilled' ? answer.value : 'failed'))).toEqual([
    'one',
    'failed',
    'two',
    'failed',
    'three',
  ]);
  expect(await ask('later')).toBe('later');
});

test('a statement that is sent between the error of a socket and its close fails', { timeout: 60_000 }, async () => {
  const database = await startSilentDatabase();
  const driver = await mendedDriver();
  const sql = driver({ host: '127.0.0.1', port: database.port, user: 'u', database: 'd', pass: '', max: 1, fetch_types: false });
  onTestFinished(() => sql.end({ timeout: 0 }));
  let late: Promise<unknown> = Promise.resolve();
  await new Promise<void>((resolve) => {
    let held: Connection | undefined;
    const begun = sql.unsafe('begin', [], {
      onexecute: (connection: Connection) => {
        held = connection;
        setTimeout(() => database.sockets[0]?.resetAndDestroy(), 50);
      },
    } as object);
    // As a transaction rolls back whose statement failed.
    begun.catch(() => {
      const rollback = sql.unsafe('rollback') as unknown as Promise<unknown> & { handler: (query: unknown) => void };
      rollback.handler = (query) => held?.execute(query);
      late = rollback.then(() => 'done');
      late.catch(() => undefined);
      resolve();
    });
  });
  await expect(late).rejects.toMatchObject({ code: 'CONNECTION_CLOSED' });
});
