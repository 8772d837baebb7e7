import type { CollectionType } from '../../vocabulary/collections.ts';

/** Categories of collections as people read them. Source: collections.md 11.1. */
export const COLLECTION_CATEGORIES: Readonly<Record<CollectionType, string>> = {
  RESEARCHERS: 'Researcher',
  RESEARCH_PROJECTS: 'Research Project',
  JOURNALS: 'Journal',
  ORGANIZATIONS_INSTITUTIONS: 'Organization or Institution',
  TEACHING_COURSES: 'Teaching Course',
  RESEARCH_GROUP: 'Research Group',
  LABORATORY: 'Laboratory',
  DEPARTMENT: 'Department',
  UNCATEGORIZED: 'Uncategorized',
};
