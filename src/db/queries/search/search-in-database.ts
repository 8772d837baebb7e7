import type { SearchAnswer, SearchRequest, SpellingAlternative } from '../../../model/search/search-request.ts';
import { SEARCH_SERVICES, type SearchService } from '../../../vocabulary/search.ts';
import type { Database } from '../../client.ts';
import type { Onlooker } from '../gate/visible.ts';
import { findInTime } from './find-in-time.ts';
import { listAlternatives } from './names-alike.ts';
import { listNamesBeginning, listSimilarDatasets } from './near-documents.ts';

interface DatabaseSearch {
  readonly services: readonly SearchService[];
  search(db: Database, onlooker: Onlooker, asked: SearchRequest): Promise<SearchAnswer>;
  alternatives(db: Database, onlooker: Onlooker, words: readonly string[]): Promise<readonly SpellingAlternative[]>;
  readonly similar: typeof listSimilarDatasets;
  readonly names: typeof listNamesBeginning;
}

/** The index that is in the database itself. */
export function searchInDatabase(limitMs: number): DatabaseSearch {
  return {
    services: [SEARCH_SERVICES.postgresql],
    search: (db: Database, onlooker: Onlooker, asked: SearchRequest) => findInTime(db, onlooker, asked, { limitMs }),
    similar: listSimilarDatasets,
    names: listNamesBeginning,
    alternatives: (db: Database, onlooker: Onlooker, words: readonly string[]) => listAlternatives(db, onlooker, words, limitMs),
  };
}
