import { sql } from 'drizzle-orm';
import {
  type AnyPgColumn,
  boolean,
  check,
  foreignKey,
  index,
  inet,
  integer,
  pgTable,
  serial,
  text,
  unique,
  uniqueIndex,
} from 'drizzle-orm/pg-core';
import { node } from './node.ts';
import { userAccount } from './user.ts';

/** Groups that a collection defines; their roles act inside its tree only. Source: collections.md 4, 6. */
export const explicitGroup = pgTable(
  'explicit_group',
  {
    id: serial('id').primaryKey(),
    /** The collection that defines the group. */
    ownerId: integer('owner_id').notNull(),
    /** Alias in the owner, exact case. */
    alias: text('alias').notNull(),
    displayName: text('display_name').notNull(),
    description: text('description'),
  },
  (table) => [
    foreignKey({ name: 'explicit_group_owner_id_fk', columns: [table.ownerId], foreignColumns: [node.id as AnyPgColumn] }).onDelete(
      'cascade',
    ),
    unique('explicit_group_alias_key').on(table.ownerId, table.alias),
  ],
);

/** Members of explicit groups: accounts, other explicit groups, and assignees that are known by their identifier alone. */
export const explicitGroupMember = pgTable(
  'explicit_group_member',
  {
    id: serial('id').primaryKey(),
    groupId: integer('group_id').notNull(),
    userAccountId: integer('user_account_id'),
    memberGroupId: integer('member_group_id'),
    /** Identifier of a built-in, IP or mail-domain group. */
    assignee: text('assignee'),
  },
  (table) => [
    foreignKey({
      name: 'explicit_group_member_group_id_fk',
      columns: [table.groupId],
      foreignColumns: [explicitGroup.id],
    }).onDelete('cascade'),
    foreignKey({
      name: 'explicit_group_member_user_account_id_fk',
      columns: [table.userAccountId],
      foreignColumns: [userAccount.id],
    }).onDelete('cascade'),
    foreignKey({
      name: 'explicit_group_member_member_group_id_fk',
      columns: [table.memberGroupId],
      foreignColumns: [explicitGroup.id],
    }).onDelete('cascade'),
    check(
      'explicit_group_member_kind_check',
      sql`num_nonnulls(${table.userAccountId}, ${table.memberGroupId}, ${table.assignee}) = 1 and ${table.memberGroupId} is distinct from ${table.groupId}`,
    ),
    uniqueIndex('explicit_group_member_user_key')
      .on(table.userAccountId, table.groupId)
      .where(sql`${table.userAccountId} is not null`),
    uniqueIndex('explicit_group_member_group_key')
      .on(table.memberGroupId, table.groupId)
      .where(sql`${table.memberGroupId} is not null`),
    uniqueIndex('explicit_group_member_assignee_key')
      .on(table.assignee, table.groupId)
      .where(sql`${table.assignee} is not null`),
    index('explicit_group_member_group_id_idx').on(table.groupId),
  ],
);

/** Groups of network addresses. Source: users-admin.md 18.2. */
export const ipGroup = pgTable('ip_group', {
  id: serial('id').primaryKey(),
  alias: text('alias').notNull().unique('ip_group_alias_key'),
  name: text('name').notNull(),
  description: text('description'),
});

/** Ranges of an IP group; both ends belong to the range and are of one address family. A single address is a range of one. */
export const ipGroupRange = pgTable(
  'ip_group_range',
  {
    id: serial('id').primaryKey(),
    groupId: integer('group_id').notNull(),
    first: inet('first').notNull(),
    last: inet('last').notNull(),
    /** Given as one address, not as a range: how it is shown. */
    single: boolean('single').notNull(),
  },
  (table) => [
    foreignKey({ name: 'ip_group_range_group_id_fk', columns: [table.groupId], foreignColumns: [ipGroup.id] }).onDelete('cascade'),
    index('ip_group_range_group_id_idx').on(table.groupId),
    check('ip_group_range_order_check', sql`family(${table.first}) = family(${table.last}) and ${table.first} <= ${table.last}`),
  ],
);

/** Groups of accounts by the domain of their confirmed e-mail address. Source: users-admin.md 18.2. */
export const mailDomainGroup = pgTable('mail_domain_group', {
  id: serial('id').primaryKey(),
  alias: text('alias').notNull().unique('mail_domain_group_alias_key'),
  name: text('name').notNull(),
  description: text('description'),
  domains: text('domains').array().notNull(),
  /** Whether the domains are regular expressions. */
  regex: boolean('regex').notNull().default(false),
});
