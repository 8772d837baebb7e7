import { and, asc, eq, type SQL, sql } from 'drizzle-orm';
import { permissionBit } from '../../../permission-set.ts';
import type { Listed, PageWindow } from '../../../model/page-window.ts';
import type { NodeKind } from '../../../vocabulary/collections.ts';
import type { Queryable } from '../../client.ts';
import { idWindow } from '../../id-window.ts';
import { collection } from '../../schema/collection.ts';
import { featuredCollection, nodeLink } from '../../schema/link.ts';
import { node } from '../../schema/node.ts';
import { nodesGranting } from '../gate/granted.ts';

/** A linked object of a collection. */
export interface LinkKey {
  readonly linkedNodeId: number;
  readonly linkingCollectionId: number;
}

/** Stores a link; false when there is one already. */
export async function insertLink(db: Queryable, link: LinkKey & { readonly creatorId: number | null }): Promise<boolean> {
  const rows = await db.insert(nodeLink).values(link).onConflictDoNothing().returning({ id: nodeLink.id });
  return rows.length > 0;
}

/** Removes a link, and with it the linking collection's presentation of what it linked; false when there is none. */
export async function deleteLink(db: Queryable, { linkedNodeId, linkingCollectionId }: LinkKey): Promise<boolean> {
  const rows = await db
    .delete(nodeLink)
    .where(and(eq(nodeLink.linkedNodeId, linkedNodeId), eq(nodeLink.linkingCollectionId, linkingCollectionId)))
    .returning({ id: nodeLink.id });
  if (rows.length === 0) return false;
  await db
    .delete(featuredCollection)
    .where(and(eq(featuredCollection.collectionId, linkingCollectionId), eq(featuredCollection.featuredCollectionId, linkedNodeId)));
  return true;
}

/** An object at the other end of a link, and the link. */
export interface LinkEndRow {
  /** Id of the link, by which links are ordered in the course of time. */
  readonly id: number;
  readonly nodeId: number;
}

const linked = idWindow(nodeLink.id, (db, { within, order, limit, suffix }) =>
  db
    .select({ id: nodeLink.id, nodeId: nodeLink.linkedNodeId })
    .from(nodeLink)
    .innerJoin(node, eq(node.id, nodeLink.linkedNodeId))
    .where(
      sql`${nodeLink.linkingCollectionId} = ${sql.placeholder('linkingId')} and ${node.kind} = ${sql.placeholder('kind')}::node_kind and ${within}`,
    )
    .orderBy(sql`${order} ${limit}`)
    .prepare(`linked_nodes_${suffix}`),
);

const linking = idWindow(nodeLink.id, (db, { within, order, limit, suffix }) =>
  db
    .select({ id: nodeLink.id, nodeId: nodeLink.linkingCollectionId })
    .from(nodeLink)
    .where(sql`${nodeLink.linkedNodeId} = ${sql.placeholder('linkedId')} and ${within}`)
    .orderBy(sql`${order} ${limit}`)
    .prepare(`linking_collections_${suffix}`),
);

/** What collections, or what datasets, a collection links, in the order they were linked. */
export async function pageLinkedNodes(
  db: Queryable,
  { linkingId, kind }: { readonly linkingId: number; readonly kind: NodeKind },
  window: PageWindow<number>,
): Promise<Listed<LinkEndRow>> {
  const isLinked = sql`${nodeLink.linkingCollectionId} = ${linkingId} and exists (select from ${node} where ${node.id} = ${nodeLink.linkedNodeId} and ${node.kind} = ${kind})`;
  return { rows: await linked(db, window, { linkingId, kind }), count: () => db.$count(nodeLink, isLinked) };
}

/** The collections that link a collection or dataset, in the order they linked it. */
export async function pageLinkingCollections(db: Queryable, linkedId: number, window: PageWindow<number>): Promise<Listed<LinkEndRow>> {
  return { rows: await linking(db, window, { linkedId }), count: () => db.$count(nodeLink, eq(nodeLink.linkedNodeId, linkedId)) };
}

/** SQL for "the name, or a word in it, begins so", in any case. */
function nameBegins(term: string): SQL {
  const literal = term.replace(/[\\%_]/g, String.raw`\$&`);
  return sql`(${collection.name} ilike ${`${literal}%`} or ${collection.name} ilike ${`% ${literal}%`})`;
}

/** A collection and dataset that may be linked, and by whom. */
export interface LinkableQuestion {
  readonly node: { readonly id: number; readonly path: readonly number[] };
  readonly permission: 'LinkCollection' | 'LinkDataset';
  readonly identities: readonly string[];
  readonly superuser: boolean;
  /** Prefix of the name or of a word in it; empty for all. */
  readonly searchTerm: string;
  /** True: those that link it already; false: those that do not yet. */
  readonly alreadyLinking: boolean;
}

/** Ids of the collections into which the caller may link an object, by name: never the object itself or its owners. */
export async function listLinkableCollectionIds(db: Queryable, question: LinkableQuestion): Promise<number[]> {
  const { permission, identities, superuser, searchTerm, alreadyLinking } = question;
  const isLinked = sql`exists (select from ${nodeLink} l where l.linked_node_id = ${question.node.id} and l.linking_collection_id = ${collection.id})`;
  const open = sql`${node.permissionPath} && ${nodesGranting(permissionBit(permission), sql.param(identities))}`;
  const rows = await db
    .select({ id: collection.id })
    .from(collection)
    .innerJoin(node, eq(node.id, collection.id))
    .where(
      and(
        sql`${collection.id} <> all(${sql.param(question.node.path)}::int[])`,
        superuser ? undefined : open,
        alreadyLinking ? isLinked : sql`not ${isLinked}`,
        searchTerm === '' ? undefined : nameBegins(searchTerm),
      ),
    )
    .orderBy(sql`lower(${collection.name})`, asc(collection.id));
  return rows.map(({ id }) => id);
}
