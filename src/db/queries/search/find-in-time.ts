/** Searches within a limit of time. */
import { sql } from 'drizzle-orm';
import { statementTooSlow } from '../../../errors/statement-limit.ts';
import type { HeldRoles, SearchAnswer, SearchRequest } from '../../../model/search/search-request.ts';
import { type Database, preparedRows, sendAhead } from '../../client.ts';
import { readTransaction } from '../../replicas/reading-database.ts';
import type { Onlooker } from '../gate/visible.ts';
import { findByWords, plainWords } from './find-by-words.ts';
import { findDocuments } from './find-documents.ts';
import { findKept } from './find-kept.ts';
import { findKeptWords, keepableSearch } from './kept-words.ts';
import { hasWords } from './search-conditions.ts';

/** Hits of a second attempt, which neither ranks nor counts what lies beyond them. */
const MOST_IN_HASTE = 1_000;
/** With less, the places of many hits are kept by pages, and each row of a page is compared again. */
const WORK_MEMORY = '64MB';
/** Part of the time that the first attempt has. */
const FIRST = 0.8;

/** What holds for one search. Hits are grouped by a hash: there are more of them than the planner thinks, and sorting them takes as long as finding them. */
const settings = preparedRows<unknown>(
  () => sql`select set_config('statement_timeout', ${sql.placeholder('limit')}, true), set_config('enable_seqscan', ${sql.placeholder('readsAll')}, true),
    set_config('work_mem', '${sql.raw(WORK_MEMORY)}', true), set_config('enable_sort', 'off', true), set_config('plan_cache_mode', ${sql.placeholder('plans')}, true),
    set_config('max_parallel_workers_per_gather', ${sql.placeholder('workers')}, true)`,
);
/** For a statement whose plan is kept. Processes beside it would be started even where there is nothing for them to do. */
const KEPT_PLAN = { readsAll: 'off', plans: 'force_generic_plan', workers: '0' };
/** For one that is planned for its caller; 2 is what PostgreSQL has of itself. */
const OWN_PLAN = { plans: 'force_custom_plan', workers: '2' };

/** Asks the index, for a time. What takes longer is cut: the answer holds what is found first, or nothing. */
export async function findInTime(
  db: Database,
  onlooker: Onlooker,
  asked: SearchRequest,
  { limitMs, held }: { readonly limitMs: number; readonly held?: HeldRoles | undefined },
): Promise<SearchAnswer> {
  // The planner takes reading the words of every document for cheap; they lie apart from their rows, and it takes ten times as long.
  const readsAll = hasWords(asked.condition) ? 'off' : 'on';
  const attempt = async (part: number, most: Pick<SearchRequest, 'most'>): Promise<SearchAnswer | undefined> => {
    try {
      return await readTransaction(db, async (tx) => {
        const limit = String(Math.max(1, Math.round(limitMs * part)));
        const request = { ...asked, ...most };
        const words = held === undefined ? plainWords(request) : undefined;
        const perhapsKept = held === undefined ? keepableSearch(request) : undefined;
        const ownPlan = { limit, readsAll, ...OWN_PLAN };
        await sendAhead(tx, async () =>
          settings(tx).execute(words === undefined && perhapsKept === undefined ? ownPlan : { limit, ...KEPT_PLAN }),
        );
        const kept = perhapsKept === undefined ? undefined : await findKeptWords(tx, perhapsKept);
        const answer = kept === undefined ? undefined : await findKept(tx, onlooker, kept, request);
        if (answer !== undefined) return answer;
        if (words !== undefined) return findByWords(tx, onlooker, words, request);
        if (perhapsKept !== undefined) await settings(tx).execute(ownPlan);
        return findDocuments(tx, onlooker, request, held);
      });
    } catch (error) {
      if (statementTooSlow(error) === undefined) throw error;
      return undefined;
    }
  };
  const whole = await attempt(FIRST, {});
  if (whole !== undefined) return whole;
  const some = await attempt(1 - FIRST, { most: MOST_IN_HASTE });
  const nothing = { hits: [], totalCount: 0, countsByKind: { COLLECTION: 0, DATASET: 0, DATAFILE: 0 }, facets: [], facetsEstimated: false };
  return { ...(some ?? nothing), cut: true };
}
