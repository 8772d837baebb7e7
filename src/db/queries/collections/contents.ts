import { eq, type SQL, sql } from 'drizzle-orm';
import { anyOf, atMost } from '../../kept-plans.ts';
import { type Queryable, prepared } from '../../client.ts';
import { collection } from '../../schema/collection.ts';
import { node, publishedChildren } from '../../schema/node.ts';
import { effectiveFileCountLimit } from './collections.ts';
import { type AskedOfContent, type ContentJson, type ContentOwner, type ContentRow, contentJson, contentOf } from './content-json.ts';
import { type Onlooker, published, visible } from '../gate/visible.ts';

export type { ContentRow } from './content-json.ts';

/** Where a page begins: after this child. Before all children it is `COLLECTION`, 0. */
export interface ContentPosition {
  readonly kind: 'COLLECTION' | 'DATASET';
  readonly id: number;
}

/**
 * SQL for those children of an owner that are `shown`, as one JSON array, collections first, then datasets, each by id.
 * `node` inside means the children; the owner has to be told without naming it. With `newest`, datasets bring their newest versions along.
 */
export function contentsJson(owner: SQL, shown: SQL, limit: SQL, asked?: AskedOfContent): SQL<ContentJson[]> {
  return sql<
    ContentJson[]
  >`(select coalesce(json_agg(listed.child order by listed.kind, listed.id), '[]'::json) from (select ${node.kind}, ${node.id}, ${contentJson(asked)} as child from ${node} where ${node.ownerId} = ${owner} and ${shown} order by ${node.kind}, ${node.id} ${limit}) listed)`;
}

/** What children take over from the collection that owns them: read once, not once for each child. */
const ownerColumns = { path: node.path, fileCountLimit: effectiveFileCountLimit() } as const;

const atMostLimit = atMost(sql.placeholder('limit'));

const ownerId = sql`${sql.placeholder('ownerId')}::int`;

const pageStatement = prepared((db) =>
  db
    .select({
      owner: ownerColumns,
      contents: contentsJson(
        ownerId,
        sql`(${node.kind}, ${node.id}) > (${sql.placeholder('afterKind')}::node_kind, ${sql.placeholder('afterId')}::int) and ${visible}`,
        atMostLimit,
      ),
    })
    .from(collection)
    .innerJoin(node, eq(node.id, collection.id))
    .where(eq(collection.id, ownerId))
    .prepare('collection_contents'),
);

function contentsOf(owner: ContentOwner, contents: readonly ContentJson[]): ContentRow[] {
  return contents.map((json) => contentOf(json, owner));
}

/**
 * A page of the direct children of a collection that the onlooker may see: collections first, then datasets, each by id.
 */
export async function listContents(
  db: Queryable,
  collectionId: number,
  onlooker: Onlooker,
  page: { readonly after?: ContentPosition | null | undefined; readonly limit: number | null },
): Promise<ContentRow[]> {
  const [row] = await pageStatement(db).execute({
    ownerId: collectionId,
    identities: onlooker.identities,
    superuser: onlooker.superuser,
    afterKind: page.after?.kind ?? 'COLLECTION',
    afterId: page.after?.id ?? 0,
    limit: page.limit,
  });
  return row === undefined ? [] : contentsOf({ id: collectionId, ...row.owner }, row.contents);
}

const firstPagesStatement = prepared((db) =>
  db
    .select({
      ownerId: collection.id,
      owner: ownerColumns,
      contents: contentsJson(sql`${collection.id}`, visible, atMostLimit),
    })
    .from(collection)
    .innerJoin(node, eq(node.id, collection.id))
    .where(sql`${collection.id} = ${anyOf(sql.placeholder('ownerIds'), 'int')}`)
    .prepare('collections_contents_first'),
);

/** Published children are counted already; of the others each is looked at. Inside, `node` is a child. */
const countsStatement = prepared((db) =>
  db
    .select({
      ownerId: sql<number>`counted.id`,
      count: sql<number>`(coalesce((select sum(${publishedChildren.count}) from ${publishedChildren} where ${publishedChildren.ownerId} = counted.id), 0)
        + (select count(*) from ${node} where ${node.ownerId} = counted.id and ${node.kind} <> 'DATAFILE' and not ${published} and ${visible}))::int`,
    })
    .from(sql`${collection} counted`)
    .where(sql`counted.id = ${anyOf(sql.placeholder('ownerIds'), 'int')}`)
    .prepare('collections_contents_count'),
);

/** The first visible children of each collection in the order of `listContents`, at most `limit` of each; by collection id. */
export async function listFirstContents(
  db: Queryable,
  collectionIds: readonly number[],
  { identities, superuser }: Onlooker,
  limit: number,
): Promise<Map<number, ContentRow[]>> {
  const rows = await firstPagesStatement(db).execute({ ownerIds: collectionIds, identities, superuser, limit });
  return new Map(rows.map(({ ownerId: id, owner, contents }) => [id, contentsOf({ id, ...owner }, contents)]));
}

/** Number of visible children of each collection, by collection id; the same cost however many are published. */
export async function countContentsOf(
  db: Queryable,
  collectionIds: readonly number[],
  { identities, superuser }: Onlooker,
): Promise<Map<number, number>> {
  const rows = await countsStatement(db).execute({ ownerIds: collectionIds, identities, superuser });
  return new Map(rows.map((row) => [row.ownerId, row.count]));
}
