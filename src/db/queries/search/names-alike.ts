/** Words of names that are spelled much like some that nothing has. */
import { type SQL, sql } from 'drizzle-orm';
import type { DocumentKey } from '../../../model/search/search-engine.ts';
import type { SpellingAlternative } from '../../../model/search/search-request.ts';
import type { Database } from '../../client.ts';
import { readTransaction } from '../../replicas/reading-database.ts';
import { type Onlooker, visibleDocument } from '../gate/visible.ts';
import { documentsOf } from './document-keys.ts';

/** Names that are compared for each word. */
const MOST_NAMES = 500;
const MOST_ALTERNATIVES = 5;
/** Parts of three letters that a name shares with a word, and a word of it; the former finds letters that changed places. */
const NAME_LIKENESS = '0.2';
const WORD_LIKENESS = 0.3;

/** Rows of the index whose names are looked through for a word. */
const ALIKE = sql`select * from search_document named where search_fold(left(named.name, 300)) %> asked.folded limit ${MOST_NAMES}::int`;

/** Alternatives of each word, from names that the onlooker may see, within a limit of time. Words that anything visible has, have none. */
export async function listAlternatives(
  db: Database,
  onlooker: Onlooker,
  words: readonly string[],
  limitMs: number,
): Promise<SpellingAlternative[]> {
  return alternativesFrom(db, onlooker, words, limitMs, ALIKE);
}

/** The same from the names of some rows of the index. */
export async function listAlternativesAmong(
  db: Database,
  onlooker: Onlooker,
  words: readonly string[],
  limitMs: number,
  keys: readonly DocumentKey[],
): Promise<SpellingAlternative[]> {
  if (keys.length === 0) return [];
  return alternativesFrom(
    db,
    onlooker,
    words,
    limitMs,
    sql`select named.* from ${documentsOf(keys)} join search_document named on named.kind = asked_key.kind and named.row_id = asked_key.row_id`,
  );
}

async function alternativesFrom(
  db: Database,
  onlooker: Onlooker,
  words: readonly string[],
  limitMs: number,
  named: SQL,
): Promise<SpellingAlternative[]> {
  const kept = sql`left join search_dataset kept on doc.kind = 'DATAFILE' and kept.dataset_id = doc.dataset_id`;
  const letters = (word: string) => sql`array(select letter from unnest(string_to_array(${sql.raw(word)}, null)) letter order by letter)`;
  return readTransaction(db, async (tx) => {
    await tx.execute(sql`select set_config('statement_timeout', ${String(limitMs)}, true),
      set_config('pg_trgm.word_similarity_threshold', ${NAME_LIKENESS}, true)`);
    return tx.execute<SpellingAlternative & Record<string, unknown>>(sql`
      with asked as materialized (
        select asked.word, search_fold(asked.word) as folded from unnest(${sql.param(words)}::text[]) asked(word)
        where not exists (select from search_document doc ${kept} where doc.words @@ search_phrase(asked.word) and ${visibleDocument(onlooker)}))
      select asked.word, json_agg(near.word order by near.likeness desc, near.word) as alternatives
      from asked cross join lateral (
        select part.word, max(similarity(part.word, asked.folded)) as likeness
        from (
          select search_fold(left(doc.name, 300)) as name from (${named}) doc ${kept}
          where ${visibleDocument(onlooker)}) seen,
          unnest(string_to_array(seen.name, ' ')) part(word)
        where part.word <> asked.folded
          and (similarity(part.word, asked.folded) >= ${WORD_LIKENESS}::float4 or ${letters('part.word')} = ${letters('asked.folded')})
        group by part.word order by likeness desc, part.word limit ${MOST_ALTERNATIVES}::int) near
      group by asked.word`);
  });
}
