/**
 * Keys of all advisory locks, in one place: two that are alike would make unrelated work wait for each other.
 * Source: PostgreSQL, 13.3.5.
 */
export const ADVISORY_LOCKS = {
  migration: 4_711_001,
  installation: 4_711_002,
  groupContainment: 4_711_003,
  metadataCatalog: 4_711_004,
  usageCounts: 4_711_005,
  citationQueue: 4_711_006,
  /** First of two keys; the second is a hash of the worker pool's name. */
  workerPresence: 4_711_007,
  /** First of two keys; the second is the account. */
  openUploads: 4_711_008,
  collectionMoves: 4_711_010,
  feedPositions: 4_711_011,
  /** First of two keys; the second is the dataset. */
  metadataExports: 4_711_012,
  oaiStamps: 4_711_013,
  searchEngine: 4_711_014,
  /** First of two keys; the second is the account. */
  notificationPositions: 4_711_015,
  backup: 4_711_016,
  searchRebuild: 4_711_018,
  /** First of two keys; the second is a hash of account and key. */
  idempotencyKeys: 4_711_020,
  /** First of two keys; the second is the account. */
  bulkJobs: 4_711_021,
} as const;
