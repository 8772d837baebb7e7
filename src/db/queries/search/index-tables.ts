/** The indexes that PostgreSQL has on what searches read, built anew beside those that answer. */
import { sql } from 'drizzle-orm';
import type { Database, Queryable } from '../../client.ts';

/** What searches and completion read. */
const TABLES = ['search_document', 'search_name', 'search_dataset'] as const;

const ofTables = sql`i.indrelid = any(array(select to_regclass(name) from unnest(${sql.param(TABLES)}::text[]) name))`;

/** Names of the indexes, in their order, after one; those that PostgreSQL uses. */
export async function listIndexes(db: Queryable, after: string): Promise<string[]> {
  const rows = await db.execute<{ name: string }>(sql`
    select c.relname as name from pg_index i join pg_class c on c.oid = i.indexrelid
    where ${ofTables} and i.indisvalid and c.relname collate "C" > ${after} order by c.relname collate "C"`);
  return rows.map(({ name }) => name);
}

/**
 * Has PostgreSQL build an index anew beside the one that answers, and swap them. Reads and writes go on; it waits for transactions that began
 * before it. It cannot be part of a transaction.
 */
export async function buildIndexAnew(db: Database, name: string): Promise<void> {
  // What a build that was broken off has left is no index that PostgreSQL uses, and costs each write.
  const left = await db.execute<{ name: string }>(sql`
    select c.relname as name from pg_index i join pg_class c on c.oid = i.indexrelid where ${ofTables} and not i.indisvalid`);
  for (const one of left) await db.execute(sql`drop index concurrently if exists ${sql.identifier(one.name)}`);
  await db.execute(sql`reindex index concurrently ${sql.identifier(name)}`);
}
