import type postgres from 'postgres';

/**
 * Fills a database while the triggers of the search index rest: for tests that do not search and write so many rows
 * that the index would take most of their time.
 */
export async function withoutSearchIndex(sql: postgres.Sql, fill: () => Promise<void>): Promise<void> {
  const triggers = await sql<{ name: string; table: string }[]>`
    select tgname as name, tgrelid::regclass::text as table from pg_trigger where tgname like 'search\\_%' and not tgisinternal`;
  for (const { name, table } of triggers) await sql`alter table ${sql(table)} disable trigger ${sql(name)}`;
  await fill();
  for (const { name, table } of triggers) await sql`alter table ${sql(table)} enable trigger ${sql(name)}`;
}
