import type { Database, Queryable } from '../../db/client.ts';
import type { Onlooker } from '../../db/queries/gate/visible.ts';
import type { SearchService } from '../../vocabulary/search.ts';
import type { SearchAnswer, SearchRequest, SpellingAlternative } from '../../model/search/search-request.ts';

/** What finds things: an index in the database, or an engine beside it. It leaves out what the onlooker may not see. */
export interface SearchIndex {
  /** What may be asked by name; the first one answers where none is named. */
  readonly services: readonly SearchService[];
  /** Ends within the time limit of the installation, and says when it was cut. */
  search(db: Database, onlooker: Onlooker, asked: SearchRequest, service?: SearchService['name']): Promise<SearchAnswer>;
  /** Words of visible names that are spelled like words that nothing visible has. */
  alternatives(db: Database, onlooker: Onlooker, words: readonly string[]): Promise<readonly SpellingAlternative[]>;
  /** Ids of other datasets whose released versions are like one, the ones most alike first. */
  similar(db: Queryable, datasetId: number, limit: number): Promise<number[]>;
  /** Names in which a word begins so. */
  names(db: Queryable, onlooker: Onlooker, beginning: string, limit: number): Promise<string[]>;
}
