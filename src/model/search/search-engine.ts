/** What an engine beside the database is given, and what it is asked. See docs/adr/0073-search-in-opensearch.md. */
import type { NodeKind } from '../../vocabulary/collections.ts';
import type { GlobeBox } from './globe-box.ts';
import type { SearchColumn } from './search-condition.ts';
import type { FacetCount, SearchRequest } from './search-request.ts';

/** A row of the index in the database. */
export interface DocumentKey {
  readonly kind: NodeKind;
  readonly rowId: number;
}

/** A value of a metadata field, and its words as the database compares them. */
export interface DocumentValue {
  readonly field: string;
  readonly value: string;
  readonly words: string;
}

/** A row of the index with all that a search compares. Words are parted by spaces, in their order, each as it is and then all as stems. */
export interface EngineDocument extends DocumentKey {
  readonly nodeId: number;
  /** Whether everybody may see it. */
  readonly public: boolean;
  /** The nodes on any of which a permission opens it, where it is not public. */
  readonly access: readonly number[];
  /** Where it lies: the node and those above it. */
  readonly path: readonly number[];
  readonly name: string;
  /** The name as names are compared. */
  readonly foldedName: string;
  /** Exact values as `field=value`. */
  readonly facets: readonly string[];
  /** Words by weight. */
  readonly words: Readonly<Partial<Record<'A' | 'B' | 'C' | 'D', string>>>;
  /** Facts; null where it has none. */
  readonly columns: Readonly<Partial<Record<SearchColumn, string | number | readonly (string | number)[] | null>>>;
  /** Words of those facts that are compared by words. */
  readonly columnWords: Readonly<Partial<Record<SearchColumn, string | null>>>;
  readonly values: readonly DocumentValue[];
  readonly boxes: readonly GlobeBox[];
  /** Of a file: whether it is restricted. */
  readonly restricted: boolean | null;
}

/** Words as the database compares them. */
export interface AskedWords {
  /** As they are. */
  readonly plain: string;
  readonly stems: string;
  /** As names are compared. */
  readonly folded: string;
}

/** What a caller may see that is not public: what lies where a permission is held. */
export interface EngineAccess {
  readonly superuser: boolean;
  /** Nodes on which unpublished collections may be seen. */
  readonly collections: readonly number[];
  /** Nodes on which drafts may be seen. */
  readonly datasets: readonly number[];
  /** Nodes on which curation statuses may be seen. */
  readonly curation: readonly number[];
}

/** What the database says of a request. */
export interface EngineFacts {
  readonly access: EngineAccess;
  /** By the text of a condition. */
  readonly words: ReadonlyMap<string, AskedWords>;
  /** By the pattern of a condition: as LIKE has it, in letters as names are compared. */
  readonly patterns: ReadonlyMap<string, string>;
  /** What `metadataSource` is of everything. */
  readonly rootName: string;
  /** Today, as dates of embargoes are written. */
  readonly today: string;
}

export interface EngineRequest extends EngineFacts {
  readonly asked: SearchRequest;
  readonly limitMs: number;
}

export interface EngineHit extends DocumentKey {
  readonly score: number;
}

export interface EngineAnswer {
  readonly hits: readonly EngineHit[];
  readonly countsByKind: Readonly<Partial<Record<NodeKind, number>>>;
  readonly facets: readonly FacetCount[];
  readonly facetsEstimated: boolean;
  /** Whether the time limit was reached. */
  readonly cut: boolean;
}
