import type { Sql } from 'postgres';

/** What is dropped, and how it is made again: as PostgreSQL itself describes it. */
interface Definition {
  readonly name: string;
  readonly drop: string;
  readonly make: string;
}

/** Memory of an index that is built: its rows are sorted in two or three passes in place of many. */
const BUILD_MEMORY = '768MB';
const BUILD_WORKERS = 1;
/** Those of one table can be built side by side. */
const BUILDS_AT_ONCE = 4;

/** Indexes of these tables, the largest ones first, and their foreign keys, which may stand on them. */
async function definitionsOf(
  sql: Sql,
  tables: readonly string[],
  kept: readonly string[],
): Promise<{ readonly indexes: Definition[]; readonly foreignKeys: Definition[] }> {
  const wanted = sql`(select unnest(string_to_array(${tables.join(' ')}, ' '))::regclass as id)`;
  const constraint = sql`format('alter table %s add constraint %I %s', c.conrelid::regclass, c.conname, pg_get_constraintdef(c.oid))`;
  const dropped = sql`format('alter table %s drop constraint %I', c.conrelid::regclass, c.conname)`;
  const indexes = await sql<Definition[]>`
    select i.indexrelid::regclass::text as name,
      case when c.oid is null then format('drop index %s', i.indexrelid::regclass) else ${dropped} end as drop,
      case when c.oid is null then pg_get_indexdef(i.indexrelid) else ${constraint} end as make
    from ${wanted} wanted join pg_index i on i.indrelid = wanted.id left join pg_constraint c on c.conindid = i.indexrelid and c.contype in ('p', 'u')
    where i.indexrelid::regclass::text <> all(string_to_array(${kept.join(' ')}, ' ')) order by pg_relation_size(i.indexrelid) desc`;
  const foreignKeys = await sql<Definition[]>`
    select c.conname as name, ${dropped} as drop, ${constraint} as make
    from ${wanted} wanted join pg_constraint c on c.conrelid = wanted.id and c.contype = 'f' order by c.conname`;
  return { indexes: [...indexes], foreignKeys: [...foreignKeys] };
}

/** Makes one after another, until none is left. */
async function makeAgain(connect: () => Sql, definitions: Definition[], report: (line: string) => void): Promise<void> {
  const sql = connect();
  try {
    await sql`select set_config('maintenance_work_mem', ${BUILD_MEMORY}, false), set_config('max_parallel_maintenance_workers', ${String(BUILD_WORKERS)}, false)`;
    for (let next = definitions.shift(); next !== undefined; next = definitions.shift()) {
      const began = performance.now();
      await sql.unsafe(next.make);
      report(`${next.name}: ${((performance.now() - began) / 1000).toFixed(1)} s, ${definitions.length} indexes or foreign keys are left`);
    }
  } finally {
    await sql.end();
  }
}

/**
 * Does what writes very many rows while these tables have neither indexes nor foreign keys, which are made again afterwards, and checked as
 * they are. Nothing else may use the tables meanwhile.
 * @param connect gives a connection of its own
 * @param kept indexes that the work itself needs
 */
export async function withoutIndexes(
  connect: () => Sql,
  {
    tables,
    kept,
    report,
  }: { readonly tables: readonly string[]; readonly kept: readonly string[]; readonly report: (line: string) => void },
  work: () => Promise<unknown>,
): Promise<void> {
  const sql = connect();
  try {
    const { indexes, foreignKeys } = await definitionsOf(sql, tables, kept);
    for (const { drop } of [...foreignKeys, ...indexes]) await sql.unsafe(drop);
    await work();
    await Promise.all(Array.from({ length: BUILDS_AT_ONCE }, () => makeAgain(connect, indexes, report)));
    await makeAgain(connect, foreignKeys, report);
  } finally {
    await sql.end();
  }
}
