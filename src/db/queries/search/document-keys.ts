import { type SQL, sql } from 'drizzle-orm';
import type { DocumentKey } from '../../../model/search/search-engine.ts';

/** Keys as a table `asked_key` of `kind`, `row_id` and their `place`, from 1. */
export function documentsOf(keys: readonly DocumentKey[]): SQL {
  return sql`unnest(${sql.param(keys.map(({ kind }) => kind))}::text[]::node_kind[], ${sql.param(keys.map(({ rowId }) => rowId))}::int[])
    with ordinality asked_key(kind, row_id, place)`;
}
