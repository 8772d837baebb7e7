import { sql } from 'drizzle-orm';
import {
  boolean,
  check,
  date,
  foreignKey,
  index,
  integer,
  json,
  pgEnum,
  pgTable,
  serial,
  text,
  timestamp,
  unique,
  uniqueIndex,
} from 'drizzle-orm/pg-core';
import { LOCK_TYPES, type TERMS_OF_ACCESS_KEYS, type TERMS_OF_USE_KEYS, VERSION_STATES } from '../../vocabulary/datasets.ts';
import type { VersionMetadata } from '../../model/metadata/version-metadata.ts';
import { guestbook } from './guestbook.ts';
import { node } from './node.ts';
import { userAccount } from './user.ts';

export const versionState = pgEnum('version_state', VERSION_STATES);
export const lockType = pgEnum('lock_type', LOCK_TYPES);
export const registrationState = pgEnum('registration_state', ['RESERVED', 'PENDING', 'REGISTERED', 'FAILED']);

export const dataset = pgTable(
  'dataset',
  {
    id: integer('id').primaryKey(),
    /** Parts of the persistent identifier: `protocol:authority` + separator + identifier. Source: datasets.md 12.1. */
    protocol: text('protocol').notNull(),
    authority: text('authority').notNull(),
    separator: text('separator').notNull(),
    identifier: text('identifier').notNull(),
    /** Id of the provider whose identifiers the dataset is to have; null for the one of new datasets. Source: datasets.md 12.3. */
    pidGenerator: text('pid_generator'),
    /**
     * Folder of its files in any store, `10.5072/FK2/ABC123`, where the dataset has had other identifiers; else null: the folder bears the
     * identifier. Source: files.md 18.
     */
    storageFolder: text('storage_folder'),
    /** State of the identifier at its provider; PENDING while the outbox still has to send it. */
    registrationState: registrationState('registration_state').notNull().default('RESERVED'),
    registrationAttempts: integer('registration_attempts').notNull().default(0),
    registrationError: text('registration_error'),
    registeredAt: timestamp('registered_at', { withTimezone: true, mode: 'date' }),
    /** Incremented for each new state to be sent to the provider: a response to an older record does not acknowledge a newer one. */
    registrationRevision: integer('registration_revision').notNull().default(0),
    /** The store that was current when the dataset was made; part of its own storage identifier for good. */
    storageDriver: text('storage_driver').notNull(),
    /** The store that new files go to; null takes over what the collections above say. */
    chosenStorageDriver: text('chosen_storage_driver'),
    datasetType: text('dataset_type').notNull().default('dataset'),
    metadataLanguage: text('metadata_language'),
    datasetFileCountLimit: integer('dataset_file_count_limit'),
    /** Whether access can be requested, as of the last publication. Source: files.md 6. */
    fileAccessRequest: boolean('file_access_request').notNull().default(true),
    /** Set of curation labels: the name of one, or `DISABLED`; null takes over what the collections above say. */
    curationLabelSet: text('curation_label_set'),
    /** Name of the metadata field that citations take their year from; null for the publication date. */
    citationDateField: text('citation_date_field'),
    /** Latest end of an embargo among the files of the first publication; citations name it where it is later than that. */
    embargoCitationDate: date('embargo_citation_date', { mode: 'string' }),
    /** What those who download files are asked; null for nothing. */
    guestbookId: integer('guestbook_id'),
    /** Whether requests for access are asked in their place; null for what the installation says. */
    guestbookAtRequest: boolean('guestbook_at_request'),
    modifiedAt: timestamp('modified_at', { withTimezone: true, mode: 'date' }).notNull().defaultNow(),
  },
  (table) => [
    foreignKey({ name: 'dataset_id_fk', columns: [table.id], foreignColumns: [node.id] }).onDelete('cascade'),
    foreignKey({ name: 'dataset_guestbook_id_fk', columns: [table.guestbookId], foreignColumns: [guestbook.id] }).onDelete('set null'),
    index('dataset_guestbook_idx')
      .on(table.guestbookId)
      .where(sql`${table.guestbookId} is not null`),
    uniqueIndex('dataset_persistent_id_key').on(
      sql`lower(${table.protocol} || ':' || ${table.authority} || ${table.separator} || ${table.identifier})`,
    ),
  ],
);

/** Identifiers that datasets had before, and are still found by. No other dataset ever gets one of them. Source: datasets.md 12.2. */
export const alternativePersistentId = pgTable(
  'alternative_persistent_id',
  {
    id: serial('id').primaryKey(),
    datasetId: integer('dataset_id').notNull(),
    /** In scheme form. */
    persistentId: text('persistent_id').notNull(),
    /** When the dataset got another one. */
    replacedAt: timestamp('replaced_at', { withTimezone: true, mode: 'date' }).notNull().defaultNow(),
  },
  (table) => [
    foreignKey({ name: 'alternative_persistent_id_dataset_id_fk', columns: [table.datasetId], foreignColumns: [dataset.id] }).onDelete(
      'cascade',
    ),
    index('alternative_persistent_id_dataset_idx').on(table.datasetId),
    uniqueIndex('alternative_persistent_id_key').on(sql`lower(${table.persistentId})`),
  ],
);

export const license = pgTable('license', {
  id: serial('id').primaryKey(),
  name: text('name').notNull().unique('license_name_key'),
  uri: text('uri').notNull().unique('license_uri_key'),
  shortDescription: text('short_description').notNull(),
  iconUri: text('icon_uri'),
  rightsIdentifier: text('rights_identifier'),
  rightsIdentifierScheme: text('rights_identifier_scheme'),
  schemeUri: text('scheme_uri'),
  languageCode: text('language_code'),
  active: boolean('active').notNull().default(true),
  isDefault: boolean('is_default').notNull().default(false),
  sortOrder: integer('sort_order').notNull().default(0),
});

/** Free-text terms of a version, by the contract's keys; absent keys are not set. Source: datasets.md 3.2. */
export type VersionTerms = Partial<Record<(typeof TERMS_OF_USE_KEYS)[number] | (typeof TERMS_OF_ACCESS_KEYS)[number], string>>;

/** Versions of a dataset. A row whose state is not DRAFT is never changed in its metadata. */
export const datasetVersion = pgTable(
  'dataset_version',
  {
    id: serial('id').primaryKey(),
    datasetId: integer('dataset_id').notNull(),
    /** 1 for the first version, then counted up; file metadata is valid for a range of ordinals. */
    ordinal: integer('ordinal').notNull(),
    state: versionState('state').notNull(),
    versionNumber: integer('version_number'),
    versionMinorNumber: integer('version_minor_number'),
    /** Value of the citation block's title, for lists and labels. */
    title: text('title').notNull(),
    /** `json`, not `jsonb`: the order of keys is preserved. */
    metadata: json('metadata').$type<VersionMetadata>().notNull(),
    licenseId: integer('license_id'),
    terms: json('terms').$type<VersionTerms>().notNull().default({}),
    fileAccessRequest: boolean('file_access_request').notNull(),
    versionNote: text('version_note'),
    deaccessionNote: text('deaccession_note'),
    deaccessionLink: text('deaccession_link'),
    /** Universal numerical fingerprint of the tables of this version; null where it has none. Source: files.md 20.2. */
    unf: text('unf'),
    /** Optimistic-locking counter, up by one on each save. */
    internalVersionNumber: integer('internal_version_number').notNull().default(1),
    createdAt: timestamp('created_at', { withTimezone: true, mode: 'date' }).notNull().defaultNow(),
    updatedAt: timestamp('updated_at', { withTimezone: true, mode: 'date' }).notNull().defaultNow(),
    releasedAt: timestamp('released_at', { withTimezone: true, mode: 'date' }),
  },
  (table) => [
    foreignKey({ name: 'dataset_version_dataset_id_fk', columns: [table.datasetId], foreignColumns: [dataset.id] }).onDelete('cascade'),
    foreignKey({ name: 'dataset_version_license_id_fk', columns: [table.licenseId], foreignColumns: [license.id] }),
    unique('dataset_version_ordinal_key').on(table.datasetId, table.ordinal),
    uniqueIndex('dataset_version_draft_key')
      .on(table.datasetId)
      .where(sql`${table.state} = 'DRAFT'`),
    // Withdrawn versions, which are few: they are taken off what is counted.
    index('dataset_version_withdrawn_idx')
      .on(table.datasetId)
      .where(sql`${table.state} = 'DEACCESSIONED'`),
    uniqueIndex('dataset_version_number_key')
      .on(table.datasetId, table.versionNumber, table.versionMinorNumber)
      .where(sql`${table.versionNumber} is not null`),
    check(
      'dataset_version_number_check',
      sql`(${table.state} = 'DRAFT') = (${table.versionNumber} is null) and (${table.versionNumber} is null) = (${table.versionMinorNumber} is null)`,
    ),
  ],
);

export const datasetLock = pgTable(
  'dataset_lock',
  {
    id: serial('id').primaryKey(),
    datasetId: integer('dataset_id').notNull(),
    lockType: lockType('lock_type').notNull(),
    userAccountId: integer('user_account_id').notNull(),
    message: text('message'),
    createdAt: timestamp('created_at', { withTimezone: true, mode: 'date' }).notNull().defaultNow(),
  },
  (table) => [
    foreignKey({ name: 'dataset_lock_dataset_id_fk', columns: [table.datasetId], foreignColumns: [dataset.id] }).onDelete('cascade'),
    foreignKey({ name: 'dataset_lock_user_account_id_fk', columns: [table.userAccountId], foreignColumns: [userAccount.id] }),
    unique('dataset_lock_type_key').on(table.datasetId, table.lockType),
  ],
);
