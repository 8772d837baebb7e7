/** What may have been meant where a search finds nothing. */
import { statementTooSlow } from '../../errors/statement-limit.ts';
import type { ReadContext } from '../../kernel/command.ts';
import type { SearchCondition } from '../../model/search/search-condition.ts';
import type { SpellingAlternative } from '../../model/search/search-request.ts';
import { askedWords } from './highlight.ts';
import { searcher } from './searcher.ts';

const MOST_WORDS = 5;
/** Shorter ones are like too many others. */
const SHORTEST = 4;
const LONGEST = 60;

/** Alternatives of the words of a condition; none where looking for them takes too long. */
export async function alternativesOf(
  { db, actor, services }: ReadContext,
  condition: SearchCondition,
): Promise<readonly SpellingAlternative[]> {
  const words = askedWords(condition).flatMap(({ text, beginning }) => (beginning ? [] : [text.toLowerCase()]));
  const compared = [...new Set(words)].filter(({ length }) => length >= SHORTEST && length <= LONGEST).slice(0, MOST_WORDS);
  if (compared.length === 0) return [];
  try {
    return await services.search.alternatives(db, searcher(actor), compared);
  } catch (error) {
    if (statementTooSlow(error) === undefined) throw error;
    return [];
  }
}
