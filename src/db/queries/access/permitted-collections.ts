import { asc, eq, type SQL, sql } from 'drizzle-orm';
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
