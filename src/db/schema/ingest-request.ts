import { bigint, boolean, foreignKey, index, integer, jsonb, pgTable, serial, text, timestamp, unique } from 'drizzle-orm/pg-core';
import type { IngestReport } from '../../model/tables/ingest-report.ts';
import type { IngestState } from '../../vocabulary/ingest.ts';
import { dataset } from './dataset.ts';
import { dataFile } from './file.ts';
import { userAccount } from './user.ts';

/** A file that is to be ingested, or could not be. A file without a row has no ingest in view. Source: files.md 19.3. */
export const ingestRequest = pgTable(
  'ingest_request',
  {
    /** Names the text that the ingest makes; never given out twice. */
    id: serial('id').primaryKey(),
    dataFileId: integer('data_file_id').notNull(),
    datasetId: integer('dataset_id').notNull(),
    userAccountId: integer('user_account_id').notNull(),
    /** `DONE` until the account was told, then the row goes. */
    state: text('state').$type<IngestState | 'DONE'>().notNull().default('SCHEDULED'),
    /** How often it was begun: one that ends the process is not begun forever. */
    attempts: integer('attempts').notNull().default(0),
    /** Rows that were read so far. */
    rowsDone: bigint('rows_done', { mode: 'number' }).notNull().default(0),
    /** Rows that the file says it has; null where only reading tells. */
    rowsExpected: bigint('rows_expected', { mode: 'number' }),
    /** Why it failed. */
    report: jsonb('report').$type<IngestReport>(),
    /** Whether its outcome was told to the account. */
    told: boolean('told').notNull().default(false),
    requestedAt: timestamp('requested_at', { withTimezone: true, mode: 'date' }).notNull().defaultNow(),
    startedAt: timestamp('started_at', { withTimezone: true, mode: 'date' }),
  },
  (table) => [
    foreignKey({ name: 'ingest_request_data_file_id_fk', columns: [table.dataFileId], foreignColumns: [dataFile.id] }).onDelete('cascade'),
    foreignKey({ name: 'ingest_request_dataset_id_fk', columns: [table.datasetId], foreignColumns: [dataset.id] }).onDelete('cascade'),
    foreignKey({ name: 'ingest_request_user_account_id_fk', columns: [table.userAccountId], foreignColumns: [userAccount.id] }),
    unique('ingest_request_data_file_key').on(table.dataFileId),
    index('ingest_request_dataset_idx').on(table.datasetId),
  ],
);
