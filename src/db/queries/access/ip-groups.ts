import { asc, eq, sql } from 'drizzle-orm';
import { anyOf } from '../../kept-plans.ts';
import type { Queryable } from '../../client.ts';
import { ipGroup, ipGroupRange } from '../../schema/group.ts';

/** Addresses between two ends, both included; a single address has itself on both. Texts in canonical form, without a prefix length. */
export interface IpRange {
  readonly first: string;
  readonly last: string;
  readonly single: boolean;
}

export interface IpGroupRow {
  readonly id: number;
  readonly alias: string;
  readonly name: string;
  readonly description: string | null;
  /** In the order they were given. */
  readonly ranges: readonly IpRange[];
}

export type IpGroupValues = Omit<IpGroupRow, 'id'>;

const columns = {
  id: ipGroup.id,
  alias: ipGroup.alias,
  name: ipGroup.name,
  description: ipGroup.description,
  // The alias stands for the table that Drizzle would leave unnamed inside the subquery.
  ranges: sql<
    IpRange[]
  >`coalesce((select json_agg(json_build_object('first', host(r.first), 'last', host(r.last), 'single', r.single) order by r.id)
    from ${ipGroupRange} r where r.group_id = ip_group.id), '[]'::json)`,
};

/** All IP groups with their ranges, by id. */
export async function listIpGroups(db: Queryable): Promise<IpGroupRow[]> {
  return db.select(columns).from(ipGroup).orderBy(asc(ipGroup.id));
}

/** IP groups with the given ids, in no order. */
export async function listIpGroupsByIds(db: Queryable, ids: readonly number[]): Promise<IpGroupRow[]> {
  return db
    .select(columns)
    .from(ipGroup)
    .where(sql`${ipGroup.id} = ${anyOf(ids, 'int')}`);
}

/** Finds an IP group by its id. */
export async function findIpGroupById(db: Queryable, id: number): Promise<IpGroupRow | undefined> {
  const [row] = await listIpGroupsByIds(db, [id]);
  return row;
}

/** Finds an IP group by its alias, in exact case. */
export async function findIpGroupByAlias(db: Queryable, alias: string): Promise<IpGroupRow | undefined> {
  const [row] = await db.select(columns).from(ipGroup).where(eq(ipGroup.alias, alias));
  return row;
}

/** Aliases of IP groups that begin with a text. */
export async function listIpGroupAliases(db: Queryable, beginning: string): Promise<string[]> {
  const rows = await db
    .select({ alias: ipGroup.alias })
    .from(ipGroup)
    .where(sql`starts_with(${ipGroup.alias}, ${beginning})`);
  return rows.map(({ alias }) => alias);
}

/** Keeps others from changing or deleting a group, or from naming it anew, until the transaction ends. */
export async function lockIpGroup(db: Queryable, id: number): Promise<void> {
  await db.select({ id: ipGroup.id }).from(ipGroup).where(eq(ipGroup.id, id)).for('update');
}

async function replaceRanges(db: Queryable, groupId: number, ranges: readonly IpRange[]): Promise<void> {
  await db.delete(ipGroupRange).where(eq(ipGroupRange.groupId, groupId));
  if (ranges.length > 0) await db.insert(ipGroupRange).values(ranges.map((range) => ({ groupId, ...range })));
}

/** Stores an IP group unless its alias is taken; its id, undefined when it is. */
export async function insertIpGroup(db: Queryable, { ranges, ...values }: IpGroupValues): Promise<number | undefined> {
  const [row] = await db.insert(ipGroup).values(values).onConflictDoNothing().returning({ id: ipGroup.id });
  if (row === undefined) return undefined;
  await replaceRanges(db, row.id, ranges);
  return row.id;
}

/** Stores an IP group, in place of the one that has its alias; its id. */
export async function upsertIpGroup(db: Queryable, { ranges, ...values }: IpGroupValues): Promise<number> {
  const { name, description } = values;
  const [row] = await db
    .insert(ipGroup)
    .values(values)
    .onConflictDoUpdate({ target: ipGroup.alias, set: { name, description } })
    .returning({ id: ipGroup.id });
  if (row === undefined) throw new Error('The IP group was not stored.');
  await replaceRanges(db, row.id, ranges);
  return row.id;
}

/** Removes an IP group with its ranges; whether it was there. */
export async function deleteIpGroup(db: Queryable, id: number): Promise<boolean> {
  const rows = await db.delete(ipGroup).where(eq(ipGroup.id, id)).returning({ id: ipGroup.id });
  return rows.length > 0;
}
