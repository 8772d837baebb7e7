import { asc, eq, gt, type SQL, sql } from 'drizzle-orm';
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
  if (superuser) {
    return db
      .select({ id: collection.id, name: collection.name, alias: collection.alias })
      .from(collection)
      .where(gt(collection.id, after))
      .orderBy(asc(collection.id))
      .limit(first);
  }
  // Found by themselves first: in the order of ids all collections would be read until some are found.
  return [
    ...(await db.execute<NamedCollectionRow & Record<string, unknown>>(sql`
      with held as materialized (
        select ${node.id} from ${node} where ${node.kind} = 'COLLECTION' and ${node.permissionPath} && ${nodesGranting(permissionBit, sql.param(identities))}
      )
      select named.id, named.name, named.alias
      from (select id from held where id > ${after}::int order by id limit ${first}::int) part
      inner join ${collection} named on named.id = part.id order by named.id`)),
  ];
}
