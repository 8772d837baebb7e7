/** Words about the tree: collections and what they contain. */

/** Category of a collection. Source: collections.md 2.1. */
export const COLLECTION_TYPES = [
  'DEPARTMENT',
  'JOURNALS',
  'LABORATORY',
  'ORGANIZATIONS_INSTITUTIONS',
  'RESEARCHERS',
  'RESEARCH_GROUP',
  'RESEARCH_PROJECTS',
  'TEACHING_COURSES',
  'UNCATEGORIZED',
] as const;
export type CollectionType = (typeof COLLECTION_TYPES)[number];

/** Kinds of object that share the id sequence and can carry role assignments. */
export const NODE_KINDS = ['COLLECTION', 'DATASET', 'DATAFILE'] as const;
export type NodeKind = (typeof NODE_KINDS)[number];

/** Kinds of direct child that a collection has. */
export const CONTENT_KINDS = ['COLLECTION', 'DATASET'] as const satisfies readonly NodeKind[];
export type ContentKind = (typeof CONTENT_KINDS)[number];

/** What the children of a collection can be ordered by; `ID` has collections first. */
export const CONTENT_ORDER_FIELDS = ['ID', 'NAME', 'CREATED', 'PUBLISHED'] as const;
export type ContentOrderField = (typeof CONTENT_ORDER_FIELDS)[number];

/** From which end an order begins. */
export const ORDER_DIRECTIONS = ['ASC', 'DESC'] as const;
export type OrderDirection = (typeof ORDER_DIRECTIONS)[number];

/** Alias of the root collection and the path literal that names it. Source: collections.md 1.2, 3.4. */
export const ROOT_COLLECTION_ALIAS = 'root';
export const ROOT_COLLECTION_REFERENCE = ':root';
