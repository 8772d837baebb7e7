import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import postgres from 'postgres';
import { expect, onTestFinished, test } from 'vitest';
import { createTestDatabase } from '../support/postgres.ts';
import { runTask, type ServerProcess, startServerProcess, stopServer, until, UNHURRIED } from '../support/server-process.ts';
import { addedFileId, createDataset, download, filesIn, queryDatabase, rest, temporaryFolder, TOKEN, upload } from './depositor.ts';

/** The lock that the triggers below wait for; a test holds it while it kills. */
const HELD = 58;

/** Where an ingest is held, each by a trigger of its own. */
const STEPS = {
  'before it is read': `before update on ingest_request for each row when (new.state = 'IN_PROGRESS' and new.attempts = 1 and new.rows_done = 0)`,
  'while it is read': `before update on ingest_request for each row when (new.rows_done > 0)`,
  // At the commit: rows are written, and the text lies in its place.
  'when its text is stored': `after insert on data_table deferrable initially deferred for each row`,
  'when it is stored, and its dataset still locked': `before delete on dataset_lock for each row when (old.lock_type = 'Ingest')`,
};

const CSV = `number,name\n${Array.from({ length: 3000 }, (_, row) => `${row},"row ${row}"`).join('\n')}\n`;

/** Puts a wait into a step; the function that takes it away waits for nothing. */
async function holdAt(sql: postgres.Sql, step: string): Promise<() => Promise<void>> {
  const kind = step.startsWith('after') ? 'constraint trigger' : 'trigger';
  await sql`create or replace function hold_ingest() returns trigger language plpgsql as $$
    begin perform pg_advisory_xact_lock(58); return case tg_op when 'DELETE' then old else new end; end $$`;
  await sql.unsafe(`create ${kind} hold_ingest ${step} execute function hold_ingest()`);
  await sql`select pg_advisory_lock(${HELD})`;
  return async () => {
    // What waits has lost its server, and must not go on when the lock is free.
    await sql`select pg_terminate_backend(pid) from pg_locks where locktype = 'advisory' and objid = ${HELD} and not granted`;
    await until('nothing waits any more', async () => (await waiting(sql)) === 0);
    await sql`drop function hold_ingest() cascade`;
    await sql`select pg_advisory_unlock(${HELD})`;
  };
}

async function waiting(sql: postgres.Sql): Promise<number> {
  return (await sql`select 1 from pg_locks where locktype = 'advisory' and objid = ${HELD} and not granted`).length;
}

const recordOf = async (server: ServerProcess, file: number) => (await rest(server, 'GET', `/files/${file}`)).data;

test('after kill -9 at any step of an ingest it is done again, whole, and the lock goes', UNHURRIED, async () => {
  const { url: databaseUrl } = await createTestDatabase('installed');
  const dataDir = await temporaryFolder();
  const env = { DATABASE_URL: databaseUrl, SUPERUSER_API_TOKEN: TOKEN };
  const storage = join(dataDir, 'files');
  const sql = postgres(databaseUrl, { max: 1, onnotice: () => undefined, prepare: false });
  onTestFinished(() => sql.end());

  let server = await startServerProcess({ dataDir, env });
  const dataset = await createDataset(server);
  const locks = async () => (await rest(server, 'GET', `/datasets/${dataset}/locks`)).data;
  const files: { readonly id: number; readonly csv: string }[] = [];
  for (const [step, trigger] of Object.entries(STEPS)) {
    const release = await holdAt(sql, trigger);
    const csv = CSV.replace('row 0', step);
    const answer = await upload(server, dataset, new TextEncoder().encode(csv), `table-${files.length}.csv`, 'text/csv');
    const id = addedFileId(answer);
    await until(`an ingest that waits ${step}`, async () => (await waiting(sql)) > 0);
    server.signal('SIGKILL');
    await server.ended;
    await release();
    const [held] = await sql`select f.content_type as type, count(t.data_file_id)::int as tables, count(o.data_file_id)::int as originals
      from data_file f left join data_table t on t.data_file_id = f.id left join saved_original o on o.data_file_id = f.id where f.id = ${id} group by 1`;
    // Nothing half: a table with all that belongs to it, or a file as it was uploaded.
    const isStored = step.startsWith('when it is stored');
    const half = { type: isStored ? 'text/tab-separated-values' : 'text/csv', tables: isStored ? 1 : 0, originals: isStored ? 1 : 0 };
    expect(held, step).toEqual(half);
    files.push({ id, csv });

    server = await startServerProcess({ dataDir, env });
    await until(`the lock is gone, ${step}`, async () => JSON.stringify(await locks()) === '[]');
    expect(await recordOf(server, id), step).toMatchObject({ dataFile: { tabularData: true, originalFileSize: csv.length } });
  }

  for (const { id, csv } of files) {
    const original = await fetch(`${server.url}/api/access/datafile/${id}?format=original`, { headers: { 'X-Service-key': TOKEN } });
    expect(await original.text()).toBe(csv);
    expect((await download(server, id)).bytes.toString()).toContain('2999\t"row 2999"\n');
  }
  expect(await queryDatabase(databaseUrl, (db) => db`select 1 from ingest_request`)).toEqual([]);
  // Of each file what was uploaded and its text; of attempts that were killed nothing.
  const { kept } = filesIn(storage);
  expect(kept).toHaveLength(2 * files.length);
  const uploads = kept.map(({ path }) => readFileSync(path, 'utf8')).filter((text) => text.startsWith('number,name'));
  expect(uploads.toSorted()).toEqual(files.map(({ csv }) => csv).toSorted());
  const work = join(dataDir, 'ingest');
  expect(existsSync(work) ? readdirSync(work) : []).toEqual([]);
  expect(await stopServer(server)).toEqual({ code: 0, signal: null });
  const doctor = await runTask(['doctor', 'storage', '--json'], { dataDir, env });
  expect(JSON.parse(doctor.stdout.trim().split('\n').at(-1) ?? '')).toMatchObject({
    kind: 'SUMMARY',
    missing: 0,
    wrongSize: 0,
    orphans: 0,
    youngObjects: 0,
  });
});
