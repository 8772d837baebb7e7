import { asc, eq, sql } from 'drizzle-orm';
import type { Queryable } from '../../client.ts';
import { collection } from '../../schema/collection.ts';
import { savedSearch } from '../../schema/saved-search.ts';
import { userAccount } from '../../schema/user.ts';

/** A saved search with the names that people know it by. */
export interface SavedSearchRow {
  readonly id: number;
  readonly query: string;
  readonly filters: readonly string[];
  readonly collectionId: number;
  readonly collectionAlias: string;
  readonly creatorId: number;
  readonly creatorName: string;
  readonly createdAt: Date;
  readonly lastRunAt: Date | null;
  readonly lastFault: string | null;
}

const columns = {
  id: savedSearch.id,
  query: savedSearch.query,
  filters: savedSearch.filters,
  collectionId: savedSearch.collectionId,
  collectionAlias: collection.alias,
  creatorId: savedSearch.creatorId,
  creatorName: userAccount.userName,
  createdAt: savedSearch.createdAt,
  lastRunAt: savedSearch.lastRunAt,
  lastFault: savedSearch.lastFault,
};

/** Saved searches by id: all, or the one of an id. */
export async function listSavedSearches(db: Queryable, id: number | null): Promise<SavedSearchRow[]> {
  return db
    .select(columns)
    .from(savedSearch)
    .innerJoin(collection, eq(collection.id, savedSearch.collectionId))
    .innerJoin(userAccount, eq(userAccount.id, savedSearch.creatorId))
    .where(id === null ? undefined : eq(savedSearch.id, id))
    .orderBy(asc(savedSearch.id));
}

/** Number of saved searches. */
export async function countSavedSearches(db: Queryable): Promise<number> {
  return db.$count(savedSearch);
}

/** Saves a search; its id. */
export async function insertSavedSearch(
  db: Queryable,
  search: { readonly query: string; readonly filters: readonly string[]; readonly collectionId: number; readonly creatorId: number },
): Promise<number> {
  const [row] = await db
    .insert(savedSearch)
    .values({ ...search, filters: [...search.filters] })
    .returning({ id: savedSearch.id });
  if (row === undefined) throw new Error('A saved search was not stored.');
  return row.id;
}

/** Removes a saved search; false where there is none. */
export async function deleteSavedSearch(db: Queryable, id: number): Promise<boolean> {
  return (await db.delete(savedSearch).where(eq(savedSearch.id, id)).returning({ id: savedSearch.id })).length > 0;
}

/** Keeps how a run ended. */
export async function noteRun(db: Queryable, id: number, fault: string | null): Promise<void> {
  await db
    .update(savedSearch)
    .set({ lastRunAt: sql`now()`, lastFault: fault })
    .where(eq(savedSearch.id, id));
}

/** Something found, with its name, and how it stands to the collection that would link it. */
export interface LinkCandidate {
  readonly nodeId: number;
  readonly name: string;
  readonly standing: 'self' | 'linked' | 'below' | 'new';
}

/** How hits stand to a collection, in the order given; those that are gone are left out. */
export async function listCandidates(
  db: Queryable,
  collectionId: number,
  hits: readonly { readonly nodeId: number; readonly rowId: number; readonly kind: 'COLLECTION' | 'DATASET' }[],
): Promise<LinkCandidate[]> {
  const column = <Value>(read: (hit: (typeof hits)[number]) => Value) => sql.param(hits.map(read));
  return [
    ...(await db.execute<{ nodeId: number; name: string; standing: LinkCandidate['standing'] }>(
      sql`select n.id as "nodeId", coalesce(c.name, v.title) as name,
        case when n.id = ${collectionId}::int then 'self'
          when exists (select from node_link l where l.linked_node_id = n.id and l.linking_collection_id = ${collectionId}::int) then 'linked'
          when n.path @> array[${collectionId}::int] then 'below'
          else 'new' end as standing
      from unnest(${column(({ nodeId }) => nodeId)}::int[], ${column(({ rowId }) => rowId)}::int[]) with ordinality hit (node_id, row_id, place)
      join node n on n.id = hit.node_id
      left join collection c on c.id = n.id left join dataset_version v on n.kind = 'DATASET' and v.id = hit.row_id
      where c.id is not null or v.id is not null order by hit.place`,
    )),
  ];
}
