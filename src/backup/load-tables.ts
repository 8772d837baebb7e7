/** Puts the tables of a snapshot into a database that has the same schema, and no rows of anybody. */
import { createReadStream } from 'node:fs';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { Sql } from 'postgres';
import { migrationHashes } from '../db/migration-hashes.ts';
import { StartupError } from '../errors/startup-error.ts';
import type { Manifest, TableEntry } from './backup-folder.ts';
import { listTables, SCHEMAS } from './dump-tables.ts';
import { oneTransaction } from './one-transaction.ts';

interface Constraint {
  readonly table: string;
  readonly name: string;
  readonly definition: string;
}

/** Foreign keys go before the rows and come back after them, so that the order of tables does not matter, and each is proven anew. */
async function dropForeignKeys(tx: Sql): Promise<Constraint[]> {
  const found = await tx<Constraint[]>`
    select k.conrelid::regclass::text as table, quote_ident(k.conname) as name, pg_get_constraintdef(k.oid) as definition
    from pg_constraint k join pg_namespace n on n.oid = k.connamespace
    where k.contype = 'f' and n.nspname = any(${[...SCHEMAS]}::text[])`;
  for (const { table, name } of found) await tx.unsafe(`alter table ${table} drop constraint ${name}`);
  return [...found];
}

async function loadTable(tx: Sql, { name, columns, file, rows }: TableEntry, folder: string): Promise<void> {
  const target = await tx.unsafe(`copy ${name} (${columns.join(', ')}) from stdin`).writable();
  await pipeline(createReadStream(join(folder, file)), target);
  const [counted] = await tx.unsafe<{ rows: number }[]>(`select count(*)::float8 as rows from ${name}`);
  if (counted?.rows !== rows) {
    throw new StartupError(`The table ${name} has ${counted?.rows ?? 0} rows after loading, and ${rows} in the backup.`);
  }
}

/** @throws StartupError where the schema is another one */
async function requireSameSchema(tx: Sql, manifest: Manifest): Promise<void> {
  const here = await migrationHashes(tx);
  const sameMigrations = here.length === manifest.migrations.length && here.every((hash, place) => hash === manifest.migrations[place]);
  const tables = new Set((await listTables(tx)).map(({ name, columns }) => `${name}(${columns.join(',')})`));
  const missing = manifest.tables.filter(({ name, columns }) => !tables.has(`${name}(${columns.join(',')})`));
  if (sameMigrations && missing.length === 0) return;
  throw new StartupError(
    `The backup is of release ${manifest.software}, which has other tables: restore it with that release, and upgrade afterwards.`,
  );
}

/** Loads all tables in one transaction. @throws StartupError */
export async function loadTables(url: string, manifest: Manifest, folder: string): Promise<void> {
  await oneTransaction(url, '', async (tx) => {
    await requireSameSchema(tx, manifest);
    const names = manifest.tables.map(({ name }) => name);
    const keys = await dropForeignKeys(tx);
    // What triggers derive is in the backup too.
    for (const name of names) await tx.unsafe(`alter table ${name} disable trigger user`);
    await tx.unsafe(`truncate ${names.join(', ')}`);
    for (const table of manifest.tables) await loadTable(tx, table, folder);
    for (const { name, value } of manifest.sequences) if (value !== null) await tx`select setval(${name}::regclass, ${value}::bigint)`;
    for (const name of names) await tx.unsafe(`alter table ${name} enable trigger user`);
    for (const { table, name, definition } of keys) await tx.unsafe(`alter table ${table} add constraint ${name} ${definition}`);
  });
}
