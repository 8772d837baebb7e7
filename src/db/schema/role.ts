import { foreignKey, index, integer, pgTable, serial, text, timestamp, unique, uuid } from 'drizzle-orm/pg-core';
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

/** Who has which role where. */
export const roleAssignment = pgTable(
  'role_assignment',
  {
    id: serial('id').primaryKey(),
    /** Role assignee identifier with its prefix, in canonical case. Source: collections.md 4. */
    assignee: text('assignee').notNull(),
    roleId: integer('role_id').notNull(),
    definitionPointId: integer('definition_point_id').notNull(),
    privateUrlToken: uuid('private_url_token'),
    createdAt: timestamp('created_at', { withTimezone: true, mode: 'date' }).notNull().defaultNow(),
  },
  (table) => [
    foreignKey({ name: 'role_assignment_role_id_fk', columns: [table.roleId], foreignColumns: [role.id] }),
    foreignKey({
      name: 'role_assignment_definition_point_id_fk',
      columns: [table.definitionPointId],
      foreignColumns: [node.id],
    }).onDelete('cascade'),
    unique('role_assignment_key').on(table.definitionPointId, table.assignee, table.roleId),
    index('role_assignment_assignee_idx').on(table.assignee),
    index('role_assignment_role_id_idx').on(table.roleId),
  ],
);
