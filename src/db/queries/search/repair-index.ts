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

const TABLES = { COLLECTION: 'collection', DATASET: 'dataset', DATAFILE: 'file_metadata', NAMES: 'search_name' } as const;
/** As many as one transaction describes: writers wait for what it holds. */
const AT_ONCE: Readonly<Record<NodeKind, number>> = { COLLECTION: 50, DATASET: 20, DATAFILE: 200 };

/** Records of a kind that are described at once, with all that the index has of their ids. */
export interface Stretch {
  readonly kind: NodeKind;
  readonly ids: readonly number[];
  /** Their ids lie after this one. */
  readonly after: number;
  /** The last one; null where there are no more. */
  readonly to: number | null;
}

/** The records of a kind that are described next after an id. */
export async function nextStretch(db: Queryable, kind: NodeKind, after: number): Promise<Stretch> {
  const rows = await db.execute<{ id: number }>(
    sql`select id from ${sql.identifier(TABLES[kind])} where id > ${after}::int order by id limit ${AT_ONCE[kind]}::int`,
  );
  const ids = rows.map(({ id }) => id);
  return { kind, ids, after, to: ids.length < AT_ONCE[kind] ? null : (ids.at(-1) ?? null) };
}

/** About how many there are of a kind, or of names, as the database estimates it. */
export async function estimateCount(db: Queryable, kind: NodeKind | 'NAMES'): Promise<number> {
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

/** Waits for what is being changed, and has others wait: what the index says until then is of what is committed. */
async function hold(tx: Transaction, kind: NodeKind, ids: readonly number[]): Promise<void> {
  const list = sql`${sql.param(ids)}::int[]`;
  if (kind === 'COLLECTION') {
    await tx.execute(sql`select from node where id = any(${list}) order by id for no key update`);
    return;
  }
  if (kind === 'DATASET') {
    await tx.execute(sql`select from search_dataset where dataset_id = any(${list}) order by dataset_id for update`);
    return;
  }
  await tx.execute(sql`
    select from data_file where id = any(array(select data_file_id from file_metadata where id = any(${list}))) order by id for update`);
  await tx.execute(sql`select from file_metadata where id = any(${list}) order by id for update`);
}

/** Describes them as the triggers do. */
async function describe(tx: Transaction, kind: NodeKind, ids: readonly number[]): Promise<void> {
  const list = sql`${sql.param(ids)}::int[]`;
  if (kind === 'COLLECTION') {
    await tx.execute(sql`select search_refresh_collection(id) from unnest(${list}) id order by id`);
    return;
  }
  if (kind === 'DATASET') {
    // Without it, words that the version had when it was described last are left as they are.
    await tx.execute(sql`update search_document set digest = '' where kind = 'DATASET' and node_id = any(array(select unnest(${list})))`);
    await tx.execute(sql`select search_refresh_dataset(id) from unnest(${list}) id order by id`);
    return;
  }
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

/** What a row of the index goes by where its record is gone; versions go by their dataset. */
const KEYS: Readonly<Record<NodeKind, SQL>> = { COLLECTION: sql`row_id`, DATASET: sql`node_id`, DATAFILE: sql`row_id` };

/** Removes what the index has of ids of a stretch that no record has any more. Ids are never given twice. */
async function removeLeftOver(tx: Transaction, { kind, after, to }: Stretch): Promise<IndexFault[]> {
  const key = sql`doc.${KEYS[kind]}`;
  const rows = await tx.execute<{ rowId: number; nodeId: number }>(sql`
    delete from search_document doc where doc.kind = ${kind}::node_kind and ${key} > ${after}::int and (${to}::int is null or ${key} <= ${to}::int)
      and not exists (select from ${sql.identifier(TABLES[kind])} record where record.id = ${key})
    returning doc.row_id as "rowId", doc.node_id as "nodeId"`);
  return rows.map((row) => ({ fault: 'LEFT_OVER', kind, ...row }));
}

/** Describes a stretch again, as one transaction, and says what was otherwise before. */
export async function describeStretch(tx: Transaction, stretch: Stretch): Promise<readonly IndexFault[]> {
  const { kind, ids } = stretch;
  await hold(tx, kind, ids);
  const before = await keptRows(tx, kind, ids);
  await describe(tx, kind, ids);
  await name(tx, kind, sql`${sql.param(ids)}::int[]`);
  const faults = compared(kind, before, await keptRows(tx, kind, ids));
  return [...faults, ...(await removeLeftOver(tx, stretch))];
}

/** What a description finds, which is kept only with `mend`. */
export async function keptIf(
  db: Database,
  mend: boolean,
  work: (tx: Transaction) => Promise<readonly IndexFault[]>,
): Promise<readonly IndexFault[]> {
  try {
    return await db.transaction(async (tx) => {
      const faults = await work(tx);
      if (!mend) throw new TakenBack(faults);
      return faults;
    });
  } catch (error) {
    if (error instanceof TakenBack) return error.faults;
    throw error;
  }
}
