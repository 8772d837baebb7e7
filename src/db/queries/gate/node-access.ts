/** Objects of any kind, as far as permissions on them go. */
import { eq, type SQL, sql } from 'drizzle-orm';
import type { NodeKind } from '../../../vocabulary/collections.ts';
import { type Queryable, prepared } from '../../client.ts';
import { collection } from '../../schema/collection.ts';
import { dataFile } from '../../schema/file.ts';
import { dataset } from '../../schema/dataset.ts';
import { node } from '../../schema/node.ts';
import { isOpenByDate } from '../files/file-dates.ts';
import { grantedOn } from './granted.ts';
import { published } from './visible.ts';
import { findIdByAlternative } from '../identifiers/alternatives.ts';
import { persistentIdOf } from '../identifiers/persistent-id.ts';

/** How any object is named: ids are of one sequence, aliases of collections, persistent identifiers of datasets and files. */
export type NodeKey = { readonly id: number } | { readonly alias: string } | { readonly persistentId: string } | { readonly root: true };

/** An object and what some identities hold on it. */
export interface NodeAccess {
  readonly id: number;
  readonly kind: NodeKind;
  /** From the root down to the object, itself included. */
  readonly path: number[];
  /** From the object up to its permission root, both included. */
  readonly permissionPath: number[];
  readonly published: boolean;
  readonly granted: number;
  /** A file that neither a restriction nor a date closes and that the newest released version holds: it is public. */
  readonly openFile: boolean;
}

// Source: collections.md 3.3, point 5.
const openFile = sql<boolean>`(${node.kind} = 'DATAFILE' and exists (
  select from data_file f
  inner join lateral (select v.ordinal from dataset_version v where v.dataset_id = f.dataset_id and v.state = 'RELEASED' order by v.ordinal desc limit 1) newest on true
  inner join file_metadata m on m.data_file_id = f.id and m.valid_from <= newest.ordinal and (m.valid_to is null or m.valid_to > newest.ordinal)
  where f.id = ${node.id} and not f.restricted and ${isOpenByDate({ dateAvailable: sql`f.embargo_date_available`, dateUnavailable: sql`f.retention_date_unavailable` })}))`;

function columns(granted: SQL<number>) {
  return {
    id: node.id,
    kind: node.kind,
    path: node.path,
    permissionPath: node.permissionPath,
    published: sql<boolean>`${published}`,
    granted,
    openFile,
  };
}

const accessByIds = prepared((db) =>
  db
    .select(columns(grantedOn(node.permissionPath, sql.placeholder('identities'))))
    .from(node)
    .innerJoin(sql`unnest((select ${sql.placeholder('ids')}::int[])) asked(id)`, sql`asked.id = ${node.id}`)
    .prepare('node_access_by_ids'),
);

/** Objects with the given ids and what the identities hold on them, in no order. One statement. */
export async function listNodeAccess(db: Queryable, ids: readonly number[], identities: readonly string[]): Promise<NodeAccess[]> {
  return accessByIds(db).execute({ ids, identities });
}

async function idOf(db: Queryable, key: NodeKey): Promise<number | undefined> {
  if ('id' in key) return key.id;
  if ('alias' in key) {
    const [found] = await db
      .select({ id: collection.id })
      .from(collection)
      .where(sql`lower(${collection.alias}) = lower(${key.alias})`);
    return found?.id;
  }
  if ('root' in key) {
    const [found] = await db
      .select({ id: node.id })
      .from(node)
      .where(sql`${node.ownerId} is null`);
    return found?.id;
  }
  const [found] = await db
    .select({ id: dataset.id })
    .from(dataset)
    .where(sql`lower(${persistentIdOf(dataset)}) = lower(${key.persistentId})`);
  if (found !== undefined) return found.id;
  const [file] = await db
    .select({ id: dataFile.id })
    .from(dataFile)
    .where(eq(sql`lower(${dataFile.persistentId})`, sql`lower(${key.persistentId})`));
  return file?.id ?? findIdByAlternative(db, key.persistentId);
}

/** Finds an object, and what the identities hold on it. */
export async function findNodeAccess(db: Queryable, key: NodeKey, identities: readonly string[]): Promise<NodeAccess | undefined> {
  const id = await idOf(db, key);
  if (id === undefined) return undefined;
  const [found] = await listNodeAccess(db, [id], identities);
  return found;
}
