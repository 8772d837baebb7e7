/** Fills the measured database with few things of great size: a long list, lists of 1,000, a tree of collections. */
import type { Sql, TransactionSql } from 'postgres';
import { copyDatasets, copyFiles, type IdRange, TEMPLATE_ALIAS } from './seed.ts';
import { FILES_PER_DATASET } from './seed-templates.ts';

/** How large. */
export interface LargeSizes {
  /** Datasets of the long list. */
  readonly listDatasets: number;
  /** Collections of the tree, each with a dataset of a few files. */
  readonly treeCollections: number;
}

/** What lies where. */
export interface SeededLarge {
  readonly listAlias: string;
  /** Collections of 1,000 datasets. */
  readonly thousands: IdRange;
  /** The tree: the first is its top, the last one lies deepest. */
  readonly tree: IdRange;
}

const LIST_ALIAS = 'bench-long-list';
const THOUSANDS = 3;
const THOUSAND = 1000;
/** Children of each collection of the tree: with four, 10,000 collections are 8 levels. */
const BRANCHES = 4;

/** Makes collections and puts them into their places. */
export async function makeCollections(
  sql: TransactionSql,
  first: number,
  count: number,
  placeOf: (tx: TransactionSql) => Promise<unknown>,
): Promise<void> {
  await placeOf(sql);
  await sql`
    insert into collection (id, alias, name, contact_emails, permission_root)
    select n.id, case when n.id = ${first}::int and ${count}::int = 1 then ${LIST_ALIAS} else 'bench-' || n.id end, 'Benchmark ' || n.id, t.contact_emails, true
    from node n, collection t where n.id between ${first}::int and ${first + count - 1}::int and t.alias = ${TEMPLATE_ALIAS}`;
}

/** Places of published collections below the root. */
export async function insertBelowRoot(sql: TransactionSql, first: number, count: number): Promise<void> {
  await sql`
    insert into node (id, kind, owner_id, path, permission_path, creator_id, created_at, published_at)
    select i, 'COLLECTION', r.id, array[r.id, i], array[i], r.creator_id, now(), now()
    from generate_series(${first}::int, ${first + count - 1}::int) i, node r where r.owner_id is null`;
}

async function insertTree(sql: TransactionSql, { first, count }: IdRange): Promise<void> {
  await insertBelowRoot(sql, first, 1);
  for (let begin = 1, size = BRANCHES; begin < count; begin += size, size *= BRANCHES) {
    const end = Math.min(begin + size, count) - 1;
    await sql`
      insert into node (id, kind, owner_id, path, permission_path, creator_id, created_at, published_at)
      select ${first}::int + i, 'COLLECTION', o.id, o.path || (${first}::int + i), array[${first}::int + i], o.creator_id, o.created_at, o.published_at
      from generate_series(${begin}::int, ${end}::int) i join node o on o.id = ${first}::int + (i - 1) / ${BRANCHES}::int`;
  }
}

/** Copies the template datasets into the large collections and analyses every table. */
export async function seedLarge(sql: Sql, { listDatasets, treeCollections }: LargeSizes): Promise<SeededLarge> {
  const [facts] = await sql<{ last: number; templates: number[] }[]>`
    select (select last_value::int from node_id_seq) as last,
      (select array_agg(n.id order by n.id) from node n join collection c on c.id = n.owner_id where c.alias = ${TEMPLATE_ALIAS}) as templates`;
  if (facts === undefined || facts.templates.length === 0) throw new Error('The database has no template datasets.');
  const list = facts.last + 1;
  const thousands = { first: list + 1, count: THOUSANDS };
  const tree = { first: thousands.first + thousands.count, count: treeCollections };
  const firstDataset = tree.first + tree.count;
  const inLists = listDatasets + THOUSANDS * THOUSAND;
  const firstFile = firstDataset + inLists + treeCollections;
  const template = (tx: TransactionSql) => tx`(${tx.array([...facts.templates])}::int[])[1 + i % ${facts.templates.length}::int]`;
  await sql.begin(async (tx) => {
    await makeCollections(tx, list, 1, (within) => insertBelowRoot(within, list, 1));
    await makeCollections(tx, thousands.first, THOUSANDS, (within) => insertBelowRoot(within, thousands.first, THOUSANDS));
    await makeCollections(tx, tree.first, tree.count, (within) => insertTree(within, tree));
    await tx`
      create temporary table placed on commit drop as
      select ${firstDataset}::int + i as id, 0 as first_file, ${template(tx)} as template,
        case when i < ${listDatasets}::int then ${list}::int else ${thousands.first}::int + (i - ${listDatasets}::int) / ${THOUSAND}::int end as owner_id
      from generate_series(0, ${inLists}::int - 1) i`;
    await copyDatasets(tx);
    await tx`drop table placed`;
    await tx`
      create temporary table placed on commit drop as
      select ${firstDataset + inLists}::int + i as id, ${firstFile}::int + i * ${FILES_PER_DATASET}::int as first_file, ${template(tx)} as template,
        ${tree.first}::int + i as owner_id
      from generate_series(0, ${treeCollections}::int - 1) i`;
    await copyDatasets(tx);
    await copyFiles(tx);
    await tx`select setval('node_id_seq', (select max(id) from node))`;
  });
  await sql`vacuum analyze`;
  return { listAlias: LIST_ALIAS, thousands, tree };
}
