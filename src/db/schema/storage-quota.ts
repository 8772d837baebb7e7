import { sql } from 'drizzle-orm';
import { bigint, check, foreignKey, integer, pgTable } from 'drizzle-orm/pg-core';
import { node } from './node.ts';

/** Storage quotas of collections and datasets, in bytes; without a row, that of the nearest owner applies. */
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
