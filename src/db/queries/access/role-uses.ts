/** Uses of roles beyond the assignments on one object. */
import { asc, eq, sql } from 'drizzle-orm';
import type { Queryable } from '../../client.ts';
import { collection } from '../../schema/collection.ts';
import { node } from '../../schema/node.ts';
import { role, roleAssignment } from '../../schema/role.ts';

/** Aliases of collections whose default contributor role this is, by id; at most `limit`. */
export async function listCollectionsDefaultingTo(db: Queryable, roleId: number, limit: number): Promise<string[]> {
  const rows = await db
    .select({ alias: collection.alias })
    .from(collection)
    .where(eq(collection.defaultContributorRoleId, roleId))
    .orderBy(asc(collection.id))
    .limit(limit);
  return rows.map(({ alias }) => alias);
}

/** Makes a role the default contributor role of a collection; null: creators get none. */
export async function updateDefaultContributorRole(db: Queryable, collectionId: number, roleId: number | null): Promise<void> {
  await db.update(collection).set({ defaultContributorRoleId: roleId }).where(eq(collection.id, collectionId));
}

/**
 * Aliases of roles that a collection defines and that are used outside its own tree: given there, or the default
 * contributor role of another collection. That comes about when a collection is moved away.
 */
export async function listRolesUsedOutside(db: Queryable, ownerId: number): Promise<string[]> {
  const rows = await db
    .select({ alias: role.alias })
    .from(role)
    .innerJoin(node, eq(node.id, role.ownerId))
    .where(
      sql`${role.ownerId} = ${ownerId} and (
        exists (select from ${roleAssignment} a inner join ${node} place on place.id = a.definition_point_id where a.role_id = ${role.id} and not place.path @> ${node.path})
        or exists (select from ${collection} c where c.default_contributor_role_id = ${role.id} and c.id <> ${ownerId}))`,
    )
    .orderBy(asc(role.id));
  return rows.map(({ alias }) => alias);
}
