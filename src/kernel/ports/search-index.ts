import type { Queryable } from '../../db/client.ts';
import type { Onlooker } from '../../db/queries/gate/visible.ts';
import type { SearchAnswer, SearchRequest } from '../../model/search/search-request.ts';

/** What finds things: an index in the database, or an engine beside it. It leaves out what the onlooker may not see. */
export interface SearchIndex {
  search(db: Queryable, onlooker: Onlooker, asked: SearchRequest): Promise<SearchAnswer>;
  /** Ids of other datasets whose released versions are like one, the ones most alike first. */
  similar(db: Queryable, datasetId: number, limit: number): Promise<number[]>;
  /** Names in which a word begins so. */
  names(db: Queryable, onlooker: Onlooker, beginning: string, limit: number): Promise<string[]>;
}
