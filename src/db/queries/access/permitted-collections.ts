import { and, asc, eq, gt, type SQL, sql } from 'drizzle-orm';
import type { PermissionMask } from '../../../permission-set.ts';
import type { Queryable } from '../../client.ts';
import { collection } from '../../schema/collection.ts';
import { node } from '../../schema/node.ts';
import { nodesGranting } from '../gate/granted.ts';

/** A collection by its names. */
export interface NamedCollectionRow {
  readonly id: number;
  readonly name: string;
  readonly alias: string;
}

/**
 * Collections on which roles of some identities take effect, if the roles hold one of the permissions, by id; for superusers all
 * collections.
 */
export async function listPermittedCollections(
  db: Queryable,
  { identities, superuser }: { readonly identities: readonly string[]; readonly superuser: boolean },
  permissions: PermissionMask,
): Promise<NamedCollectionRow[]> {
  const held: SQL = sql`${node.id} = any(${nodesGranting(permissions, sql.param(identities))})`;
  return db
    .select({ id: collection.id, name: collection.name, alias: collection.alias })
    .from(collection)
    .innerJoin(node, eq(node.id, collection.id))
    .where(superuser ? undefined : held)
    .orderBy(asc(collection.id));
}

/** A part of the collections on which a permission is held through roles there or above, by id; for superusers of all collections. */
export async function listCollectionsGranting(
  db: Queryable,
  { identities, superuser }: { readonly identities: readonly string[]; readonly superuser: boolean },
  permissionBit: PermissionMask,
  { after, first }: { readonly after: number; readonly first: number },
): Promise<NamedCollectionRow[]> {
  const granting = nodesGranting(permissionBit, sql.param(identities));
  // The whole path has an index, and the permission path is a part of it.
  const held: SQL = sql`${node.path} && ${granting} and ${node.permissionPath} && ${granting}`;
  return db
    .select({ id: collection.id, name: collection.name, alias: collection.alias })
    .from(collection)
    .innerJoin(node, eq(node.id, collection.id))
    .where(and(gt(collection.id, after), superuser ? undefined : held))
    .orderBy(asc(collection.id))
    .limit(first);
}
