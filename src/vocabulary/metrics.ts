/** Words about what an installation counts. */

/** What is counted over time. Source: users-admin.md 15.3. */
export const COUNTED_KINDS = ['COLLECTIONS', 'DATASETS', 'FILES', 'DOWNLOADS', 'ACCOUNTS'] as const;
export type CountedKind = (typeof COUNTED_KINDS)[number];

/** Whose datasets are counted: those of this installation, harvested ones, or both. Source: users-admin.md 15.3. */
export const DATASET_LOCATIONS = ['LOCAL', 'REMOTE', 'ALL'] as const;
export type DatasetLocation = (typeof DATASET_LOCATIONS)[number];

/** What downloads are listed by. */
export const DOWNLOAD_KINDS = ['FILE', 'UNIQUE_FILE', 'UNIQUE_DATASET'] as const;
export type DownloadKind = (typeof DOWNLOAD_KINDS)[number];

/** Usage of datasets and citations. Source: users-admin.md 15.3. */
export const USAGE_METRICS = [
  'viewsTotal',
  'viewsTotalRegular',
  'viewsTotalMachine',
  'viewsUnique',
  'viewsUniqueRegular',
  'viewsUniqueMachine',
  'downloadsTotal',
  'downloadsTotalRegular',
  'downloadsTotalMachine',
  'downloadsUnique',
  'downloadsUniqueRegular',
  'downloadsUniqueMachine',
  'citations',
] as const;
export type UsageMetric = (typeof USAGE_METRICS)[number];

/** How far the usage of a month is processed by a counter outside. Source: users-admin.md 15.4. */
export const PROCESSING_STATES = ['NEW', 'DONE', 'SKIP', 'PROCESSING', 'FAILED'] as const;
export type ProcessingState = (typeof PROCESSING_STATES)[number];
