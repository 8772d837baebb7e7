import { sql } from 'drizzle-orm';
import { bigint, check, foreignKey, index, integer, pgTable, text, timestamp, unique, uuid } from 'drizzle-orm/pg-core';
import { dataset } from './dataset.ts';
import { userAccount } from './user.ts';

/**
 * Permission to upload the bytes of one file before the file is added. A row is deleted when the file is added, or with the bytes when the
 * upload is aborted or expires.
 */
export const uploadTicket = pgTable(
  'upload_ticket',
  {
    id: uuid('id').primaryKey(),
    /** Null once the dataset is deleted: the bytes still have to be removed. */
    datasetId: integer('dataset_id'),
    /** Who may use the ticket. */
    accountId: integer('account_id'),
    /** Location of the bytes, as of the creation of the ticket. */
    authority: text('authority').notNull(),
    identifier: text('identifier').notNull(),
    storageDriver: text('storage_driver').notNull(),
    storageId: text('storage_id').notNull(),
    /** What the store calls the upload. */
    storageUploadId: text('storage_upload_id').notNull(),
    /** As declared; the upload must have this size. */
    sizeBytes: bigint('size_bytes', { mode: 'number' }).notNull(),
    /** All parts have this size but the last, which may be smaller. */
    partSizeBytes: bigint('part_size_bytes', { mode: 'number' }).notNull(),
    createdAt: timestamp('created_at', { withTimezone: true, mode: 'date' }).notNull().defaultNow(),
    expiresAt: timestamp('expires_at', { withTimezone: true, mode: 'date' }).notNull(),
    /** When the parts were put together; null before. The checksum is known from then on. */
    completedAt: timestamp('completed_at', { withTimezone: true, mode: 'date' }),
    checksumAlgorithm: text('checksum_algorithm'),
    /** Lower-case hexadecimal. */
    checksumValue: text('checksum_value'),
  },
  (table) => [
    foreignKey({ name: 'upload_ticket_dataset_id_fk', columns: [table.datasetId], foreignColumns: [dataset.id] }).onDelete('set null'),
    foreignKey({ name: 'upload_ticket_account_id_fk', columns: [table.accountId], foreignColumns: [userAccount.id] }).onDelete('set null'),
    unique('upload_ticket_storage_id_key').on(table.storageId),
    index('upload_ticket_dataset_idx').on(table.datasetId),
    index('upload_ticket_account_idx').on(table.accountId),
    index('upload_ticket_expires_idx').on(table.expiresAt),
    check('upload_ticket_size_check', sql`${table.sizeBytes} >= 0 and ${table.partSizeBytes} > 0`),
    check(
      'upload_ticket_completed_check',
      sql`(${table.completedAt} is null) = (${table.checksumValue} is null) and (${table.checksumValue} is null) = (${table.checksumAlgorithm} is null)`,
    ),
  ],
);
