/**
 * Keeps the hits of frequent words, and puts them right after changes. One transaction at a time does: each sees in one snapshot what it
 * describes and which changes it takes off the list, so that whatever is committed meanwhile is on the list for those who search.
 */
import { type SQL, sql } from 'drizzle-orm';
import type { Database, Queryable, Transaction } from '../../client.ts';
import { fileReleased, publicDocument } from '../gate/visible.ts';
import { bitsOf, stretchOf, withoutBits, WIDTH } from './kept-bits.ts';
import { belowTerms, documentsOf, draftsTerms, EVERYTHING, termOfDrafts, termsOfDocument, valueTerms } from './kept-terms.ts';

/** Changes that one transaction takes. */
const AT_ONCE = 5_000;
/** As many words are kept as the statistics have at most; each takes up to 1 KB for 8,192 documents of those kinds that have it, and as much for what is withheld. */
const MOST_WORDS = 2_000;
/** As many exact values are, and as many collections. */
const MOST_TERMS = 500;
/** Bytes of a value; what is longer has no place in an index. */
const LONGEST_VALUE = 1_000;

/** Whether a word or term of `search_kept_word` has to be kept anew. */
const isStale = sql`exists (select from search_stale where search_stale.word = search_kept_word.word)`;

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

/** The bits of a word or term as the index has them now: `kind`, `stretch`, `bits`, of what everybody may see (`open`) and of what is withheld. */
export function bitsOfWord(word: string): SQL {
  return sql`select doc.kind, ${stretchOf(sql`doc.row_id`)} as stretch, ${open} as open, ${bitsOf(sql`doc.row_id`)} as bits
    from search_document doc where ${documentsOf(word).matches} and ${isKept} group by 1, 2, 3`;
}

async function planFor(tx: Transaction, word: string): Promise<void> {
  if (documentsOf(word).indexed) await tx.execute(sql`select set_config('enable_seqscan', 'off', true)`);
}

async function count(tx: Transaction, words: readonly string[]): Promise<void> {
  await tx.execute(sql`
    update search_kept_word w set hits = (select coalesce(sum(bit_count(k.bits)), 0)::int from search_kept k where k.word = w.word)
    where w.word = any(array(select unnest(${sql.param(words)}::text[])))`);
}

/** Keeps the hits of a word, or describes them anew. */
export async function keepWord(tx: Transaction, word: string): Promise<void> {
  await planFor(tx, word);
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
  await tx.execute(sql`delete from search_stale where word = ${word}`);
}

/** Keeps a word no more. */
export async function forgetWord(tx: Transaction, word: string): Promise<void> {
  await forgetBits(tx, word);
  await tx.execute(sql`delete from search_kept_word where word = ${word}`);
}

/** Forgets which terms had to be kept anew that are kept no more, or never were: whoever keeps one later sees what was moved. */
export async function forgetNeedless(tx: Transaction): Promise<void> {
  await tx.execute(sql`delete from search_stale where word not in (select word from search_kept_word)`);
}

/** A word or term that is kept. */
export interface KeptWord {
  readonly word: string;
  /** Whether it has to be kept anew; nobody asks it until then. */
  readonly stale: boolean;
}

/** Words and terms whose hits are kept. */
export async function listKeptWords(db: Queryable): Promise<KeptWord[]> {
  return db.execute<{ word: string; stale: boolean }>(sql`select word, ${isStale} as stale from search_kept_word order by hits desc, word`);
}

/** How many documents are told otherwise than the index has them now; those that have changed since, and are on the list, apart. */
export async function countKeptFaults(tx: Transaction, word: string): Promise<number> {
  await planFor(tx, word);
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
      cross join lateral ${termsOfDocument} found join search_kept_word using (word)
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

/** What many documents have, as the statistics of PostgreSQL tell, words first and the most frequent of each first; everything is one of them. */
export async function listFrequentWords(db: Queryable, least: number): Promise<string[]> {
  const rows = await db.execute<{ word: string }>(sql`
    with common as materialized (
      select s.attname as of, one.value, one.part * greatest(c.reltuples, 0) as documents
      from pg_stats s join pg_class c on c.oid in ('search_document'::regclass, 'node'::regclass) and c.relname = s.tablename,
        unnest(s.most_common_elems::text::text[], s.most_common_elem_freqs) one(value, part)
      where s.schemaname = current_schema() and (s.tablename, s.attname) in (('search_document', 'words'), ('search_document', 'facets'), ('node', 'path')) and value is not null),
    place as materialized (
      select node.id, node.owner_id is null as is_root, documents from common join node on node.id = case when of = 'path' then value::int end
      where node.kind = 'COLLECTION')
    select word from (
      select word, row_number() over (partition by of order by documents desc, word) as place, of, documents from (
        select 'words' as of, ${EVERYTHING}::text as word, (select greatest(reltuples, 0) from pg_class where oid = 'search_document'::regclass) as documents
        union all select 'words', value, documents from common where of = 'words'
        union all select 'facets', ${valueTerms(sql`value`)}, documents from common
          where of = 'facets' and octet_length(value) <= ${LONGEST_VALUE}::int
        union all select 'path', ${belowTerms(sql`id`)}, documents from place where not is_root
        union all select 'drafts', ${draftsTerms(sql`id`)}, documents from place
        union all select 'drafts', ${termOfDrafts()}, documents from place where is_root) known
      where documents >= ${least}::int) listed
    where place <= case of when 'words' then ${MOST_WORDS}::int else ${MOST_TERMS}::int end order by of = 'words' desc, documents desc, word`);
  return rows.map(({ word }) => word);
}
