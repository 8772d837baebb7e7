/** Words about files. */
import type { OrderDirection } from './collections.ts';

/** What came of a request for access to a file. Source: files.md 22.4. */
export const ACCESS_REQUEST_STATES = ['CREATED', 'GRANTED', 'REJECTED'] as const;
export type AccessRequestState = (typeof ACCESS_REQUEST_STATES)[number];

/** Checksum algorithms, named as they appear in file records. Source: files.md 17. */
export const CHECKSUM_ALGORITHMS = ['MD5', 'SHA-1', 'SHA-256', 'SHA-512'] as const;
export type ChecksumAlgorithm = (typeof CHECKSUM_ALGORITHMS)[number];

/** What is recorded of the original that ingest kept. Source: files.md 12.1, 22.8. */
export const SAVED_ORIGINAL_FACTS = ['SIZE', 'TYPE'] as const;
export type SavedOriginalFact = (typeof SAVED_ORIGINAL_FACTS)[number];

/** Which bytes of tabular files count towards the size of a download. Source: datasets.md 14.1. */
export const DOWNLOAD_SIZE_MODES = ['All', 'Original', 'Archival'] as const;
export type DownloadSizeMode = (typeof DOWNLOAD_SIZE_MODES)[number];

/** What a version's files can be ordered by. */
export const FILE_ORDER_FIELDS = ['NAME', 'DATE', 'SIZE', 'TYPE'] as const;
export type FileOrderField = (typeof FILE_ORDER_FIELDS)[number];
/** Of what, and from which end. */
export type FileOrder = `${FileOrderField}_${OrderDirection}`;

/** The orders of a version's file list that REST names. Source: datasets.md 5.4. */
export const FILE_ORDERS = ['NameAZ', 'NameZA', 'Newest', 'Oldest', 'Size', 'Type'] as const;

/** Who may open a file's bytes. Source: datasets.md 5.4. */
export const FILE_ACCESS_STATUSES = [
  'Public',
  'Restricted',
  'EmbargoedThenRestricted',
  'EmbargoedThenPublic',
  'RetentionPeriodExpired',
] as const;
export type FileAccessStatus = (typeof FILE_ACCESS_STATUSES)[number];

/** Kinds of data that a tabular file can be tagged with; `dataFileTags` of clients. Source: files.md 2. */
export const TABULAR_TAGS = ['Survey', 'Time Series', 'Panel', 'Event', 'Genomics', 'Network', 'Geospatial'] as const;
export type TabularTag = (typeof TABULAR_TAGS)[number];

/** What a version did to a file. Source: files.md 22.1. */
export const FILE_FATES = ['Added', 'Deleted', 'Replaced'] as const;
export type FileFate = (typeof FILE_FATES)[number];

/** What became of a fact of a file's record. Source: files.md 22.1. */
export const FACT_CHANGE_ACTIONS = ['Added', 'Deleted', 'Changed'] as const;
export type FactChangeAction = (typeof FACT_CHANGE_ACTIONS)[number];
