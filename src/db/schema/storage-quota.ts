import { sql } from 'drizzle-orm';
import { bigint, check, foreignKey, integer, pgTable } from 'drizzle-orm/pg-core';
import { node } from './node.ts';

/** How many bytes the files of a collection or dataset may take; what has no row is bound by the nearest owner that has one. */
export const storageQuota = pgTable(
  'storage_quota',
  {
    nodeId: integer('node_id').primaryKey(),
    quotaBytes: bigint('quota_bytes', { mode: 'number' }).notNull(),
  },
  (table) => [
    foreignKey({ name: 'storage_quota_node_id_fk', columns: [table.nodeId], foreignColumns: [node.id] }).onDelete('cascade'),
    check('storage_quota_bytes_check', sql`${table.quotaBytes} >= 0`),
  ],
);
