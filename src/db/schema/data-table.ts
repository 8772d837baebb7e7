import { bigint, boolean, foreignKey, integer, jsonb, pgTable, primaryKey, serial, text, timestamp, unique } from 'drizzle-orm/pg-core';
import type { InvalidRange, SummaryStatistics, VariableCategory } from '../../model/tables/variable-facts.ts';
import type { VariableFormatType, VariableIntervalType } from '../../vocabulary/ingest.ts';
import { dataFile } from './file.ts';

/** What an ingest has found in a file. Source: files.md 19.4. */
export const dataTable = pgTable(
  'data_table',
  {
    dataFileId: integer('data_file_id').primaryKey(),
    /** Rows. */
    caseQuantity: bigint('case_quantity', { mode: 'number' }).notNull(),
    /** Columns. */
    variableQuantity: integer('variable_quantity').notNull(),
    /** Universal numerical fingerprint of all values. Source: files.md 20. */
    unf: text('unf').notNull(),
    /** Whether the stored text begins with the names of the variables. Source: files.md 19.4. */
    textHasHeader: boolean('text_has_header').notNull().default(false),
    /** Bytes of the text below the names of its variables, as it is given out; null where they were not counted. */
    downloadSizeBytes: bigint('download_size_bytes', { mode: 'number' }),
    /** SHA-256 of these bytes, hexadecimal. */
    downloadSha256: text('download_sha256'),
  },
  (table) => [
    foreignKey({ name: 'data_table_data_file_id_fk', columns: [table.dataFileId], foreignColumns: [dataFile.id] }).onDelete('cascade'),
  ],
);

/** A column of a table. What no statement looks for is JSON: some tables have 10,000 columns, each read as one row. Source: files.md 22.1. */
export const dataVariable = pgTable(
  'data_variable',
  {
    /** Clients name variables by it. */
    id: serial('id').primaryKey(),
    dataFileId: integer('data_file_id').notNull(),
    /** Place in the table, from 0. */
    fileOrder: integer('file_order').notNull(),
    name: text('name').notNull(),
    label: text('label'),
    intervalType: text('interval_type').$type<VariableIntervalType>().notNull(),
    formatType: text('format_type').$type<VariableFormatType>().notNull(),
    /** Pattern of dates and times, or `float`. */
    format: text('format'),
    formatCategory: text('format_category'),
    /** Digits after the point in the display format of the uploaded file. */
    decimalPoints: integer('decimal_points'),
    isOrderedCategorical: boolean('is_ordered_categorical').notNull().default(false),
    unf: text('unf').notNull(),
    /** Of numeric variables alone. */
    statistics: jsonb('statistics').$type<SummaryStatistics>(),
    categories: jsonb('categories').$type<readonly VariableCategory[]>(),
    invalidRanges: jsonb('invalid_ranges').$type<readonly InvalidRange[]>(),
  },
  (table) => [
    foreignKey({ name: 'data_variable_data_file_id_fk', columns: [table.dataFileId], foreignColumns: [dataTable.dataFileId] }).onDelete(
      'cascade',
    ),
    unique('data_variable_order_key').on(table.dataFileId, table.fileOrder),
  ],
);

/**
 * Forms of a table that were made from its text, and failures to make one; a form is stored beside the text, under its tag and the name of
 * the form. Source: files.md 11.2.
 */
export const tableForm = pgTable(
  'table_form',
  {
    dataFileId: integer('data_file_id').notNull(),
    /** Such as `csv`, or `subset-` with what tells its columns from others. */
    form: text('form').notNull(),
    /** Null if it could not be made; it is not retried. */
    sizeBytes: bigint('size_bytes', { mode: 'number' }),
    /** Which archives are made with; null with the size. */
    crc32: bigint('crc32', { mode: 'number' }),
    madeAt: timestamp('made_at', { withTimezone: true, mode: 'date' }).notNull().defaultNow(),
  },
  (table) => [
    primaryKey({ name: 'table_form_pk', columns: [table.dataFileId, table.form] }),
    foreignKey({ name: 'table_form_data_file_id_fk', columns: [table.dataFileId], foreignColumns: [dataTable.dataFileId] }).onDelete(
      'cascade',
    ),
  ],
);
