/**
 * Keeps the hits of frequent words, and puts them right after changes. One transaction at a time does: each sees in one snapshot what it
 * describes and which changes it takes off the list, so that whatever is committed meanwhile is on the list for those who search.
 */
import { type SQL, sql } from 'drizzle-orm';
import type { Database, Queryable, Transaction } from '../../client.ts';
import { fileReleased, publicDocument } from '../gate/visible.ts';
import { bitsOf, stretchOf, withoutBits, WIDTH } from './kept-bits.ts';
import { EVERYTHING } from './kept-words.ts';

/** Changes that one transaction takes. */
const AT_ONCE = 5_000;
/** As many words are kept as the statistics have at most; each takes up to 1 KB for 8,192 documents of those kinds that have it, and as much for what is withheld. */
const MOST_WORDS = 2_000;

/** What everybody may see: documents `doc`, of files by the versions of their dataset. */
const open = sql`(${publicDocument} or doc.kind = 'DATAFILE' and exists (
  select from search_dataset kept where kept.dataset_id = doc.dataset_id and ${fileReleased}))`;
/** What is kept: of files that not everybody may see, those that the newest metadata describe, which alone can be of a draft. */
const isKept = sql`(doc.kind <> 'DATAFILE' or doc.valid_to is null or ${open})`;
const none = sql.raw(`b'0'::bit(${WIDTH})`);

/** Runs alone, in one snapshot, which is taken when nobody else keeps: a lock takes none. */
export async function keepingAlone<Result>(db: Database, work: (tx: Transaction) => Promise<Result>): Promise<Result> {
  return db.transaction(
    async (tx) => {
      await tx.execute(sql`lock table search_kept_word in share row exclusive mode`);
      await tx.execute(sql`select set_config('work_mem', '64MB', true), set_config('max_parallel_workers_per_gather', '0', true)`);
      return work(tx);
    },
    { isolationLevel: 'repeatable read' },
  );
}

/** The bits of a word as the index has them now: `kind`, `stretch`, `bits`, of what everybody may see (`open`) and of what is withheld. */
export function bitsOfWord(word: string): SQL {
  // The lexeme as it is: no word is looked for in it.
  const matches = word === EVERYTHING ? sql`true` : sql`doc.words @@ ${`'${word.replaceAll(/['\\]/gu, '$&$&')}'`}::text::tsquery`;
  return sql`select doc.kind, ${stretchOf(sql`doc.row_id`)} as stretch, ${open} as open, ${bitsOf(sql`doc.row_id`)} as bits
    from search_document doc where ${matches} and ${isKept} group by 1, 2, 3`;
}

async function count(tx: Transaction, words: readonly string[]): Promise<void> {
  await tx.execute(sql`
    update search_kept_word w set hits = (select coalesce(sum(bit_count(k.bits)), 0)::int from search_kept k where k.word = w.word)
    where w.word = any(array(select unnest(${sql.param(words)}::text[])))`);
}

/** Keeps the hits of a word, or describes them anew. */
export async function keepWord(tx: Transaction, word: string): Promise<void> {
  // Through the index: the planner takes reading the words of all documents for cheap.
  if (word !== EVERYTHING) await tx.execute(sql`select set_config('enable_seqscan', 'off', true)`);
  await forgetBits(tx, word);
  await tx.execute(sql`insert into search_kept_word (word, hits) values (${word}, 0) on conflict do nothing`);
  await tx.execute(sql`
    with now as materialized (${bitsOfWord(word)}),
    withheld as (insert into search_withheld (word, kind, stretch, bits) select ${word}::text, kind, stretch, bits from now where not open)
    insert into search_kept (word, kind, stretch, bits) select ${word}::text, kind, stretch, bits from now where open`);
  await count(tx, [word]);
}

async function forgetBits(tx: Transaction, word: string): Promise<void> {
  await tx.execute(sql`delete from search_kept where word = ${word}`);
  await tx.execute(sql`delete from search_withheld where word = ${word}`);
}

/** Keeps a word no more. */
export async function forgetWord(tx: Transaction, word: string): Promise<void> {
  await forgetBits(tx, word);
  await tx.execute(sql`delete from search_kept_word where word = ${word}`);
}

/** Words whose hits are kept. */
export async function listKeptWords(db: Queryable): Promise<string[]> {
  const rows = await db.execute<{ word: string }>(sql`select word from search_kept_word order by hits desc, word`);
  return rows.map(({ word }) => word);
}

/** How many documents are told otherwise than the index has them now; those that have changed since, and are on the list, apart. */
export async function countKeptFaults(tx: Transaction, word: string): Promise<number> {
  if (word !== EVERYTHING) await tx.execute(sql`select set_config('enable_seqscan', 'off', true)`);
  const [row] = await tx.execute<{ count: number }>(sql`
    with masked as (select kind, ${stretchOf(sql`row_id`)} as stretch, ${withoutBits(sql`row_id`)} as bits from search_change group by 1, 2)
    select coalesce(sum(bit_count((coalesce(k.bits, ${none}) # coalesce(now.bits, ${none})) & coalesce(masked.bits, ~ ${none}))), 0)::int as count
    from (
      select kind, stretch, true as open, bits from search_kept where word = ${word}
      union all select kind, stretch, false, bits from search_withheld where word = ${word}) k
    full join (${bitsOfWord(word)}) now using (kind, stretch, open)
    left join masked using (kind, stretch)`);
  return row?.count ?? 0;
}

/** Takes changes off the list, the oldest first, and puts right what they concern; how many there were. */
export async function applyChanges(tx: Transaction): Promise<number> {
  const [taken] = await tx.execute<{ count: number; words: string[] }>(sql`
    with gone as (delete from search_change where id = any(array(select id from search_change order by id limit ${AT_ONCE}::int)) returning kind, row_id),
    changed as materialized (select distinct kind, row_id from gone),
    masked as materialized (select kind, ${stretchOf(sql`row_id`)} as stretch, ${withoutBits(sql`row_id`)} as bits from changed group by 1, 2),
    now as materialized (
      select word, doc.kind, ${stretchOf(sql`doc.row_id`)} as stretch, ${open} as open, ${bitsOf(sql`doc.row_id`)} as bits
      from changed cross join lateral (
        select one.* from search_document one where one.kind = changed.kind and one.row_id = changed.row_id offset 0) doc
      cross join lateral (select '' as word union all select unnest(tsvector_to_array(doc.words))) found join search_kept_word using (word)
      where ${isKept} group by 1, 2, 3, 4),
    before as materialized (
      select w.word, m.kind, m.stretch, k.open, k.bits, k.bits & m.bits as rest from search_kept_word w cross join masked m
      cross join lateral (
        select true as open, one.bits from search_kept one where one.word = w.word and one.kind = m.kind and one.stretch = m.stretch
        union all
        select false, one.bits from search_withheld one where one.word = w.word and one.kind = m.kind and one.stretch = m.stretch offset 0) k),
    after as materialized (
      select word, kind, stretch, open, bits from (
        select word, kind, stretch, open, before.bits as old, coalesce(before.rest, ${none}) | coalesce(now.bits, ${none}) as bits
        from before full join now using (word, kind, stretch, open)) one
      where bits is distinct from old),
    withheld as (
      insert into search_withheld (word, kind, stretch, bits) select word, kind, stretch, bits from after where not open
      on conflict (word, kind, stretch) do update set bits = excluded.bits),
    written as (
      insert into search_kept (word, kind, stretch, bits) select word, kind, stretch, bits from after where open
      on conflict (word, kind, stretch) do update set bits = excluded.bits returning word)
    select (select count(*)::int from gone) as count, array(select distinct word from written) as words`);
  await count(tx, taken?.words ?? []);
  return taken?.count ?? 0;
}

/** Words that many documents have, as the statistics of PostgreSQL tell, the most frequent ones first; everything is one of them. */
export async function listFrequentWords(db: Queryable, least: number): Promise<string[]> {
  const rows = await db.execute<{ word: string }>(sql`
    with size as (select greatest(reltuples, 0) as documents from pg_class where oid = 'search_document'::regclass)
    select word from (
      select ${EVERYTHING}::text as word, 1::float4 as part
      union all select word, part from pg_stats s, unnest(s.most_common_elems::text::text[], s.most_common_elem_freqs) common(word, part)
        where s.schemaname = current_schema() and s.tablename = 'search_document' and s.attname = 'words' and word is not null) known, size
    where part * documents >= ${least}::int order by part desc, word limit ${MOST_WORDS}::int`);
  return rows.map(({ word }) => word);
}
