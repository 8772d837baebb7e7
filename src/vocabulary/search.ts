/** What answers searches; the first one does unless another one is named. Source: collections.md 11.1. */
export const SEARCH_SERVICES = [{ name: 'postgresql', displayName: 'Full text search in PostgreSQL' }] as const;
