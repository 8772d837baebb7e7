/** What may answer searches. Source: collections.md 11.1. */
export const SEARCH_SERVICES = {
  postgresql: { name: 'postgresql', displayName: 'Full text search in PostgreSQL' },
  opensearch: { name: 'opensearch', displayName: 'OpenSearch, which the database feeds' },
} as const;

export type SearchService = (typeof SEARCH_SERVICES)[keyof typeof SEARCH_SERVICES];

/** What a rebuild of the index does, in this order: it describes each kind anew, removes names of nothing, and builds the indexes of the database anew. */
export const SEARCH_REBUILD_STEPS = ['COLLECTION', 'DATASET', 'DATAFILE', 'NAMES', 'INDEXES'] as const;
export type SearchRebuildStep = (typeof SEARCH_REBUILD_STEPS)[number];
