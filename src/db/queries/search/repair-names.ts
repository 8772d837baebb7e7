/** Finds names of completion that nothing has, a batch at a time, and removes them. */
import { sql } from 'drizzle-orm';
import type { NodeKind } from '../../../vocabulary/collections.ts';
import type { Queryable, Transaction } from '../../client.ts';
import type { IndexFault } from './repair-index.ts';

/** A row of `search_name`, in the order of its key. */
export interface NameKey {
  readonly tail: string;
  readonly kind: NodeKind;
  readonly rowId: number;
}

/** Names that are read at once. */
const AT_ONCE = 2_000;

/** The next names after one. */
export async function nextNames(db: Queryable, after: NameKey | null): Promise<NameKey[]> {
  const from =
    after === null ? sql`` : sql`where (tail, kind, row_id) > (${after.tail}::text, ${after.kind}::node_kind, ${after.rowId}::int)`;
  return db.execute<NameKey & Record<string, unknown>>(
    sql`select tail, kind, row_id as "rowId" from search_name ${from} order by tail, kind, row_id limit ${AT_ONCE}::int`,
  );
}

const listed = (names: readonly NameKey[]) => sql`unnest(${sql.param(names.map(({ tail }) => tail))}::text[],
  ${sql.param(names.map(({ kind }) => kind))}::text[]::node_kind[], ${sql.param(names.map(({ rowId }) => rowId))}::int[]) asked(tail, kind, row_id)`;

const isLeftOver = sql`not exists (select from search_document doc where doc.kind = asked.kind and doc.row_id = asked.row_id
  and asked.tail in (select search_tails(doc.name)))`;

/** Whoever describes these anew holds the same rows, so that none of them gets its name back unnoticed. */
async function hold(tx: Transaction, names: readonly NameKey[]): Promise<void> {
  const ids = (kind: NodeKind) =>
    sql`any(array(select unnest(${sql.param(names.filter((one) => one.kind === kind).map(({ rowId }) => rowId))}::int[])))`;
  await tx.execute(sql`select from node where id = ${ids('COLLECTION')} order by id for no key update`);
  await tx.execute(
    sql`select from search_dataset where dataset_id in (select dataset_id from dataset_version where id = ${ids('DATASET')}) order by dataset_id for update`,
  );
  await tx.execute(sql`select from file_metadata where id = ${ids('DATAFILE')} order by id for update`);
}

/** Removes those of some names that nothing has; a fault for each. */
export async function removeLeftOverNames(tx: Transaction, names: readonly NameKey[]): Promise<readonly IndexFault[]> {
  if (names.length === 0) return [];
  const suspects = await tx.execute<NameKey & Record<string, unknown>>(
    sql`select asked.tail, asked.kind, asked.row_id as "rowId" from ${listed(names)} where ${isLeftOver}`,
  );
  if (suspects.length === 0) return [];
  await hold(tx, suspects);
  const gone = await tx.execute<{ kind: NodeKind; rowId: number }>(sql`
    delete from search_name kept using ${listed(suspects)}
    where kept.tail = asked.tail and kept.kind = asked.kind and kept.row_id = asked.row_id and ${isLeftOver}
    returning kept.kind, kept.row_id as "rowId"`);
  return gone.map(({ kind, rowId }) => ({ fault: 'LEFT_OVER', kind, rowId, nodeId: rowId }));
}
