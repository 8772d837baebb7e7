/** A query of search after its fields were found: what an index is asked. */

import type { GlobeBox } from './globe-box.ts';

/** Facts of what can be found that are no words of its text. */
export const SEARCH_COLUMNS = {
  id: 'keyword',
  entityId: 'number',
  dvObjectType: 'keyword',
  name: 'words',
  identifier: 'keyword',
  nameSort: 'keyword',
  dateSort: 'date',
  publicationStatus: 'keyword',
  publicationDate: 'keyword',
  parentId: 'number',
  parentIdentifier: 'keyword',
  isHarvested: 'keyword',
  subtreePaths: 'path',
  dvName: 'words',
  dvAlias: 'keyword',
  datasetCount: 'number',
  dvParentAlias: 'keyword',
  dvAffiliation: 'words',
  dvDescription: 'words',
  identifierOfCollection: 'keyword',
  categoryOfCollection: 'keyword',
  metadataSource: 'keyword',
  embargoEndDate: 'date',
  retentionEndDate: 'date',
  dsPersistentId: 'keyword',
  dsPublicationDate: 'date',
  datasetVersionId: 'number',
  versionNote: 'words',
  curationStatus: 'keyword',
  fileCount: 'number',
  fileName: 'words',
  fileNameWithoutExtension: 'words',
  fileDescription: 'words',
  filePersistentId: 'keyword',
  fileAccess: 'keyword',
  fileSizeInBytes: 'number',
  fileMd5: 'keyword',
  fileChecksumType: 'keyword',
  fileChecksumValue: 'keyword',
  unf: 'keyword',
  fileDeleted: 'keyword',
  variableName: 'words',
  variableLabel: 'words',
} as const;

export type SearchColumn = keyof typeof SEARCH_COLUMNS;

/** Where a fact stands: an exact value kept for facets; a field of metadata; a column. */
export type SearchFact =
  | { readonly of: 'facet'; readonly name: string }
  | { readonly of: 'metadata'; readonly name: string; readonly type: 'words' | 'number' | 'date' }
  | { readonly of: 'column'; readonly name: SearchColumn };

export type FactTest =
  | { readonly is: 'present' }
  | { readonly is: 'words' | 'beginning'; readonly text: string }
  | { readonly is: 'one'; readonly values: readonly string[] }
  /** With the wildcards `*` and `?`, escaped by a backslash where they are meant. */
  | { readonly is: 'like'; readonly pattern: string }
  | {
      readonly is: 'between';
      readonly from: string | null;
      readonly to: string | null;
      readonly includesFrom: boolean;
      readonly includesTo: boolean;
    };

export type SearchCondition =
  | { readonly kind: 'all' }
  | { readonly kind: 'none' }
  | { readonly kind: 'every' | 'any'; readonly parts: readonly SearchCondition[] }
  | { readonly kind: 'not'; readonly part: SearchCondition }
  /** Words anywhere in the text. `beginning`: the last one may go on. */
  | { readonly kind: 'words' | 'beginning'; readonly text: string }
  /** A name in which a pattern occurs. */
  | { readonly kind: 'named'; readonly pattern: string }
  /** A bounding box that touches one of some, none of which crosses longitude 180; null: any bounding box. */
  | { readonly kind: 'touches'; readonly boxes: readonly GlobeBox[] | null }
  | { readonly kind: 'fact'; readonly fact: SearchFact; readonly test: FactTest };
