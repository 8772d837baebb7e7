/** All tables as they are at one moment. */
import { createHash } from 'node:crypto';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import type { Sql } from 'postgres';
import { migrationHashes } from '../db/migration-hashes.ts';
import type { Manifest, TableEntry } from './backup-folder.ts';
import { copyHashed } from './hashed-copy.ts';
import { oneTransaction } from './one-transaction.ts';

/** Schemas of the server: its tables, those of the queue of jobs, and which migrations have run. */
export const SCHEMAS: readonly string[] = ['public', 'graphile_worker', 'drizzle'];

/** A table with the columns that it keeps, as SQL names them. */
export interface TableColumns {
  readonly name: string;
  readonly columns: string[];
}

/** Tables with rows of their own, and their columns but those that are computed. */
export async function listTables(sql: Sql): Promise<TableColumns[]> {
  return sql<TableColumns[]>`
    select format('%I.%I', n.nspname, c.relname) as name,
      (select json_agg(quote_ident(a.attname) order by a.attnum) from pg_attribute a
        where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = '') as columns
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where n.nspname = any(${[...SCHEMAS]}::text[]) and c.relkind = 'r'
    order by 1`;
}

/** What the tables held, beside where it lies. */
export type TablesDump = Pick<Manifest, 'migrations' | 'tables' | 'sequences'>;

async function dumpTable(sql: Sql, { name, columns }: TableColumns, folder: string): Promise<TableEntry> {
  const file = `${createHash('sha256').update(name).digest('hex').slice(0, 8)}-${name.replaceAll(/[^a-z0-9_.]/gi, '')}.copy`;
  const [counted] = await sql.unsafe<{ rows: number }[]>(`select count(*)::float8 as rows from ${name}`);
  const source: Readable = await sql.unsafe(`copy ${name} (${columns.join(', ')}) to stdout`).readable();
  const { sha256 } = await copyHashed(source, join(folder, file));
  // The driver (postgres 3.4.9) leaves its socket paused where the last rows came faster than they were taken; this is what resumes it.
  // oxlint-disable-next-line no-underscore-dangle -- the method of a stream that asks for more
  source._read(0);
  return { name, columns, file, rows: counted?.rows ?? 0, sha256 };
}

/** Writes every table to a folder as it is at the moment of the first statement, whatever is written meanwhile. */
export async function dumpTables(url: string, folder: string): Promise<TablesDump> {
  return oneTransaction(url, 'isolation level repeatable read read only', async (tx) => {
    const tables: TableEntry[] = [];
    for (const table of await listTables(tx)) tables.push(await dumpTable(tx, table, folder));
    const sequences = await tx<{ name: string; value: string | null }[]>`
      select format('%I.%I', schemaname, sequencename) as name, last_value::text as value
      from pg_sequences where schemaname = any(${[...SCHEMAS]}::text[]) order by 1`;
    return { migrations: await migrationHashes(tx), tables, sequences: [...sequences] };
  });
}
