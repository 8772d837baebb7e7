import { eq, type SQL, sql } from 'drizzle-orm';
import { permissionBit } from '../../../permission-set.ts';
import { anyOf, atMost } from '../../kept-plans.ts';
import { type Queryable, prepared } from '../../client.ts';
import { collection } from '../../schema/collection.ts';
import { node, publishedChildren } from '../../schema/node.ts';
import {
  type CollectionKey,
  type CollectionRow,
  type CollectionWithGrants,
  collectionColumns,
  effectiveFileCountLimit,
} from './collections.ts';
import { type ContentJson, type ContentOwner, type ContentRow, contentJson, contentOf } from './content-json.ts';
import { grantedOn, nodesGranting } from '../gate/granted.ts';

export type { ContentRow } from './content-json.ts';

/** Who looks: everything below depends on it. */
export interface Onlooker {
  readonly identities: readonly string[];
  readonly superuser: boolean;
}

/** Where a page begins: after this child. Before all children it is `COLLECTION`, 0. */
export interface ContentPosition {
  readonly kind: 'COLLECTION' | 'DATASET';
  readonly id: number;
}

/** Open to everybody. */
const published = sql`${node.publishedAt} is not null`;

/**
 * The list face of the visibility rule: published, or the matching permission is held on the child.
 * Source: collections.md 5.4.
 */
export const visible = sql`(${published} or ${sql.placeholder('superuser')}::boolean
  or (${node.kind} = 'COLLECTION' and ${node.permissionPath} && ${nodesGranting(permissionBit('ViewUnpublishedCollection'), sql.placeholder('identities'))})
  or (${node.kind} = 'DATASET' and ${node.permissionPath} && ${nodesGranting(permissionBit('ViewUnpublishedDataset'), sql.placeholder('identities'))}))`;

/**
 * SQL for those children of an owner that are `shown`, as one JSON array, collections first, then datasets, each by id.
 * `node` inside means the children; the owner has to be told without naming it.
 */
function contentsJson(owner: SQL, shown: SQL, limit: SQL): SQL<ContentJson[]> {
  return sql<
    ContentJson[]
  >`(select coalesce(json_agg(listed.child order by listed.kind, listed.id), '[]'::json) from (select ${node.kind}, ${node.id}, ${contentJson} as child from ${node} where ${node.ownerId} = ${owner} and ${shown} order by ${node.kind}, ${node.id} ${limit}) listed)`;
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
  page: { readonly after?: ContentPosition | undefined; readonly limit: number },
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
        + (select count(*) from ${node} where ${node.ownerId} = counted.id and ${node.kind} <> 'DATAFILE' and ${node.publishedAt} is null and ${visible}))::int`,
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

/** A collection with the first of its direct children that an onlooker may see, in the order of `listContents`. */
export interface CollectionWithContents {
  /** Without `granted` where nothing depended on it. */
  readonly collection: CollectionRow & Partial<Pick<CollectionWithGrants, 'granted'>>;
  readonly contents: ContentRow[];
}

/** The id of the collection that a key names, as SQL. */
const named = {
  id: sql`${sql.placeholder('key')}::int`,
  alias: sql`(select named.id from collection named where lower(named.alias) = lower(${sql.placeholder('key')}))`,
  root: sql`(select named.id from node named where named.owner_id is null)`,
} as const;

function withContentsStatement(key: keyof typeof named) {
  return prepared((db) =>
    db
      .select({
        collection: { ...collectionColumns, granted: grantedOn(node.permissionPath, sql.placeholder('identities')) },
        fileCountLimit: effectiveFileCountLimit(),
        contents: contentsJson(named[key], visible, atMostLimit),
      })
      .from(collection)
      .innerJoin(node, eq(node.id, collection.id))
      .where(eq(collection.id, named[key]))
      .prepare(`collection_with_contents_by_${key}`),
  );
}

/**
 * The same of a collection in which everything is published, itself too: permissions change nothing then, and looking
 * them up took a quarter of the statement. Null contents say that they do.
 */
function openStatement(key: keyof typeof named) {
  // As `node_owner_published_idx` has it.
  const isDraft = sql`draft.owner_id = ${named[key]} and draft.kind <> 'DATAFILE' and coalesce(draft.published_at, 'infinity'::timestamptz) = 'infinity'`;
  return prepared((db) =>
    db
      .select({
        collection: collectionColumns,
        fileCountLimit: effectiveFileCountLimit(),
        contents: sql<
          ContentJson[] | null
        >`case when ${published} and not exists (select from node draft where ${isDraft}) then ${contentsJson(named[key], published, atMostLimit)} end`,
      })
      .from(collection)
      .innerJoin(node, eq(node.id, collection.id))
      .where(eq(collection.id, named[key]))
      .prepare(`open_collection_with_contents_by_${key}`),
  );
}

const withContents = { id: withContentsStatement('id'), alias: withContentsStatement('alias'), root: withContentsStatement('root') };
const openContents = { id: openStatement('id'), alias: openStatement('alias'), root: openStatement('root') };

function placeOf(key: CollectionKey): { readonly by: keyof typeof named; readonly key?: number | string } {
  if ('id' in key) return { by: 'id', key: key.id };
  return 'alias' in key ? { by: 'alias', key: key.alias } : { by: 'root' };
}

/** Finds a collection together with its first children: one statement for the plain list of an open collection, two where there are drafts. */
export async function findCollectionWithContents(
  db: Queryable,
  key: CollectionKey,
  { identities, superuser }: Onlooker,
  limit: number,
): Promise<CollectionWithContents | undefined> {
  const { by, ...place } = placeOf(key);
  const [open] = await openContents[by](db).execute({ ...place, limit });
  if (open === undefined) return undefined;
  if (open.contents !== null) {
    const { collection: owner, fileCountLimit, contents } = open;
    return { collection: owner, contents: contentsOf({ id: owner.id, path: owner.path, fileCountLimit }, contents) };
  }
  const [row] = await withContents[by](db).execute({ ...place, identities, superuser, limit });
  if (row === undefined) return undefined;
  const { collection: owner, fileCountLimit, contents } = row;
  return { collection: owner, contents: contentsOf({ id: owner.id, path: owner.path, fileCountLimit }, contents) };
}
