// An installation of the first migrations that were never changed again, with what a server of that time answered, is upgraded by this one.
import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { drizzle } from 'drizzle-orm/postgres-js';
import { migrate } from 'drizzle-orm/postgres-js/migrator';
import postgres from 'postgres';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { SECRET_KEY, SUPERUSER_TOKEN } from '../../bench/api-client.ts';
import { startEmbeddedPostgres } from '../../src/db/embedded/embedded-postgres.ts';
import { postmasterOf, startServerProcess, stopServer, UNHURRIED } from '../support/server-process.ts';
import { download, md5, queryDatabase, rest, temporaryFolder } from './depositor.ts';

const FIXTURE = new URL('../fixtures/upgrade/', import.meta.url);
const MIGRATIONS = new URL('../../src/db/migrations/', import.meta.url);
/** So many there were. */
const FIRST_MIGRATIONS = 3;

const journal = z.looseObject({ entries: z.array(z.looseObject({ tag: z.string() })) });
const unpacked = (name: string): string => gunzipSync(readFileSync(new URL(name, FIXTURE))).toString('utf8');

/** A folder with the migrations of that time. */
async function firstMigrations(): Promise<string> {
  const folder = await temporaryFolder();
  mkdirSync(join(folder, 'meta'));
  const { entries, ...others } = journal.parse(JSON.parse(readFileSync(new URL('meta/_journal.json', MIGRATIONS), 'utf8')));
  const first = entries.slice(0, FIRST_MIGRATIONS);
  writeFileSync(join(folder, 'meta', '_journal.json'), JSON.stringify({ ...others, entries: first }));
  for (const { tag } of first) cpSync(new URL(`${tag}.sql`, MIGRATIONS), join(folder, `${tag}.sql`));
  return folder;
}

type Row = Readonly<Record<string, unknown>>;

/** Every row of every table, as JSON. */
async function rowsOf(sql: postgres.Sql, tables: readonly string[]): Promise<Map<string, readonly Row[]>> {
  const rows = new Map<string, readonly Row[]>();
  for (const table of tables) {
    const [found] = await sql.unsafe<{ rows: Row[] | null }[]>(`select json_agg(t order by t::text) as rows from public.${table} t`);
    rows.set(table, found?.rows ?? []);
  }
  return rows;
}

/** What stands for a row: its primary key. */
async function keysOf(sql: postgres.Sql): Promise<Map<string, readonly string[]>> {
  const keys = await sql<{ table: string; columns: string[] }[]>`
    select quote_ident(c.relname) as table, array(select a.attname::text from unnest(i.indkey) k join pg_attribute a on a.attrelid = c.oid and a.attnum = k) as columns
    from pg_index i join pg_class c on c.oid = i.indrelid join pg_namespace n on n.oid = c.relnamespace
    where n.nspname = 'public' and i.indisprimary`;
  return new Map(keys.map(({ table, columns }) => [table, columns]));
}

async function makeEarlyInstallation(dataDir: string): Promise<Map<string, readonly Row[]>> {
  const database = await startEmbeddedPostgres({ dataDir, log: () => undefined, settings: { fsync: 'off' } });
  const sql = postgres(database.url, { max: 1, onnotice: () => undefined });
  try {
    await migrate(drizzle(sql), { migrationsFolder: await firstMigrations() });
    await sql.unsafe(unpacked('first-release.sql.gz')).simple();
    const tables = await sql<
      { name: string }[]
    >`select quote_ident(tablename) as name from pg_tables where schemaname = 'public' order by 1`;
    return await rowsOf(
      sql,
      tables.map(({ name }) => name),
    );
  } finally {
    await sql.end();
    await database.stop();
  }
}

/** Columns of a row that are other than they were. */
function differences(table: string, before: Row, after: Row | undefined): string[] {
  if (after === undefined) return [`${table}: ${JSON.stringify(before)} is gone`];
  return Object.entries(before)
    .filter(([column, value]) => JSON.stringify(after[column]) !== JSON.stringify(value))
    .map(([column]) => `${table}.${column}`);
}

test(
  'an installation of the first migrations is upgraded: each row and each answer is as it was, and life goes on',
  UNHURRIED,
  async () => {
    const dataDir = await temporaryFolder();
    const before = await makeEarlyInstallation(dataDir);
    expect(before.get('dataset')?.length).toBe(4);
    cpSync(new URL('first-release-files', FIXTURE), join(dataDir, 'files'), { recursive: true });
    const server = await startServerProcess({ dataDir, env: { SUPERUSER_API_TOKEN: SUPERUSER_TOKEN, SECRET_KEYS: SECRET_KEY } });
    const door = { url: server.url, token: SUPERUSER_TOKEN };
    const url = (await postmasterOf(dataDir))?.url ?? '';

    const [after, keys] = await queryDatabase(url, async (sql) => [await rowsOf(sql, [...before.keys()]), await keysOf(sql)] as const);
    const changed: string[] = [];
    for (const [table, rows] of before) {
      const key = keys.get(table) ?? [];
      const idOf = (row: Row): string => JSON.stringify(key.map((column) => row[column]));
      const now = new Map((after.get(table) ?? []).map((row) => [idOf(row), row]));
      for (const row of rows) changed.push(...differences(table, row, now.get(idOf(row))));
    }
    // The operator's token begins a year of its own at each start; secrets are encrypted at rest by now.
    expect([...new Set(changed)].sort()).toEqual(['api_token.created_at', 'api_token.expires_at', 'installation_secret.signing_key']);

    const answers = z.record(z.string(), z.unknown()).parse(JSON.parse(unpacked('first-release.json.gz')));
    for (const [path, answer] of Object.entries(answers)) {
      const now = await rest(door, 'GET', path);
      expect.soft(JSON.parse(JSON.stringify(now.data).replaceAll(server.url, 'http://site')), path).toMatchObject(answer as object);
    }

    for (const row of before.get('data_file') ?? []) {
      const file = await download(door, Number(row['id']));
      expect(md5(file.bytes)).toBe(row['checksum_value']);
    }
    // Passwords still count, and the draft of then is published now.
    const versions = Math.min(...(before.get('dataset') ?? []).map(({ id }) => Number(id)));
    expect((await rest(door, 'PUT', '/admin/settings/:AllowApiTokenLookupViaApi', 'true')).httpStatus).toBe(200);
    const signedIn = await fetch(`${server.url}/api/builtin-users/early/api-token?password=correct-horse-7`);
    expect(signedIn.status, await signedIn.text()).toBe(200);
    expect(await rest(door, 'POST', `/datasets/${versions}/actions/:publish?type=minor`)).toMatchObject({
      httpStatus: 200,
    });
    expect(await rest(door, 'GET', `/datasets/${versions}/versions/2.1`)).toMatchObject({
      httpStatus: 200,
      data: { versionState: 'RELEASED' },
    });
    expect(await stopServer(server)).toEqual({ code: 0, signal: null });
  },
);
