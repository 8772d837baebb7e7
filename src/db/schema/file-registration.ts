import { sql } from 'drizzle-orm';
import { foreignKey, index, integer, pgTable, text, timestamp } from 'drizzle-orm/pg-core';
import { registrationState } from './dataset.ts';
import { dataFile } from './file.ts';

/** Where the providers know the persistent identifiers of files; a row for each file that has one. Source: datasets.md 7.3, 12.2. */
export const fileRegistration = pgTable(
  'file_registration',
  {
    dataFileId: integer('data_file_id').primaryKey(),
    datasetId: integer('dataset_id').notNull(),
    state: registrationState('state').notNull(),
    /** Up by one whenever the provider has something new to be told. */
    revision: integer('revision').notNull().default(0),
    attempts: integer('attempts').notNull().default(0),
    error: text('error'),
    registeredAt: timestamp('registered_at', { withTimezone: true, mode: 'date' }),
  },
  (table) => [
    foreignKey({ name: 'file_registration_data_file_id_fk', columns: [table.dataFileId], foreignColumns: [dataFile.id] }).onDelete(
      'cascade',
    ),
    // What is still to be told is little among much.
    index('file_registration_due_idx')
      .on(table.datasetId, table.dataFileId)
      .where(sql`${table.state} <> 'REGISTERED'`),
    index('file_registration_dataset_id_idx').on(table.datasetId, table.dataFileId),
  ],
);
