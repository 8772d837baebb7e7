import { sql } from 'drizzle-orm';
import { bigint, boolean, index, integer, pgTable, text } from 'drizzle-orm/pg-core';

/**
 * What harvesters are told of each dataset that was ever published; see docs/adr/0049-harvesting.md. A destroyed dataset leaves its row, so
 * there is no foreign key.
 */
export const oaiRecord = pgTable(
  'oai_record',
  {
    datasetId: integer('dataset_id').primaryKey(),
    /** Persistent identifier. */
    identifier: text('identifier').notNull(),
    /** Whether no version is published any more. */
    deleted: boolean('deleted').notNull(),
    /** When it changed last, in microseconds since 1970: given after the commit, in an order that never changes again; null until then. */
    stampMicros: bigint('stamp_micros', { mode: 'number' }),
  },
  (table) => [
    index('oai_record_identifier_idx').on(sql`lower(${table.identifier})`),
    index('oai_record_stamp_idx').on(table.stampMicros, table.datasetId),
    index('oai_record_unstamped_idx')
      .on(table.datasetId)
      .where(sql`${table.stampMicros} is null`),
  ],
);
