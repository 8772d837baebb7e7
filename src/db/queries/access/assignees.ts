/** Look-ups of role assignees by how their identifiers name them: each gives what it found with its place in the list asked for. */
import { and, sql } from 'drizzle-orm';
import type { Queryable } from '../../client.ts';
import { explicitGroup, ipGroup, mailDomainGroup } from '../../schema/group.ts';
import { userAccount } from '../../schema/user.ts';
import type { GroupName } from './groups.ts';

/** `hold` keeps the rows from being removed until the transaction ends. */
export interface LookupOptions {
  readonly hold: boolean;
}

/** Something found, with its place in the list asked for, from 1. */
type Found<Facts> = Facts & { readonly position: number };

export interface NamedUser {
  readonly id: number;
  readonly userName: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly email: string;
  readonly affiliation: string | null;
  readonly deactivatedAt: Date | null;
}

export interface NamedGroup {
  readonly id: number;
  readonly ownerId: number;
  readonly displayName: string;
}

const position = sql<number>`asked.position::int`;

/** Accounts by their names, in any case. */
export async function findNamedUsers(db: Queryable, names: readonly string[], { hold }: LookupOptions): Promise<Found<NamedUser>[]> {
  if (names.length === 0) return [];
  const found = db
    .select({
      position,
      id: userAccount.id,
      userName: userAccount.userName,
      firstName: userAccount.firstName,
      lastName: userAccount.lastName,
      email: userAccount.email,
      affiliation: userAccount.affiliation,
      deactivatedAt: userAccount.deactivatedAt,
    })
    .from(userAccount)
    .innerJoin(
      sql`unnest(${sql.param(names)}::text[]) with ordinality asked(name, position)`,
      sql`lower(${userAccount.userName}) = lower(asked.name)`,
    );
  return hold ? found.for('key share', { of: userAccount }) : found;
}

/** Explicit groups by owner and alias, exact case. */
export async function findNamedGroups(db: Queryable, names: readonly GroupName[], { hold }: LookupOptions): Promise<Found<NamedGroup>[]> {
  if (names.length === 0) return [];
  const owners = names.map(({ ownerId }) => ownerId);
  const aliases = names.map(({ alias }) => alias);
  const found = db
    .select({ position, id: explicitGroup.id, ownerId: explicitGroup.ownerId, displayName: explicitGroup.displayName })
    .from(explicitGroup)
    .innerJoin(
      sql`unnest(${sql.param(owners)}::int[], ${sql.param(aliases)}::text[]) with ordinality asked(owner_id, alias, position)`,
      and(sql`${explicitGroup.ownerId} = asked.owner_id`, sql`${explicitGroup.alias} = asked.alias`),
    );
  return hold ? found.for('key share', { of: explicitGroup }) : found;
}

type NamesByAlias = (db: Queryable, aliases: readonly string[], options: LookupOptions) => Promise<Found<{ readonly name: string }>[]>;

function namesByAlias(group: typeof ipGroup | typeof mailDomainGroup): NamesByAlias {
  return async (db, aliases, { hold }) => {
    if (aliases.length === 0) return [];
    const found = db
      .select({ position, name: group.name })
      .from(group)
      .innerJoin(sql`unnest(${sql.param(aliases)}::text[]) with ordinality asked(alias, position)`, sql`${group.alias} = asked.alias`);
    return hold ? found.for('key share', { of: group }) : found;
  };
}

/** IP groups by alias, exact case. */
export const findNamedIpGroups: NamesByAlias = namesByAlias(ipGroup);

/** Mail-domain groups by alias, exact case. */
export const findNamedMailDomainGroups: NamesByAlias = namesByAlias(mailDomainGroup);
