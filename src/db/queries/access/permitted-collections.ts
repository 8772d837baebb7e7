import { eq, sql } from 'drizzle-orm';
import type { Listed, PageWindow } from '../../../model/page-window.ts';
import { boundWindow } from '../../id-window.ts';
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
export async function pagePermittedCollections(
  db: Queryable,
  { identities, superuser }: { readonly identities: readonly string[]; readonly superuser: boolean },
  permissions: PermissionMask,
  window: PageWindow<number>,
): Promise<Listed<NamedCollectionRow>> {
  const held = superuser ? sql`true` : sql`${node.id} = any(${nodesGranting(permissions, sql.param(identities))})`;
  const { within, order, limit } = boundWindow(collection.id, window);
  const rows = await db
    .select({ id: collection.id, name: collection.name, alias: collection.alias })
    .from(collection)
    .innerJoin(node, eq(node.id, collection.id))
    .where(sql`${held} and ${within}`)
    .orderBy(sql`${order} ${limit}`);
  return {
    rows: window.fromEnd ? rows.toReversed() : rows,
    count: () => db.$count(node, sql`${node.kind} = 'COLLECTION' and ${held}`),
  };
}

/** A part of the collections on which a permission is held through roles there or above, by id; for superusers of all collections. */
export async function pageCollectionsGranting(
  db: Queryable,
  { identities, superuser }: { readonly identities: readonly string[]; readonly superuser: boolean },
  permissionBit: PermissionMask,
  window: PageWindow<number>,
): Promise<Listed<NamedCollectionRow>> {
  const isHeld = superuser
    ? sql`${node.kind} = 'COLLECTION'`
    : sql`${node.kind} = 'COLLECTION' and ${node.permissionPath} && ${nodesGranting(permissionBit, sql.param(identities))}`;
  const { within, order, limit } = boundWindow(sql`id`, window);
  // Found by themselves first: in the order of ids all collections would be read until some are found.
  const rows = await db.execute<NamedCollectionRow & Record<string, unknown>>(
    superuser
      ? sql`select id, name, alias from ${collection} where ${within} order by ${order} ${limit}`
      : sql`
      with held as materialized (select ${node.id} from ${node} where ${isHeld})
      select named.id, named.name, named.alias
      from (select id from held where ${within} order by ${order} ${limit}) part
      inner join ${collection} named on named.id = part.id order by named.id ${window.fromEnd ? sql`desc` : sql`asc`}`,
  );
  return { rows: window.fromEnd ? rows.toReversed() : [...rows], count: () => db.$count(node, isHeld) };
}
