/** The blocks of a fresh installation in load order, which gives them the ids 1 to 7. Source: blocks.md 1. */
export const STANDARD_BLOCKS = ['citation', 'geospatial', 'socialscience', 'astrophysics', 'biomedical', 'journal', '3dobjects'] as const;
