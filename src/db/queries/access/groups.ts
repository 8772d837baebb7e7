import { and, asc, eq, type SQL, sql } from 'drizzle-orm';
import { anyOf } from '../../kept-plans.ts';
import type { Queryable } from '../../client.ts';
import { explicitGroup } from '../../schema/group.ts';
import { revokeAssignments } from './revoked-assignments.ts';

/** An explicit group. */
export interface GroupRow {
  readonly id: number;
  /** The collection that defines it. */
  readonly ownerId: number;
  readonly aliasInOwner: string;
  readonly displayName: string;
  readonly description: string | null;
}

/** How a role assignee identifier names an explicit group. */
export interface GroupName {
  readonly ownerId: number;
  readonly alias: string;
}

const columns = {
  id: explicitGroup.id,
  ownerId: explicitGroup.ownerId,
  aliasInOwner: explicitGroup.alias,
  displayName: explicitGroup.displayName,
  description: explicitGroup.description,
};

const LARGEST_ID = 2_147_483_647;

/** Reads the identifier of an explicit group; undefined when it is of another form. */
export function parseGroupIdentifier(identifier: string): GroupName | undefined {
  const match = /^&explicit\/([1-9]\d{0,9})-([A-Za-z0-9_-]+)$/.exec(identifier);
  const ownerId = Number(match?.[1]);
  const alias = match?.[2];
  return alias === undefined || ownerId > LARGEST_ID ? undefined : { ownerId, alias };
}

/** SQL for the numeric id of the group of this name; null when there is none. */
export function groupIdOf({ ownerId, alias }: GroupName): SQL<number | null> {
  return sql<number | null>`(select g.id from ${explicitGroup} g where g.owner_id = ${ownerId} and g.alias = ${alias})`;
}

/** Finds a group by its alias in the collection that defines it, exact case. */
export async function findGroup(db: Queryable, ownerId: number, alias: string): Promise<GroupRow | undefined> {
  const [row] = await db
    .select(columns)
    .from(explicitGroup)
    .where(and(eq(explicitGroup.ownerId, ownerId), eq(explicitGroup.alias, alias)));
  return row;
}

/** Groups with the given ids, in no order. */
export async function listGroupsByIds(db: Queryable, ids: readonly number[]): Promise<GroupRow[]> {
  return db
    .select(columns)
    .from(explicitGroup)
    .where(sql`${explicitGroup.id} = ${anyOf(ids, 'int')}`);
}

/** Groups that some collections define, by id. */
export async function listGroupsOwnedBy(db: Queryable, ownerIds: readonly number[]): Promise<GroupRow[]> {
  return db
    .select(columns)
    .from(explicitGroup)
    .where(sql`${explicitGroup.ownerId} = ${anyOf(ownerIds, 'int')}`)
    .orderBy(asc(explicitGroup.id));
}

/** Stores a group unless its alias is taken in the collection; undefined when it is. */
export async function insertGroup(
  db: Queryable,
  values: { ownerId: number; alias: string; displayName: string; description: string | null },
): Promise<GroupRow | undefined> {
  const [row] = await db.insert(explicitGroup).values(values).onConflictDoNothing().returning(columns);
  return row;
}

/** Overwrites display name and description of a group; undefined if it no longer exists. */
export async function updateGroup(
  db: Queryable,
  id: number,
  values: { displayName: string; description: string | null },
): Promise<GroupRow | undefined> {
  const [row] = await db.update(explicitGroup).set(values).where(eq(explicitGroup.id, id)).returning(columns);
  return row;
}

/** Removes a group, its members, its place in other groups and the roles given to it. */
export async function deleteGroup(db: Queryable, id: number, removedBy: string): Promise<void> {
  await revokeAssignments(db, sql`a.explicit_group_id = ${id}`, removedBy);
  await db.delete(explicitGroup).where(eq(explicitGroup.id, id));
}
