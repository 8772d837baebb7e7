import type { NodeKind } from '../../vocabulary/collections.ts';
import type { VersionState } from '../../vocabulary/datasets.ts';
import type { SearchColumn, SearchCondition } from './search-condition.ts';

/** What hits are ordered by. */
export type SearchSort =
  | { readonly by: 'relevance' | 'name' | 'date' }
  | { readonly by: 'column'; readonly column: SearchColumn }
  | { readonly by: 'facet'; readonly name: string };

/** A circle: only datasets with a bounding box that touches the box around it are hits. */
export interface SearchCircle {
  readonly latitude: number;
  readonly longitude: number;
  readonly radiusKilometres: number;
}

/** The nodes below which hits lie: a collection, and what is linked into it or below it. */
export interface SearchTree {
  readonly collectionId: number;
  readonly reached: readonly number[];
}

/** Some roles of some identities: what they are held on, and what lies below it as far as they reach. */
export interface HeldRoles {
  readonly identities: readonly string[];
  readonly roleIds: readonly number[];
}

/** What an index is asked. */
export interface SearchRequest {
  /** What hits are ranked by. */
  readonly condition: SearchCondition;
  readonly filters: readonly SearchCondition[];
  readonly kinds: readonly NodeKind[];
  /** Any of these; empty for everything. */
  readonly trees: readonly SearchTree[];
  readonly circle: SearchCircle | undefined;
  readonly sort: SearchSort;
  readonly descending: boolean;
  readonly offset: number;
  readonly limit: number;
  /** Facets that are counted. */
  readonly facets: readonly string[];
  /** Ends with the hits that are found first, in no order; all of them without. */
  readonly most?: number;
}

/** Something found. */
export interface FoundDocument {
  readonly kind: NodeKind;
  /** Id of the collection, of the version, or of the record of a file. */
  readonly rowId: number;
  readonly nodeId: number;
  readonly datasetId: number | null;
  /** The version of a dataset or a file. */
  readonly versionId: number | null;
  readonly state: VersionState | null;
  readonly draft: boolean;
  readonly documentId: string;
  readonly statuses: readonly string[];
  readonly score: number;
  /** What an order by date goes by, as ISO 8601 has it. */
  readonly sortDate: string;
  /** The newest released version of the dataset of a file; null for all else. */
  readonly citedVersionId: number | null;
  /** Of a table; null for all else. */
  readonly variableCount: number | null;
  readonly observationCount: number | null;
}

/** A value of a facet, and how many hits have it. */
export interface FacetCount {
  readonly facet: string;
  readonly value: string;
  readonly count: number;
}

export interface SearchAnswer {
  readonly hits: readonly FoundDocument[];
  readonly totalCount: number;
  /** Hits of each kind, also of kinds that were not asked for. */
  readonly countsByKind: Readonly<Record<NodeKind, number>>;
  readonly facets: readonly FacetCount[];
  /** Whether facets were counted over a part of the hits: their counts are estimates. All other counts are exact. */
  readonly facetsEstimated: boolean;
  /** Whether the time limit was reached: there may be more hits, of which none is counted. */
  readonly cut?: boolean;
}

/** A word that nothing has, and words of names that are spelled much like it, the ones most alike first. */
export interface SpellingAlternative {
  readonly word: string;
  readonly alternatives: readonly string[];
}
