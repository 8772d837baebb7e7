/** What may answer searches. Source: collections.md 11.1. */
export const SEARCH_SERVICES = {
  postgresql: { name: 'postgresql', displayName: 'Full text search in PostgreSQL' },
  opensearch: { name: 'opensearch', displayName: 'OpenSearch, which the database feeds' },
} as const;

export type SearchService = (typeof SEARCH_SERVICES)[keyof typeof SEARCH_SERVICES];
