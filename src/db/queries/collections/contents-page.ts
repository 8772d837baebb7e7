/**
 * Pages of a collection's children in other orders, or of a part of them. Each order has a key that is compared in the
 * database: dates by an index, so that a page in the middle costs what the first one does; names are put together for
 * each onlooker, so that every page reads the names of all children.
 */
import { type SQL, sql } from 'drizzle-orm';
import type { ContentKind, ContentOrderField, OrderDirection } from '../../../vocabulary/collections.ts';
import { type Queryable, prepared } from '../../client.ts';
import { atMost } from '../../kept-plans.ts';
import { collection } from '../../schema/collection.ts';
import { datasetVersion } from '../../schema/dataset.ts';
import { nodeLink } from '../../schema/link.ts';
import { node } from '../../schema/node.ts';
import { isShown, type Onlooker, published, visible } from '../gate/visible.ts';

export interface ContentOrder {
  readonly by: ContentOrderField;
  readonly direction: OrderDirection;
}

/** Which of the children; what is absent does not choose. */
export interface ContentFilter {
  readonly kind?: ContentKind | undefined;
  readonly published?: boolean | undefined;
  /** Beginning of the name or title, in any case. */
  readonly namePrefix?: string | undefined;
  /** What the collection links counts as well. */
  readonly includeLinked?: boolean | undefined;
}

/** A child's place in an order: its key as text and its id. */
export interface OrderedContent {
  readonly kind: ContentKind;
  readonly id: number;
  readonly key: string;
}

/** The name of a collection, or the title of a dataset's newest version that the onlooker may see, in lower case. */
const name = sql`(case ${node.kind}
  when 'COLLECTION' then (select lower(c.name) from ${collection} c where c.id = ${node.id})
  else coalesce((select lower(v.title) from ${datasetVersion} v where v.dataset_id = ${node.id}
    and ${isShown(sql`v.state`)} order by v.ordinal desc limit 1), '') end collate "C")`;

/** A moment as whole microseconds, so that nothing is lost on the way through a cursor. */
const microseconds = (moment: SQL): SQL => sql`(extract(epoch from ${moment}) * 1000000)::bigint::text`;
const momentOf = (text: SQL): SQL => sql`(timestamptz 'epoch' + ${text}::bigint * interval '1 microsecond')`;

interface OrderKey {
  /** What is compared. */
  readonly column: SQL;
  /** The same as the text of a cursor. */
  readonly text: SQL;
  /** A cursor's text as what is compared. */
  readonly parse: (text: SQL) => SQL;
}

const publishedAt = sql`coalesce(${node.publishedAt}, 'infinity'::timestamptz)`;

const keys: Readonly<Record<ContentOrderField, OrderKey>> = {
  ID: { column: sql`${node.kind}`, text: sql`${node.kind}::text`, parse: (text) => sql`${text}::node_kind` },
  NAME: { column: name, text: name, parse: (text) => sql`${text}::text` },
  CREATED: { column: sql`${node.createdAt}`, text: microseconds(sql`${node.createdAt}`), parse: momentOf },
  PUBLISHED: {
    column: publishedAt,
    text: sql`case when ${node.publishedAt} is null then 'infinity' else ${microseconds(sql`${node.publishedAt}`)} end`,
    // What was never published comes last, and has no number.
    parse: (text) => sql`coalesce(${momentOf(sql`nullif(${text}::text, 'infinity')`)}, 'infinity'::timestamptz)`,
  },
};

const ownerId = sql`${sql.placeholder('ownerId')}::int`;
const own = sql`${node.ownerId} = ${ownerId} and ${node.kind} <> 'DATAFILE'`;
const linked = sql`${node.id} = any(array(select l.linked_node_id from ${nodeLink} l where l.linking_collection_id = ${ownerId}))`;

/** Values that decide which statement is sent; everything else is a parameter. */
interface Shape {
  readonly order: ContentOrder;
  readonly kind: ContentKind | undefined;
  readonly linked: boolean;
  readonly named: boolean;
  readonly after: boolean;
  readonly before: boolean;
}

function chosen({ kind, named }: Shape): SQL {
  const conditions = [
    visible,
    sql`(${sql.placeholder('published')}::boolean is null or (${published}) = ${sql.placeholder('published')}::boolean)`,
  ];
  if (kind !== undefined) conditions.push(kind === 'COLLECTION' ? sql`${node.kind} = 'COLLECTION'` : sql`${node.kind} = 'DATASET'`);
  if (named) conditions.push(sql`starts_with(${name}, lower(${sql.placeholder('namePrefix')}::text))`);
  return sql.join(conditions, sql` and `);
}

/** What lies between the positions of cursors, in the direction of the order. */
function betweenOf({ order, after, before }: Shape, place: SQL, id: SQL): SQL {
  const { parse } = keys[order.by];
  const conditions: SQL[] = [];
  if (after) {
    const position = sql`(${parse(sql`${sql.placeholder('afterKey')}`)}, ${sql.placeholder('afterId')}::int)`;
    conditions.push(sql`(${place}, ${id}) ${sql.raw(order.direction === 'ASC' ? '>' : '<')} ${position}`);
  }
  if (before) {
    const position = sql`(${parse(sql`${sql.placeholder('beforeKey')}`)}, ${sql.placeholder('beforeId')}::int)`;
    conditions.push(sql`(${place}, ${id}) ${sql.raw(order.direction === 'ASC' ? '<' : '>')} ${position}`);
  }
  return conditions.length === 0 ? sql`true` : sql.join(conditions, sql` and `);
}

function pageSql(shape: Shape): SQL {
  const { by, direction } = shape.order;
  const { column, text } = keys[by];
  const order = direction === 'ASC' ? sql`asc` : sql`desc`;
  const limit = atMost(sql.placeholder('limit'));
  // Each part is in order by itself, so that neither has to be read whole for a page of both.
  const parts = (shape.linked ? [own, linked] : [own]).map((scope) =>
    by === 'NAME'
      ? // A name is put together once for each child: the fence keeps the comparison from doing it again.
        sql`(select named.kind, named.id, named.place, named.place as key from (select ${node.kind} as kind, ${node.id} as id, ${column} as place from ${node} where ${scope} and ${chosen(shape)} offset 0) named where ${betweenOf(shape, sql`named.place`, sql`named.id`)} order by named.place ${order}, named.id ${order} ${limit})`
      : sql`(select ${node.kind} as kind, ${node.id} as id, ${column} as place, ${text} as key from ${node} where ${scope} and ${chosen(shape)} and ${betweenOf(shape, column, sql`${node.id}`)} order by ${column} ${order}, ${node.id} ${order} ${limit})`,
  );
  return sql`(select kind, id, key from (${sql.join(parts, sql` union all `)}) part order by place ${order}, id ${order} ${limit}) page`;
}

const pages = new Map<string, ReturnType<typeof pageStatement>>();
const counts = new Map<string, ReturnType<typeof countStatement>>();

function pageStatement(shape: Shape, statementName: string) {
  return prepared((db) =>
    db
      .select({ kind: sql<ContentKind>`page.kind`, id: sql<number>`page.id`, key: sql<string>`page.key` })
      .from(pageSql(shape))
      .prepare(statementName),
  );
}

function countStatement(shape: Shape, statementName: string) {
  const scope = shape.linked ? sql`((${own}) or ${linked})` : own;
  return prepared((db) =>
    db
      .select({ count: sql<number>`count(*)::int` })
      .from(node)
      .where(sql`${scope} and ${chosen(shape)}`)
      .prepare(statementName),
  );
}

function shapeOf(
  order: ContentOrder,
  { kind, includeLinked, namePrefix }: ContentFilter,
  { after, before }: { readonly after: boolean; readonly before: boolean },
): Shape {
  return { order, kind, linked: includeLinked ?? false, named: (namePrefix ?? '') !== '', after, before };
}

function nameOf({ order, kind, linked: isLinked, named, after, before }: Shape): string {
  const which = [kind ?? 'any', isLinked ? 'linked' : 'own', named ? 'named' : 'all'];
  return [order.by, order.direction, ...which, after ? 'after' : 'first', ...(before ? ['before'] : [])].join('_').toLowerCase();
}

function valuesOf(collectionId: number, { identities, superuser }: Onlooker, filter: ContentFilter) {
  return { ownerId: collectionId, identities, superuser, published: filter.published ?? null, namePrefix: filter.namePrefix ?? '' };
}

/** Where a child stands in an order: its key as text, and its id. */
export type ContentPlace = Pick<OrderedContent, 'key' | 'id'>;

/** One page of what an onlooker may see in a collection. Places have to be of the same order. */
export async function listOrderedContents(
  db: Queryable,
  collectionId: number,
  onlooker: Onlooker,
  page: {
    readonly order: ContentOrder;
    readonly filter: ContentFilter;
    readonly after?: ContentPlace | null | undefined;
    readonly before?: ContentPlace | null;
    readonly limit: number | null;
    readonly fromEnd?: boolean;
  },
): Promise<OrderedContent[]> {
  const { order, filter, limit, fromEnd = false } = page;
  // From the end the list is read in the other direction.
  const [after, before] = fromEnd ? [page.before ?? null, page.after ?? null] : [page.after ?? null, page.before ?? null];
  const direction = fromEnd ? (order.direction === 'ASC' ? 'DESC' : 'ASC') : order.direction;
  const shape = shapeOf({ by: order.by, direction }, filter, { after: after !== null, before: before !== null });
  const statementName = `collection_contents_${nameOf(shape)}`;
  const statement = pages.get(statementName) ?? pageStatement(shape, statementName);
  pages.set(statementName, statement);
  const rows = await statement(db).execute({
    ...valuesOf(collectionId, onlooker, filter),
    limit,
    ...(after && { afterKey: after.key, afterId: after.id }),
    ...(before && { beforeKey: before.key, beforeId: before.id }),
  });
  return fromEnd ? rows.toReversed() : rows;
}

/** Number of children that a filter chooses of those the onlooker may see. */
export async function countFilteredContents(
  db: Queryable,
  collectionId: number,
  onlooker: Onlooker,
  filter: ContentFilter,
): Promise<number> {
  const shape = shapeOf({ by: 'ID', direction: 'ASC' }, filter, { after: false, before: false });
  const statementName = `collection_contents_count_${nameOf(shape)}`;
  const statement = counts.get(statementName) ?? countStatement(shape, statementName);
  counts.set(statementName, statement);
  const [row] = await statement(db).execute(valuesOf(collectionId, onlooker, filter));
  return row?.count ?? 0;
}
