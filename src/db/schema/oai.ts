import { sql } from 'drizzle-orm';
import { bigint, boolean, foreignKey, index, integer, pgSequence, pgTable, primaryKey, serial, text } from 'drizzle-orm/pg-core';

export const exportRevisionSequence = pgSequence('export_revision_seq');

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
    /** Another one whenever the rows of the dataset change that exports are made of: triggers give it, see docs/adr/0071-stamped-exports.md. */
    exportRevision: bigint('export_revision', { mode: 'number' })
      .notNull()
      .default(sql`nextval('export_revision_seq')`),
  },
  (table) => [
    index('oai_record_identifier_idx').on(sql`lower(${table.identifier})`),
    index('oai_record_stamp_idx').on(table.stampMicros, table.datasetId),
    index('oai_record_unstamped_idx')
      .on(table.datasetId)
      .where(sql`${table.stampMicros} is null`),
  ],
);

/**
 * Sets that harvesters can ask for. The collection is no foreign key: a set whose collection is deleted keeps what it held, as deleted
 * records.
 */
export const oaiSet = pgTable('oai_set', {
  id: serial('id').primaryKey(),
  /** Name by which it is asked for. */
  spec: text('spec').notNull().unique('oai_set_spec_key'),
  description: text('description').notNull(),
  /** Only datasets below this collection; null for all. */
  collectionId: integer('collection_id'),
  /** Query over the fields of metadata that datasets answer; null for all. */
  definition: text('definition'),
  /** Counted up with each change of what it holds. */
  revision: integer('revision').notNull().default(1),
  /** Whether all records were compared with what it holds now. */
  reviewed: boolean('reviewed').notNull().default(false),
});

/** Records that are or were in a set. */
export const oaiSetRecord = pgTable(
  'oai_set_record',
  {
    setId: integer('set_id').notNull(),
    datasetId: integer('dataset_id').notNull(),
    /** False once it has left the set: harvesters of the set are told that it is deleted. */
    member: boolean('member').notNull(),
    /** When it changed last for harvesters of the set, given as that of the record is. */
    stampMicros: bigint('stamp_micros', { mode: 'number' }),
  },
  (table) => [
    primaryKey({ name: 'oai_set_record_pk', columns: [table.setId, table.datasetId] }),
    foreignKey({ name: 'oai_set_record_set_id_fk', columns: [table.setId], foreignColumns: [oaiSet.id] }).onDelete('cascade'),
    foreignKey({ name: 'oai_set_record_dataset_id_fk', columns: [table.datasetId], foreignColumns: [oaiRecord.datasetId] }).onDelete(
      'cascade',
    ),
    index('oai_set_record_page_idx').on(table.setId, table.stampMicros, table.datasetId),
    index('oai_set_record_dataset_id_idx').on(table.datasetId),
    index('oai_set_record_stamp_idx').on(table.stampMicros),
    index('oai_set_record_unstamped_idx')
      .on(table.setId, table.datasetId)
      .where(sql`${table.stampMicros} is null`),
  ],
);
