/** What collections present on their pages. Source: collections.md 11.2. */
import { eq, type SQL, sql } from 'drizzle-orm';
import type { FeaturedItemType } from '../../../vocabulary/featured-items.ts';
import type { Queryable } from '../../client.ts';
import { anyOf } from '../../kept-plans.ts';
import { collection } from '../../schema/collection.ts';
import { dataset } from '../../schema/dataset.ts';
import { featuredItem } from '../../schema/featured-item.ts';
import { hasReleased, publishedAs } from '../gate/visible.ts';
import { persistentIdOf } from '../identifiers/persistent-id.ts';

export interface FeaturedItemRow {
  readonly id: number;
  readonly collectionId: number;
  readonly itemType: FeaturedItemType;
  readonly content: string | null;
  readonly displayOrder: number;
  readonly imageName: string | null;
  /** Alias of a collection, persistent identifier of a dataset or file, else its id; null of a text. */
  readonly identifier: string | null;
  /** Name of what is presented; null of a text. */
  readonly displayName: string | null;
}

/** An image with its media type. */
export interface FeaturedImage {
  readonly imageName: string;
  readonly imageType: string;
  readonly image: Buffer;
}

/** What is stored of an item; without `image` the one that it has stays. */
export interface FeaturedItemValues {
  readonly itemType: FeaturedItemType;
  readonly content: string | null;
  readonly displayOrder: number;
  readonly nodeId: number | null;
  readonly image?: FeaturedImage | null;
}

const releasedFile = sql`exists (select from file_metadata m inner join dataset_version v on v.dataset_id = m.dataset_id and v.ordinal >= m.valid_from and (m.valid_to is null or v.ordinal < m.valid_to)
  where m.data_file_id = f.id and v.state = 'RELEASED')`;

/** Of an item: whether what it presents is public; a text always is. `n` and `f` are the node and the file of the object. */
const isPublic = sql`(i.node_id is null or (${publishedAs('n')} and case i.item_type
  when 'dataset' then ${hasReleased(sql`n.id`)} when 'datafile' then not f.restricted and ${releasedFile} else true end))`;

async function select(db: Queryable, where: SQL): Promise<FeaturedItemRow[]> {
  return [
    ...(await db.execute<FeaturedItemRow & Record<string, unknown>>(sql`
      select i.id, i.collection_id as "collectionId", i.item_type as "itemType", i.content, i.display_order as "displayOrder", i.image_name as "imageName",
        case i.item_type when 'collection' then c.alias when 'dataset' then ${persistentIdOf(dataset)} when 'datafile' then coalesce(f.persistent_id, f.id::text) end as identifier,
        case i.item_type when 'collection' then c.name
          when 'dataset' then (select v.title from dataset_version v where v.dataset_id = n.id and v.state = 'RELEASED' order by v.ordinal desc limit 1)
          when 'datafile' then (select m.label from file_metadata m where m.data_file_id = f.id order by m.valid_from desc limit 1) end as "displayName"
      from ${featuredItem} i
      left join node n on n.id = i.node_id
      left join ${collection} c on c.id = i.node_id
      left join ${dataset} on ${dataset.id} = i.node_id
      left join data_file f on f.id = i.node_id
      where ${where} and ${isPublic} order by i.display_order, i.id`)),
  ];
}

/** What a collection presents, by its order, without what is not public any more. */
export async function listFeaturedItems(db: Queryable, collectionId: number): Promise<FeaturedItemRow[]> {
  return select(db, sql`i.collection_id = ${collectionId}::int`);
}

/** An item by its id, if what it presents is public. */
export async function findFeaturedItem(db: Queryable, id: number): Promise<FeaturedItemRow | undefined> {
  return (await select(db, sql`i.id = ${id}::int`))[0];
}

/** The collection of an item; undefined if there is no such item. */
export async function findCollectionOfItem(db: Queryable, id: number): Promise<number | undefined> {
  const [row] = await db.select({ id: featuredItem.collectionId }).from(featuredItem).where(eq(featuredItem.id, id));
  return row?.id;
}

/** Ids of all items of a collection. */
export async function listFeaturedItemIds(db: Queryable, collectionId: number): Promise<number[]> {
  const rows = await db.select({ id: featuredItem.id }).from(featuredItem).where(eq(featuredItem.collectionId, collectionId));
  return rows.map(({ id }) => id);
}

/** The image of an item; undefined if it has none. */
export async function findFeaturedImage(db: Queryable, id: number): Promise<FeaturedImage | undefined> {
  const [row] = await db
    .select({ imageName: featuredItem.imageName, imageType: featuredItem.imageType, image: featuredItem.image })
    .from(featuredItem)
    .where(eq(featuredItem.id, id));
  if (row === undefined || row.imageName === null || row.imageType === null || row.image === null) return undefined;
  return { imageName: row.imageName, imageType: row.imageType, image: row.image };
}

function columnsOf({ image, ...values }: FeaturedItemValues) {
  if (image === undefined) return values;
  return { ...values, imageName: image?.imageName ?? null, imageType: image?.imageType ?? null, image: image?.image ?? null };
}

/** Stores an item; its id. */
export async function insertFeaturedItem(db: Queryable, collectionId: number, values: FeaturedItemValues): Promise<number> {
  const [row] = await db
    .insert(featuredItem)
    .values({ collectionId, ...columnsOf(values) })
    .returning({ id: featuredItem.id });
  if (row === undefined) throw new Error('The featured item was not stored.');
  return row.id;
}

export async function updateFeaturedItemRow(db: Queryable, id: number, values: FeaturedItemValues): Promise<void> {
  await db.update(featuredItem).set(columnsOf(values)).where(eq(featuredItem.id, id));
}

export async function deleteFeaturedItemRows(db: Queryable, ids: readonly number[]): Promise<void> {
  await db.execute(sql`delete from ${featuredItem} where id = ${anyOf(ids, 'int')}`);
}

/** What an identifier names, if it is of the type and public; its id. */
export async function findPresentable(
  db: Queryable,
  type: Exclude<FeaturedItemType, 'custom'>,
  identifier: string,
): Promise<{ readonly id: number; readonly isPublic: boolean } | undefined> {
  const asId = /^\d{1,9}$/.test(identifier) ? Number(identifier) : null;
  const found = {
    collection: sql`select c.id, ${publishedAs('n')} as "isPublic" from ${collection} c inner join node n on n.id = c.id
      where c.id = ${asId}::int or lower(c.alias) = lower(${identifier})`,
    dataset: sql`select n.id, ${publishedAs('n')} and ${hasReleased(sql`n.id`)} as "isPublic" from ${dataset} inner join node n on n.id = ${dataset.id}
      where ${dataset.id} = ${asId}::int or lower(${persistentIdOf(dataset)}) = lower(${identifier})`,
    datafile: sql`select n.id, ${publishedAs('n')} and not f.restricted and ${releasedFile} as "isPublic" from data_file f inner join node n on n.id = f.id
      where f.id = ${asId}::int or lower(f.persistent_id) = lower(${identifier})`,
  }[type];
  const [row] = await db.execute<{ id: number; isPublic: boolean }>(sql`${found} limit 1`);
  return row;
}
