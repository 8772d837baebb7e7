/**
 * The index that searches read. Triggers on what it describes keep it, in the same transaction (see the migration that made it): nothing
 * that is written can be forgotten there, whatever wrote it.
 */
import { sql } from 'drizzle-orm';
import {
  bigint,
  boolean,
  customType,
  index,
  integer,
  pgEnum,
  pgTable,
  primaryKey,
  serial,
  text,
  timestamp,
  uniqueIndex,
} from 'drizzle-orm/pg-core';
import { SEARCH_REBUILD_STEPS } from '../../vocabulary/search.ts';
import { nodeKind } from './node.ts';
import { versionState } from './dataset.ts';

const stretchOfBits = customType<{ data: string }>({ dataType: () => 'bit(8192)' });
const tsvector = customType<{ data: string }>({ dataType: () => 'tsvector' });
/** Text in the order of its bytes: an index finds beginnings. */
const orderedText = customType<{ data: string }>({ dataType: () => 'text collate "C"' });

/**
 * What can be found: collections; of each dataset its newest released version and its draft, or the newest deaccessioned version where there
 * is neither; and the metadata of files. Source: collections.md 11.1.
 */
export const searchDocument = pgTable(
  'search_document',
  {
    kind: nodeKind('kind').notNull(),
    /** Id of the collection, of the version of a dataset, or of the row of `file_metadata`. */
    rowId: integer('row_id').notNull(),
    nodeId: integer('node_id').notNull(),
    /** The dataset of a version or a file. */
    datasetId: integer('dataset_id'),
    /** Of files, as in `file_metadata`: a new version of a dataset writes no rows for files that stay as they are. */
    validFrom: integer('valid_from'),
    validTo: integer('valid_to'),
    /** State of a version. */
    state: versionState('state'),
    /** Whether everybody may see it. Of a file, that depends on the versions of its dataset. */
    public: boolean('public').notNull(),
    name: text('name').notNull(),
    /** What an order by date goes by; of files, the dates of their nodes. */
    sortedAt: timestamp('sorted_at', { withTimezone: true, mode: 'date' }),
    sizeBytes: bigint('size_bytes', { mode: 'number' }),
    /** Exact values as `field=value`, for facets and filters. */
    facets: text('facets').array().notNull(),
    words: tsvector('words').notNull(),
    /** Of what the words were made from: a change of anything else leaves them. */
    digest: text('digest').notNull(),
    /** Codes of the values of usual facets, which are counted in place of texts; a code tells the facet by its upper bits. */
    facetCodes: bigint('facet_codes', { mode: 'bigint' })
      .array()
      .notNull()
      .generatedAlwaysAs(sql`search_facet_codes(facets)`),
  },
  (table) => [
    primaryKey({ name: 'search_document_pk', columns: [table.kind, table.rowId] }),
    index('search_document_node_idx').on(table.nodeId),
    index('search_document_words_idx').using('gin', table.words),
    index('search_document_facets_idx').using('gin', table.facets),
    index('search_document_name_idx').using('gin', sql`search_fold(left(${table.name}, 300)) gin_trgm_ops`),
    index('search_document_unpublished_idx')
      .on(table.kind, table.rowId)
      .where(sql`not ${table.public} and ${table.kind} <> 'DATAFILE'`),
    index('search_document_newest_idx')
      .on(table.sortedAt.desc().nullsLast(), table.kind, table.rowId)
      .where(sql`${table.kind} <> 'DATAFILE'`),
  ],
);

/**
 * Words of which the hits are kept, because very many have them; the empty one is of everything. Those with a space are no words, but exact
 * values and collections. See docs/adr/0100-hits-of-frequent-words-are-kept.md and docs/adr/0107-filters-and-collections-are-kept-as-bits.md.
 */
export const searchKeptWord = pgTable('search_kept_word', {
  word: orderedText('word').primaryKey(),
  /** Of those that everybody may see, when they were counted last. */
  hits: integer('hits').notNull(),
});

/** What everybody may see and has a kept word: a bit for each id of a stretch of ids. What has changed since is in `search_change`. */
export const searchKept = pgTable(
  'search_kept',
  {
    word: orderedText('word').notNull(),
    kind: nodeKind('kind').notNull(),
    stretch: integer('stretch').notNull(),
    bits: stretchOfBits('bits').notNull(),
  },
  (table) => [primaryKey({ name: 'search_kept_pk', columns: [table.word, table.kind, table.stretch] })],
);

/**
 * The same of what only some may see, such as drafts, so that a search looks at those of them that have its words: who may see them is not
 * kept, and asked each time. Of files, those that the newest metadata describe.
 */
export const searchWithheld = pgTable(
  'search_withheld',
  {
    word: orderedText('word').notNull(),
    kind: nodeKind('kind').notNull(),
    stretch: integer('stretch').notNull(),
    bits: stretchOfBits('bits').notNull(),
  },
  (table) => [primaryKey({ name: 'search_withheld_pk', columns: [table.word, table.kind, table.stretch] })],
);

/** Rows of the index that have changed, or that others may see now, since kept hits were put right. Triggers write it, in the transaction of the change. */
export const searchChange = pgTable('search_change', {
  id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
  kind: nodeKind('kind').notNull(),
  rowId: integer('row_id').notNull(),
});

/** Of kept words, those that have to be kept anew: a collection has been moved, with all that lies in it. Triggers write it, in the transaction of the change. */
export const searchStale = pgTable('search_stale', {
  id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
  word: orderedText('word').notNull(),
});

/** What completion reads: each name from each of its words on, without case, accents and signs. Triggers on `search_document` write it. */
export const searchName = pgTable(
  'search_name',
  {
    tail: orderedText('tail').notNull(),
    kind: nodeKind('kind').notNull(),
    rowId: integer('row_id').notNull(),
  },
  (table) => [primaryKey({ name: 'search_name_pk', columns: [table.tail, table.kind, table.rowId] })],
);

/** Which versions of a dataset its files are found by: those of the newest released one, and what its draft has changed. */
export const searchDataset = pgTable(
  'search_dataset',
  {
    datasetId: integer('dataset_id').primaryKey(),
    releasedOrdinal: integer('released_ordinal'),
    draftOrdinal: integer('draft_ordinal'),
  },
  (table) => [
    index('search_dataset_draft_idx')
      .on(table.datasetId)
      .where(sql`${table.draftOrdinal} is not null`),
  ],
);

/** The engine beside the database that is told of changes; no row without one. See docs/adr/0073-search-in-opensearch.md. */
export const searchEngine = pgTable('search_engine', {
  name: text('name').primaryKey(),
  /** The index that answers; null until one is built. */
  currentIndex: text('current_index'),
  /** The index that is being built. */
  buildingIndex: text('building_index'),
});

/** Rows of the index that have changed since the engine was told of them. Triggers write it, in the transaction of the change. */
export const searchFeed = pgTable('search_feed', {
  id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
  kind: nodeKind('kind').notNull(),
  rowId: integer('row_id').notNull(),
  notedAt: timestamp('noted_at', { withTimezone: true, mode: 'date' }).notNull().defaultNow(),
});

export const searchRebuildStep = pgEnum('search_rebuild_step', SEARCH_REBUILD_STEPS);

/** A rebuild of the index, and how far it is. See docs/adr/0070-the-index-of-search-is-rebuilt-in-place.md. */
export const searchRebuild = pgTable(
  'search_rebuild',
  {
    id: serial('id').primaryKey(),
    requestedBy: text('requested_by').notNull(),
    /** Whether the indexes of the database are built anew, too. */
    buildsIndexes: boolean('builds_indexes').notNull(),
    step: searchRebuildStep('step').notNull().default('COLLECTION'),
    /** Of the step: records described, names read, or indexes built. */
    doneCount: integer('done_count').notNull().default(0),
    /** Of the step; an estimate. */
    totalCount: integer('total_count').notNull(),
    /** What was otherwise than it is described now, of all steps. */
    faultCount: integer('fault_count').notNull().default(0),
    /** Where the step is: the last id. Of names, with the two below, the last one that was read. */
    afterId: integer('after_id').notNull().default(0),
    afterKind: nodeKind('after_kind'),
    /** The last name that was read, or the last index that was built. */
    afterName: text('after_name'),
    startedAt: timestamp('started_at', { withTimezone: true, mode: 'date' }).notNull().defaultNow(),
    finishedAt: timestamp('finished_at', { withTimezone: true, mode: 'date' }),
  },
  (table) => [
    // One at a time.
    uniqueIndex('search_rebuild_running_key')
      .on(sql`(true)`)
      .where(sql`${table.finishedAt} is null`),
  ],
);
