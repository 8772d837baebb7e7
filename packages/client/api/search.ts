import {
  SearchDocument,
  type SearchKind,
  type SearchOrder,
  type SearchQuery,
  ServerDocument,
  type ServerQuery,
  ViewerDocument,
  type ViewerQuery,
} from '../generated/operations.ts';
import { everyNode } from '../pages.ts';
import { collectionReference, type NamedCollection } from '../references.ts';
import type { PageOptions } from './page-size.ts';
import type { RequestOptions, Transport } from '../transport.ts';

/** A collection, a dataset or a file; `__typename` says which. */
export type SearchHit = SearchQuery['search']['nodes'][number];

export interface FindOptions extends RequestOptions, PageOptions {
  /** All three without. */
  readonly kinds?: readonly SearchKind[];
  /** Only what lies below one of these. */
  readonly within?: readonly NamedCollection[];
  /** Such as `subject_ss:"Earth and Environmental Sciences"`. */
  readonly filters?: readonly string[];
  /** Such as `{ field: 'dateSort' }`; by relevance without. */
  readonly orderBy?: SearchOrder;
}

export interface Finding {
  /** What a search finds, the best first. Take as many as are needed: pages are asked for as they are reached. */
  find(query: string, options?: FindOptions): AsyncGenerator<SearchHit, void, undefined>;
  /** Who the caller is. @throws Refusal */
  viewer(options?: RequestOptions): Promise<ViewerQuery['viewer']>;
  /** Which server answers, and the version of its schema. @throws Refusal */
  serverInfo(options?: RequestOptions): Promise<ServerQuery['serverInfo'] & { readonly schemaVersion: string }>;
}

/** Those who search look at the first ones. */
const HITS_AT_ONCE = 20;
const KINDS: readonly SearchKind[] = ['COLLECTION', 'DATASET', 'DATAFILE'];

export function finding(transport: Transport): Finding {
  return {
    find: (query, { kinds = KINDS, within = [], filters = [], orderBy, pageSize = HITS_AT_ONCE, ...options } = {}) =>
      everyNode(async (after) => {
        const below = within.map(collectionReference);
        const variables = { query, kinds, within: below, filters, orderBy, first: pageSize, after };
        return (await transport.request(SearchDocument, variables, options)).search;
      }),
    viewer: async (options) => (await transport.request(ViewerDocument, {}, options)).viewer,
    serverInfo: async (options) => {
      const { serverInfo, schemaVersion } = await transport.request(ServerDocument, {}, options);
      return { ...serverInfo, schemaVersion };
    },
  };
}
