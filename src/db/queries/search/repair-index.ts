/** Describes again what search finds, a batch at a time, and says what was described otherwise. See docs/adr/0059-search-in-postgresql.md. */
import { type SQL, sql } from 'drizzle-orm';
import type { NodeKind } from '../../../vocabulary/collections.ts';
import type { Database, Queryable, Transaction } from '../../client.ts';

/** A row of the index that is not as it should be. */
export interface IndexFault {
  readonly fault: 'MISSING' | 'STALE' | 'LEFT_OVER';
  readonly kind: NodeKind;
  /** Id of the collection, of the version of a dataset, or of the record of a file; of the dataset where the fault is which of its versions count. */
  readonly rowId: number;
  readonly nodeId: number;
}

const TABLES: Readonly<Record<NodeKind, string>> = { COLLECTION: 'collection', DATASET: 'dataset', DATAFILE: 'file_metadata' };
/** As many as one transaction describes: writers wait for what it holds. */
const AT_ONCE: Readonly<Record<NodeKind, number>> = { COLLECTION: 50, DATASET: 20, DATAFILE: 200 };

/** The next ids that are described after one. */
export async function nextIds(db: Queryable, kind: NodeKind, after: number): Promise<number[]> {
  const rows = await db.execute<{ id: number }>(
    sql`select id from ${sql.identifier(TABLES[kind])} where id > ${after}::int order by id limit ${AT_ONCE[kind]}::int`,
  );
  return rows.map(({ id }) => id);
}

/** About how many there are of a kind, as the database estimates it. */
export async function estimateCount(db: Queryable, kind: NodeKind): Promise<number> {
  const [row] = await db.execute<{ count: number }>(
    sql`select greatest(reltuples, 0)::int as count from pg_class where oid = ${TABLES[kind]}::text::regclass`,
  );
  return row?.count ?? 0;
}

/** Thrown to take a description back. */
class TakenBack extends Error {
  readonly faults: readonly IndexFault[];

  constructor(faults: readonly IndexFault[]) {
    super('The index is only compared.');
    this.faults = faults;
  }
}

interface KeptRow {
  readonly key: string;
  readonly rowId: number;
  readonly nodeId: number;
  readonly hash: string;
}

async function keptRows(tx: Transaction, kind: NodeKind, ids: readonly number[]): Promise<Map<string, KeptRow>> {
  const list = sql`any(array(select unnest(${sql.param(ids)}::int[])))`;
  const rows = await tx.execute<KeptRow & Record<string, unknown>>(sql`
    select 'row ' || doc.row_id as key, doc.row_id as "rowId", doc.node_id as "nodeId",
      md5(concat_ws('|', doc.node_id, doc.dataset_id, coalesce(doc.valid_from, -1), coalesce(doc.valid_to, -1), coalesce(doc.state::text, ''), doc.public, doc.name,
        coalesce(doc.sorted_at::text, ''), doc.size_bytes, array(select unnest(doc.facets) order by 1), doc.words,
        (select count(*) from search_tails(doc.name) t(tail) where not exists (
          select from search_name n where n.tail = t.tail and n.kind = doc.kind and n.row_id = doc.row_id)))) as hash
    from search_document doc where doc.kind = ${kind}::node_kind and ${kind === 'DATAFILE' ? sql`doc.row_id` : sql`doc.node_id`} = ${list}
    union all
    select 'versions ' || s.dataset_id, s.dataset_id, s.dataset_id, concat_ws('|', coalesce(s.released_ordinal, -1), coalesce(s.draft_ordinal, -1))
    from search_dataset s where ${kind}::text = 'DATASET' and s.dataset_id = ${list}`);
  return new Map(rows.map((row) => [row.key, row]));
}

/** Names by their words, where they are not there. */
async function name(tx: Transaction, kind: NodeKind, ids: SQL): Promise<void> {
  await tx.execute(sql`
    insert into search_name select tail, doc.kind, doc.row_id from search_document doc, search_tails(doc.name) tail
    where doc.kind = ${kind}::node_kind and ${kind === 'DATAFILE' ? sql`doc.row_id` : sql`doc.node_id`} = any(array(select unnest(${ids})))
    on conflict do nothing`);
}

/** Describes them as the triggers do. What is being changed is waited for, so that the description is of the newest state. */
async function describe(tx: Transaction, kind: NodeKind, ids: readonly number[]): Promise<void> {
  const list = sql`${sql.param(ids)}::int[]`;
  if (kind === 'COLLECTION') {
    await tx.execute(sql`select search_refresh_collection(id) from unnest(${list}) id order by id`);
    return;
  }
  if (kind === 'DATASET') {
    await tx.execute(sql`select from search_dataset where dataset_id = any(${list}) order by dataset_id for update`);
    // Without it, words that the version had when it was described last are left as they are.
    await tx.execute(sql`update search_document set digest = '' where kind = 'DATASET' and node_id = any(array(select unnest(${list})))`);
    await tx.execute(sql`select search_refresh_dataset(id) from unnest(${list}) id order by id`);
    return;
  }
  await tx.execute(sql`
    select from data_file where id = any(array(select data_file_id from file_metadata where id = any(${list}))) order by id for update`);
  await tx.execute(sql`select from file_metadata where id = any(${list}) order by id for update`);
  await tx.execute(sql`select search_describe_files(array(select id from file_metadata where id = any(${list}) order by id))`);
}

function compared(kind: NodeKind, before: ReadonlyMap<string, KeptRow>, after: ReadonlyMap<string, KeptRow>): IndexFault[] {
  const faultOf = (fault: IndexFault['fault'], { rowId, nodeId }: KeptRow): IndexFault => ({ fault, kind, rowId, nodeId });
  const gone = [...before.values()].filter(({ key }) => !after.has(key)).map((row) => faultOf('LEFT_OVER', row));
  const others = [...after.values()].flatMap((row) => {
    const old = before.get(row.key);
    if (old === undefined) return [faultOf('MISSING', row)];
    return old.hash === row.hash ? [] : [faultOf('STALE', row)];
  });
  return [...gone, ...others];
}

/** Describes some again, and says what was otherwise before; `mend` keeps the new description. */
export async function describeAgain(db: Database, kind: NodeKind, ids: readonly number[], mend: boolean): Promise<readonly IndexFault[]> {
  try {
    return await db.transaction(async (tx) => {
      // First what is being changed, then what the index says of it.
      const before = await keptRows(tx, kind, ids);
      await describe(tx, kind, ids);
      await name(tx, kind, sql`${sql.param(ids)}::int[]`);
      const faults = compared(kind, before, await keptRows(tx, kind, ids));
      if (!mend) throw new TakenBack(faults);
      return faults;
    });
  } catch (error) {
    if (error instanceof TakenBack) return error.faults;
    throw error;
  }
}

const LEFT_OVER: Readonly<Record<NodeKind, SQL>> = {
  COLLECTION: sql`kind = 'COLLECTION' and not exists (select from collection c where c.id = doc.row_id)`,
  DATASET: sql`kind = 'DATASET' and not exists (select from dataset d where d.id = doc.node_id)`,
  DATAFILE: sql`kind = 'DATAFILE' and not exists (select from file_metadata m where m.id = doc.row_id)`,
};

/** What completion reads of names that there are no more. */
const leftOverNames = (kind: NodeKind): SQL => sql`kind = ${kind}::node_kind and not exists (
  select from (select row_id, search_tails(name) as tail from search_document where kind = ${kind}::node_kind) named where named.row_id = doc.row_id and named.tail = doc.tail)`;

/** Rows of the index of what there is no more; `mend` removes them. */
export async function listLeftOver(db: Queryable, kind: NodeKind, mend: boolean): Promise<IndexFault[]> {
  const listed = async (table: SQL, nodeId: SQL, where: SQL): Promise<{ rowId: number; nodeId: number }[]> =>
    db.execute(
      mend
        ? sql`delete from ${table} doc where ${where} returning row_id as "rowId", ${nodeId} as "nodeId"`
        : sql`select row_id as "rowId", ${nodeId} as "nodeId" from ${table} doc where ${where}`,
    );
  const documents = await listed(sql`search_document`, sql`node_id`, LEFT_OVER[kind]);
  const names = await listed(sql`search_name`, sql`row_id`, leftOverNames(kind));
  return [...documents, ...names].map((row) => ({ fault: 'LEFT_OVER', kind, ...row }));
}
