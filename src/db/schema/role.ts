import { boolean, foreignKey, index, integer, pgTable, serial, text, timestamp, unique, uuid } from 'drizzle-orm/pg-core';
import { explicitGroup } from './group.ts';
import { node } from './node.ts';

/** Roles: global ones have no owner. */
export const role = pgTable(
  'role',
  {
    id: serial('id').primaryKey(),
    alias: text('alias').notNull().unique('role_alias_key'),
    name: text('name').notNull(),
    description: text('description'),
    /** Bit n is the n-th permission of the catalogue. */
    permissions: integer('permissions').notNull(),
    ownerId: integer('owner_id'),
  },
  (table) => [
    foreignKey({ name: 'role_owner_id_fk', columns: [table.ownerId], foreignColumns: [node.id] }).onDelete('cascade'),
    index('role_owner_id_idx').on(table.ownerId),
  ],
);

/** Role assignments. */
export const roleAssignment = pgTable(
  'role_assignment',
  {
    id: serial('id').primaryKey(),
    /** Role assignee identifier with its prefix, in canonical case. Source: collections.md 4. */
    assignee: text('assignee').notNull(),
    roleId: integer('role_id').notNull(),
    definitionPointId: integer('definition_point_id').notNull(),
    /**
     * Where the assignment takes effect: the definition point, except for explicit groups, which count inside the tree of
     * the collection that defines them only. Null where the two do not meet. Kept right when collections move.
     */
    effectiveNodeId: integer('effective_node_id'),
    /** The explicit group that the assignee is, if it is one: the assignment goes with it. */
    explicitGroupId: integer('explicit_group_id'),
    /** The secret token of the private-URL user that is the assignee. */
    privateUrlToken: uuid('private_url_token'),
    /** Whether the private URL is anonymised. */
    privateUrlAnonymized: boolean('private_url_anonymized').notNull().default(false),
    createdAt: timestamp('created_at', { withTimezone: true, mode: 'date' }).notNull().defaultNow(),
    /** Identifier of who gave the role; null where the installation did. */
    assignedBy: text('assigned_by'),
  },
  (table) => [
    foreignKey({ name: 'role_assignment_role_id_fk', columns: [table.roleId], foreignColumns: [role.id] }),
    foreignKey({
      name: 'role_assignment_definition_point_id_fk',
      columns: [table.definitionPointId],
      foreignColumns: [node.id],
    }).onDelete('cascade'),
    foreignKey({
      name: 'role_assignment_effective_node_id_fk',
      columns: [table.effectiveNodeId],
      foreignColumns: [node.id],
    }).onDelete('cascade'),
    foreignKey({
      name: 'role_assignment_explicit_group_id_fk',
      columns: [table.explicitGroupId],
      foreignColumns: [explicitGroup.id],
    }).onDelete('cascade'),
    unique('role_assignment_key').on(table.definitionPointId, table.assignee, table.roleId),
    unique('role_assignment_private_url_token_key').on(table.privateUrlToken),
    index('role_assignment_effective_idx').on(table.effectiveNodeId, table.assignee),
    index('role_assignment_explicit_group_id_idx').on(table.explicitGroupId),
    // Includes the node, so that the lookup is as fast for accounts with thousands of assignments.
    index('role_assignment_assignee_idx').on(table.assignee, table.effectiveNodeId),
    index('role_assignment_role_id_idx').on(table.roleId),
  ],
);

/** Revoked role assignments, as long as their object exists. Source: datasets.md 14.1. */
export const revokedAssignment = pgTable(
  'revoked_assignment',
  {
    id: serial('id').primaryKey(),
    assignee: text('assignee').notNull(),
    /** The role's alias at that moment: the role itself may be gone. */
    roleAlias: text('role_alias').notNull(),
    definitionPointId: integer('definition_point_id').notNull(),
    assignedBy: text('assigned_by'),
    assignedAt: timestamp('assigned_at', { withTimezone: true, mode: 'date' }).notNull(),
    revokedBy: text('revoked_by'),
    revokedAt: timestamp('revoked_at', { withTimezone: true, mode: 'date' }).notNull().defaultNow(),
  },
  (table) => [
    foreignKey({
      name: 'revoked_assignment_definition_point_id_fk',
      columns: [table.definitionPointId],
      foreignColumns: [node.id],
    }).onDelete('cascade'),
    index('revoked_assignment_definition_point_idx').on(table.definitionPointId, table.id),
  ],
);
