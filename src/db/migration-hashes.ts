import type { Sql } from 'postgres';

/** Hashes of the migrations that have run on a database, in their order. */
export async function migrationHashes(sql: Sql): Promise<string[]> {
  const rows = await sql<{ hash: string }[]>`select hash from drizzle.__drizzle_migrations order by created_at, id`;
  return rows.map(({ hash }) => hash);
}
