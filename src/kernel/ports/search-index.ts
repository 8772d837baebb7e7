import type { Queryable } from '../../db/client.ts';
import type { Onlooker } from '../../db/queries/gate/visible.ts';
import type { SearchAnswer, SearchRequest } from '../../model/search/search-request.ts';

/** What finds things: an index in the database, or an engine beside it. It leaves out what the onlooker may not see. */
export interface SearchIndex {
  search(db: Queryable, onlooker: Onlooker, asked: SearchRequest): Promise<SearchAnswer>;
}
