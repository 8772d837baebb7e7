import { sql } from 'drizzle-orm';
import {
  bigint,
  boolean,
  check,
  date,
  foreignKey,
  index,
  integer,
  pgTable,
  serial,
  text,
  timestamp,
  unique,
  uniqueIndex,
} from 'drizzle-orm/pg-core';
import { dataset } from './dataset.ts';
import { node } from './node.ts';

/** The bytes of a file: type, size, checksum, place. Not versioned. Source: files.md 2. */
export const dataFile = pgTable(
  'data_file',
  {
    id: integer('id').primaryKey(),
    datasetId: integer('dataset_id').notNull(),
    contentType: text('content_type').notNull(),
    sizeBytes: bigint('size_bytes', { mode: 'number' }).notNull(),
    checksumAlgorithm: text('checksum_algorithm').notNull(),
    /** Lower-case hexadecimal. */
    checksumValue: text('checksum_value').notNull(),
    /** CRC-32 of the bytes, which archives are made with; null until it is known. */
    crc32: bigint('crc32', { mode: 'number' }),
    storageDriver: text('storage_driver').notNull(),
    storageId: text('storage_id').notNull(),
    /**
     * Tag of the object that downloads give out: of the text that an ingest here has put beside what was uploaded. Null where the
     * storage id itself is given out: bytes as uploaded, and tables that were imported with their originals beside them. Never given
     * out twice: a text that is being removed is not that of a later ingest.
     */
    bytesTag: text('bytes_tag'),
    /** In scheme form, such as `doi:10.5072/FK2/ABCDEF/XYZ123`; null until a publication gives it one. Source: datasets.md 12.2. */
    persistentId: text('persistent_id'),
    /** As of the last publication; what download checks. Source: files.md 6. */
    restricted: boolean('restricted').notNull().default(false),
    rootDataFileId: integer('root_data_file_id'),
    previousDataFileId: integer('previous_data_file_id'),
    /** Kinds of data in a tabular file, from a fixed list; `dataFileTags` of clients. */
    tabularTags: text('tabular_tags')
      .array()
      .notNull()
      .default(sql`'{}'`),
    /** First day after the embargo; null without an embargo. */
    embargoDateAvailable: date('embargo_date_available', { mode: 'string' }),
    embargoReason: text('embargo_reason'),
    /** Last day of the retention period; null without one. */
    retentionDateUnavailable: date('retention_date_unavailable', { mode: 'string' }),
    retentionReason: text('retention_reason'),
  },
  (table) => [
    foreignKey({ name: 'data_file_id_fk', columns: [table.id], foreignColumns: [node.id] }).onDelete('cascade'),
    foreignKey({ name: 'data_file_dataset_id_fk', columns: [table.datasetId], foreignColumns: [dataset.id] }).onDelete('cascade'),
    index('data_file_dataset_checksum_idx').on(table.datasetId, table.checksumValue),
    // Files of a version by size, and those of one media type.
    index('data_file_dataset_size_idx').on(table.datasetId, table.sizeBytes, table.id),
    index('data_file_dataset_type_idx').on(table.datasetId, table.contentType, table.id),
    uniqueIndex('data_file_persistent_id_key').on(sql`lower(${table.persistentId})`),
    // Bytes are in the folder of their dataset. The storage id comes first: stored objects are looked up by it.
    unique('data_file_dataset_storage_id_key').on(table.storageId, table.datasetId),
    // Each tag is given once; removals ask which are in use.
    uniqueIndex('data_file_bytes_tag_key')
      .on(table.bytesTag)
      .where(sql`${table.bytesTag} is not null`),
    index('data_file_root_idx')
      .on(table.rootDataFileId)
      .where(sql`${table.rootDataFileId} is not null`),
    // Every upload checks whether the dataset holds a package; hardly any does.
    index('data_file_package_idx')
      .on(table.datasetId)
      .where(sql`${table.contentType} like 'application/vnd.%.file-package'`),
    // Each list by access status looks up the files of a dataset with dates; most have none.
    index('data_file_dates_idx')
      .on(table.datasetId, table.id)
      .where(sql`${table.embargoDateAvailable} is not null or ${table.retentionDateUnavailable} is not null`),
    check('data_file_embargo_check', sql`${table.embargoReason} is null or ${table.embargoDateAvailable} is not null`),
    check('data_file_retention_check', sql`${table.retentionReason} is null or ${table.retentionDateUnavailable} is not null`),
  ],
);

/**
 * The metadata of a file in a version. A row is valid for the versions whose ordinal is in [validFrom, validTo); a new version writes no
 * rows, an edit writes one.
 */
export const fileMetadata = pgTable(
  'file_metadata',
  {
    id: serial('id').primaryKey(),
    datasetId: integer('dataset_id').notNull(),
    dataFileId: integer('data_file_id').notNull(),
    validFrom: integer('valid_from').notNull(),
    /** First ordinal that no longer has this row; null while it is current. */
    validTo: integer('valid_to'),
    label: text('label').notNull(),
    directoryLabel: text('directory_label'),
    description: text('description'),
    restricted: boolean('restricted').notNull().default(false),
    categories: text('categories')
      .array()
      .notNull()
      .default(sql`'{}'`),
    provFreeForm: text('prov_free_form'),
    /** What was edited of the variables of the table, if anything was; one that went with the table counts as none. */
    variableEditsId: integer('variable_edits_id'),
    /** Optimistic-locking counter of the record. */
    recordVersion: integer('record_version').notNull().default(1),
    updatedAt: timestamp('updated_at', { withTimezone: true, mode: 'date' }).notNull().defaultNow(),
  },
  (table) => [
    foreignKey({ name: 'file_metadata_dataset_id_fk', columns: [table.datasetId], foreignColumns: [dataset.id] }).onDelete('cascade'),
    foreignKey({ name: 'file_metadata_data_file_id_fk', columns: [table.dataFileId], foreignColumns: [dataFile.id] }).onDelete('cascade'),
    // With the range, so that files are counted and skipped without reading their rows.
    index('file_metadata_dataset_label_idx').on(table.datasetId, table.label, table.id, table.validFrom, table.validTo),
    // The changes of a version are found without reading unchanged rows.
    index('file_metadata_valid_from_idx').on(table.datasetId, table.validFrom),
    index('file_metadata_valid_to_idx')
      .on(table.datasetId, table.validTo)
      .where(sql`${table.validTo} is not null`),
    // Each edit of terms and each publication checks whether a version restricts any file.
    index('file_metadata_restricted_idx')
      .on(table.datasetId, table.label, table.id)
      .where(sql`${table.restricted}`),
    // Files of one dataset that have a tag: the dataset's id is one of the tags, because an index of this kind covers only one list.
    index('file_metadata_categories_idx').using('gin', sql`array_append(${table.categories}, ${table.datasetId}::text)`),
    index('file_metadata_data_file_idx').on(table.dataFileId, table.validFrom),
    uniqueIndex('file_metadata_current_path_key')
      .on(table.datasetId, sql`coalesce(${table.directoryLabel}, '')`, table.label)
      .where(sql`${table.validTo} is null`),
    uniqueIndex('file_metadata_current_file_key')
      .on(table.dataFileId)
      .where(sql`${table.validTo} is null`),
    check('file_metadata_range_check', sql`${table.validTo} is null or ${table.validTo} > ${table.validFrom}`),
  ],
);
