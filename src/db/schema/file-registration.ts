import { sql } from 'drizzle-orm';
import { foreignKey, index, integer, pgTable, text, timestamp } from 'drizzle-orm/pg-core';
import { registrationState } from './dataset.ts';
import { dataFile } from './file.ts';

/** State of the persistent identifiers of files at their providers; a row for each file that has one. Source: datasets.md 7.3, 12.2. */
export const fileRegistration = pgTable(
  'file_registration',
  {
    dataFileId: integer('data_file_id').primaryKey(),
    datasetId: integer('dataset_id').notNull(),
    state: registrationState('state').notNull(),
    /** Incremented for each new state to be sent to the provider. */
    revision: integer('revision').notNull().default(0),
    attempts: integer('attempts').notNull().default(0),
    error: text('error'),
    registeredAt: timestamp('registered_at', { withTimezone: true, mode: 'date' }),
  },
  (table) => [
    foreignKey({ name: 'file_registration_data_file_id_fk', columns: [table.dataFileId], foreignColumns: [dataFile.id] }).onDelete(
      'cascade',
    ),
    // Pending rows are few among many.
    index('file_registration_due_idx')
      .on(table.datasetId, table.dataFileId)
      .where(sql`${table.state} <> 'REGISTERED'`),
    index('file_registration_dataset_id_idx').on(table.datasetId, table.dataFileId),
  ],
);
