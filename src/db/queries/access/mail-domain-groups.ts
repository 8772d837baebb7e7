import { asc, eq, sql } from 'drizzle-orm';
import { anyOf } from '../../kept-plans.ts';
import type { Queryable } from '../../client.ts';
import { mailDomainGroup } from '../../schema/group.ts';

export type MailDomainGroupRow = typeof mailDomainGroup.$inferSelect;
export type MailDomainGroupValues = Omit<MailDomainGroupRow, 'id'>;

/** All mail-domain groups, by id. */
export async function listMailDomainGroups(db: Queryable): Promise<MailDomainGroupRow[]> {
  return db.select().from(mailDomainGroup).orderBy(asc(mailDomainGroup.id));
}

/** Mail-domain groups with the given ids, in no order. */
export async function listMailDomainGroupsByIds(db: Queryable, ids: readonly number[]): Promise<MailDomainGroupRow[]> {
  return db
    .select()
    .from(mailDomainGroup)
    .where(sql`${mailDomainGroup.id} = ${anyOf(ids, 'int')}`);
}

/** Finds a mail-domain group by its id. */
export async function findMailDomainGroupById(db: Queryable, id: number): Promise<MailDomainGroupRow | undefined> {
  const [row] = await listMailDomainGroupsByIds(db, [id]);
  return row;
}

/** Finds a mail-domain group by its alias, in exact case. */
export async function findMailDomainGroupByAlias(db: Queryable, alias: string): Promise<MailDomainGroupRow | undefined> {
  const [row] = await db.select().from(mailDomainGroup).where(eq(mailDomainGroup.alias, alias));
  return row;
}

/** Aliases of mail-domain groups that begin with a text. */
export async function listMailDomainGroupAliases(db: Queryable, beginning: string): Promise<string[]> {
  const rows = await db
    .select({ alias: mailDomainGroup.alias })
    .from(mailDomainGroup)
    .where(sql`starts_with(${mailDomainGroup.alias}, ${beginning})`);
  return rows.map(({ alias }) => alias);
}

/** Keeps others from changing or deleting a group, or from naming it anew, until the transaction ends. */
export async function lockMailDomainGroup(db: Queryable, id: number): Promise<void> {
  await db.select({ id: mailDomainGroup.id }).from(mailDomainGroup).where(eq(mailDomainGroup.id, id)).for('update');
}

/** Stores a mail-domain group unless its alias is taken; undefined when it is. */
export async function insertMailDomainGroup(db: Queryable, values: MailDomainGroupValues): Promise<MailDomainGroupRow | undefined> {
  const [row] = await db.insert(mailDomainGroup).values(values).onConflictDoNothing().returning();
  return row;
}

/** Stores a mail-domain group, in place of the one that has its alias. */
export async function upsertMailDomainGroup(db: Queryable, values: MailDomainGroupValues): Promise<MailDomainGroupRow> {
  const { alias: _alias, ...changes } = values;
  const [row] = await db
    .insert(mailDomainGroup)
    .values(values)
    .onConflictDoUpdate({ target: mailDomainGroup.alias, set: changes })
    .returning();
  if (row === undefined) throw new Error('The mail-domain group was not stored.');
  return row;
}

/** Removes a mail-domain group; whether it was there. */
export async function deleteMailDomainGroup(db: Queryable, id: number): Promise<boolean> {
  const rows = await db.delete(mailDomainGroup).where(eq(mailDomainGroup.id, id)).returning({ id: mailDomainGroup.id });
  return rows.length > 0;
}
