import { eq, sql } from 'drizzle-orm';
import { permissionBit } from '../../permission-set.ts';
import { type Queryable, prepared } from '../client.ts';
import { collection } from '../schema/collection.ts';
import { dataset } from '../schema/dataset.ts';
import { node } from '../schema/node.ts';
import { type CollectionRow, collectionColumns } from './collections.ts';
import { type DatasetRow, datasetColumns } from './datasets.ts';
import { nodesGranting } from './granted.ts';

/** A direct child of a collection. */
export type ContentRow =
  | { readonly kind: 'COLLECTION'; readonly row: CollectionRow }
  | { readonly kind: 'DATASET'; readonly row: DatasetRow };

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

/**
 * The list face of the visibility rule: published, or the matching permission is held on the child.
 * Source: collections.md 5.4.
 */
const visible = sql`(${node.publishedAt} is not null or ${sql.placeholder('superuser')}::boolean
  or (${node.kind} = 'COLLECTION' and ${node.permissionPath} && ${nodesGranting(permissionBit('ViewUnpublishedCollection'), sql.placeholder('identities'))})
  or (${node.kind} = 'DATASET' and ${node.permissionPath} && ${nodesGranting(permissionBit('ViewUnpublishedDataset'), sql.placeholder('identities'))}))`;

const pageStatement = prepared((db) =>
  db
    .select({ kind: node.kind, collection: collectionColumns, dataset: datasetColumns })
    .from(node)
    .leftJoin(collection, eq(collection.id, node.id))
    .leftJoin(dataset, eq(dataset.id, node.id))
    .where(
      sql`${node.ownerId} = ${sql.placeholder('ownerId')} and (${node.kind}, ${node.id}) > (${sql.placeholder('afterKind')}::node_kind, ${sql.placeholder('afterId')}::int) and ${visible}`,
    )
    .orderBy(node.kind, node.id)
    .limit(sql.placeholder('limit'))
    .prepare('collection_contents'),
);

const countStatement = prepared((db) =>
  db
    .select({ count: sql<number>`count(*)::int` })
    .from(node)
    .where(sql`${node.ownerId} = ${sql.placeholder('ownerId')} and ${visible}`)
    .prepare('collection_contents_count'),
);

/**
 * Direct children of a collection that the onlooker may see: collections first, then datasets, each by id.
 * `limit` null gives all of them.
 */
export async function listContents(
  db: Queryable,
  ownerId: number,
  onlooker: Onlooker,
  page: { readonly after?: ContentPosition | undefined; readonly limit: number | null },
): Promise<ContentRow[]> {
  const rows = await pageStatement(db).execute({
    ownerId,
    identities: onlooker.identities,
    superuser: onlooker.superuser,
    afterKind: page.after?.kind ?? 'COLLECTION',
    afterId: page.after?.id ?? 0,
    limit: page.limit,
  });
  return rows.flatMap((row): ContentRow[] => {
    // The joined columns are those of the kind; the type of a left join cannot say so.
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- see above
    if (row.kind === 'COLLECTION') return [{ kind: 'COLLECTION', row: row.collection as CollectionRow }];
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- see above
    if (row.kind === 'DATASET') return [{ kind: 'DATASET', row: row.dataset as DatasetRow }];
    return [];
  });
}

/** Number of direct children that the onlooker may see. */
export async function countContents(db: Queryable, ownerId: number, onlooker: Onlooker): Promise<number> {
  const [row] = await countStatement(db).execute({ ownerId, identities: onlooker.identities, superuser: onlooker.superuser });
  return row?.count ?? 0;
}
