import { eq, type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import type { CollectionType } from '../../../vocabulary/collections.ts';
import { anyOf } from '../../kept-plans.ts';
import { type Queryable, prepared } from '../../client.ts';
import { type CollectionTheme, collection } from '../../schema/collection.ts';
import { node } from '../../schema/node.ts';
import { grantedOn } from '../gate/granted.ts';
import type { NodePlace } from '../gate/nodes.ts';

/** A collection with its place in the tree. */
export interface CollectionRow {
  readonly id: number;
  readonly alias: string;
  readonly name: string;
  readonly affiliation: string | null;
  readonly description: string | null;
  readonly collectionType: CollectionType;
  readonly contactEmails: string[];
  readonly permissionRoot: boolean;
  readonly metadataBlockRoot: boolean;
  readonly facetRoot: boolean;
  readonly theme: CollectionTheme | null;
  readonly storageDriver: string | null;
  readonly filePidsEnabled: boolean | null;
  readonly datasetFileCountLimit: number | null;
  readonly defaultContributorRoleId: number | null;
  readonly ownerId: number | null;
  readonly path: number[];
  readonly permissionPath: number[];
  readonly createdAt: Date;
  readonly publishedAt: Date | null;
}

/** A collection and the permissions of an actor's identities on it. */
export interface CollectionWithGrants extends CollectionRow {
  readonly granted: number;
}

export const collectionColumns = {
  id: collection.id,
  alias: collection.alias,
  name: collection.name,
  affiliation: collection.affiliation,
  description: collection.description,
  collectionType: collection.collectionType,
  contactEmails: collection.contactEmails,
  permissionRoot: collection.permissionRoot,
  metadataBlockRoot: collection.metadataBlockRoot,
  facetRoot: collection.facetRoot,
  theme: collection.theme,
  storageDriver: collection.storageDriver,
  filePidsEnabled: collection.filePidsEnabled,
  datasetFileCountLimit: collection.datasetFileCountLimit,
  defaultContributorRoleId: collection.defaultContributorRoleId,
  ownerId: node.ownerId,
  path: node.path,
  permissionPath: node.permissionPath,
  createdAt: node.createdAt,
  publishedAt: node.publishedAt,
} as const;

/** How a collection is named in a query; `root` needs no value. */
export type CollectionKey = { readonly id: number } | { readonly alias: string } | { readonly root: true };

const withGrants = { ...collectionColumns, granted: grantedOn(node.permissionPath, sql.placeholder('identities')) };

const byIdStatement = prepared((db) =>
  db
    .select(withGrants)
    .from(collection)
    .innerJoin(node, eq(node.id, collection.id))
    .where(eq(collection.id, sql.placeholder('id')))
    .prepare('collection_by_id'),
);

const byAliasStatement = prepared((db) =>
  db
    .select(withGrants)
    .from(collection)
    .innerJoin(node, eq(node.id, collection.id))
    .where(sql`lower(${collection.alias}) = lower(${sql.placeholder('alias')})`)
    .prepare('collection_by_alias'),
);

const rootStatement = prepared((db) =>
  db
    .select(withGrants)
    .from(collection)
    .innerJoin(node, eq(node.id, collection.id))
    .where(sql`${node.ownerId} is null`)
    .prepare('collection_root'),
);

/** Finds a collection, and the permissions of the identities on it. */
export async function findCollection(
  db: Queryable,
  key: CollectionKey,
  identities: readonly string[],
): Promise<CollectionWithGrants | undefined> {
  if ('id' in key) return (await byIdStatement(db).execute({ id: key.id, identities }))[0];
  if ('alias' in key) return (await byAliasStatement(db).execute({ alias: key.alias, identities }))[0];
  return (await rootStatement(db).execute({ identities }))[0];
}

const lockStatement = prepared((db) =>
  db
    .select({ id: node.id })
    .from(node)
    .where(eq(node.id, sql.placeholder('id')))
    .for('update')
    .prepare('node_lock'),
);

/** Locks a collection's node against changes of other transactions: a writer that adds or removes children takes it. */
export async function lockNode(db: Queryable, id: number): Promise<boolean> {
  const rows = await lockStatement(db).execute({ id });
  return rows.length > 0;
}

/**
 * Locks a node against deletion and moves until the transaction ends (shared lock), and returns its place; undefined if it no longer
 * exists.
 */
export async function keepNode(db: Queryable, id: number): Promise<NodePlace | undefined> {
  const [row] = await keepStatement(db).execute({ id });
  return row;
}

const keepStatement = prepared((db) =>
  db
    .select({ id: node.id, path: node.path, permissionPath: node.permissionPath })
    .from(node)
    .where(eq(node.id, sql.placeholder('id')))
    .for('key share')
    .prepare('node_keep'),
);

/** A collection that is kept from being removed or moved until the transaction ends. */
export interface KeptCollection {
  readonly collection: CollectionWithGrants;
  /** Whether it was moved while the transaction waited for it, so that what is held on it has to be read again. */
  readonly isMoved: boolean;
}

// The row is returned as of the lock. Everything else is as of the start of the statement, including its former path.
const keptColumns = {
  ...withGrants,
  isMoved: sql<boolean>`${node.path} <> (select before.path from ${node} before where before.id = ${collection.id})`,
};

function keepingStatement(key: 'id' | 'alias' | 'root') {
  const named = {
    id: eq(collection.id, sql.placeholder('id')),
    alias: sql`lower(${collection.alias}) = lower(${sql.placeholder('alias')})`,
    root: sql`${node.ownerId} is null`,
  };
  return prepared((db) =>
    db
      .select(keptColumns)
      .from(collection)
      .innerJoin(node, eq(node.id, collection.id))
      .where(named[key])
      .for('key share', { of: node })
      .prepare(`collection_keep_by_${key}`),
  );
}

const keepingStatements = { id: keepingStatement('id'), alias: keepingStatement('alias'), root: keepingStatement('root') };

/** Finds a collection and keeps it; others may do the same at once. Undefined when there is none, or none any more. */
export async function keepCollection(
  db: Queryable,
  key: CollectionKey,
  identities: readonly string[],
): Promise<KeptCollection | undefined> {
  const [row] =
    'id' in key
      ? await keepingStatements.id(db).execute({ id: key.id, identities })
      : 'alias' in key
        ? await keepingStatements.alias(db).execute({ alias: key.alias, identities })
        : await keepingStatements.root(db).execute({ identities });
  if (row === undefined) return undefined;
  const { isMoved, ...found } = row;
  return { collection: found, isMoved };
}

const byIdsStatement = prepared((db) =>
  db
    .select(withGrants)
    .from(collection)
    .innerJoin(node, eq(node.id, collection.id))
    .where(sql`${collection.id} = ${anyOf(sql.placeholder('ids'), 'int')}`)
    .prepare('collections_by_ids'),
);

/** Collections with the given ids and what the identities hold on them, in no order. */
export async function listCollectionsByIds(
  db: Queryable,
  ids: readonly number[],
  identities: readonly string[],
): Promise<CollectionWithGrants[]> {
  return byIdsStatement(db).execute({ ids, identities });
}

/** Stores a collection's own facts; its node must exist. False when the alias is taken. */
export async function insertCollection(db: Queryable, values: typeof collection.$inferInsert): Promise<boolean> {
  const rows = await db.insert(collection).values(values).onConflictDoNothing().returning({ id: collection.id });
  return rows.length > 0;
}

/** Whether another collection has this alias, in any case. */
export async function isAliasTaken(db: Queryable, alias: string): Promise<boolean> {
  const rows = await db
    .select({ id: collection.id })
    .from(collection)
    .where(sql`lower(${collection.alias}) = lower(${alias})`);
  return rows.length > 0;
}

/** What a collection inherits from its nearest ancestor that has it, itself included. */
export interface InheritedRules {
  readonly requiresFilesToPublishDataset: boolean;
  readonly effectiveDatasetFileCountLimit: number | null;
}

const inheritedRulesStatement = prepared((db) =>
  db
    .select({
      id: node.id,
      requiresFiles: sql<
        boolean | null
      >`(select c.require_files_to_publish_dataset from collection c where c.id = any(${node.path}) and c.require_files_to_publish_dataset is not null order by array_position(${node.path}, c.id) desc limit 1)`,
      fileCountLimit: effectiveFileCountLimit(),
    })
    .from(node)
    .where(sql`${node.id} = ${anyOf(sql.placeholder('ids'), 'int')}`)
    .prepare('collections_inherited_rules'),
);

/** The inherited rules of each collection, by id. One statement. */
export async function listInheritedRules(db: Queryable, ids: readonly number[]): Promise<Map<number, InheritedRules>> {
  const rows = await inheritedRulesStatement(db).execute({ ids });
  return new Map(
    rows.map((row) => [
      row.id,
      { requiresFilesToPublishDataset: row.requiresFiles ?? false, effectiveDatasetFileCountLimit: row.fileCountLimit },
    ]),
  );
}

/** SQL for the file-count limit set on the nearest collection above a node; a partial index keeps it cheap. */
export function effectiveFileCountLimit(): SQL<number | null> {
  return fileCountLimitAlong(node.path);
}

/** SQL for the file-count limit of the last collection on a path that has one. */
export function fileCountLimitAlong(path: SQLWrapper): SQL<number | null> {
  return sql<
    number | null
  >`(select c.dataset_file_count_limit from collection c where c.id = any(${path}) and c.dataset_file_count_limit is not null order by array_position(${path}, c.id) desc limit 1)`;
}
