/** What else there is to a dataset, and to what is being typed. */
import { type SQL, sql } from 'drizzle-orm';
import type { DocumentKey } from '../../../model/search/search-engine.ts';
import type { Queryable } from '../../client.ts';
import { type Onlooker, publicDocument, publishedAs, visibleDocument, visibleDocumentAlone } from '../gate/visible.ts';
import { documentsOf } from './document-keys.ts';

/** A dataset that was published is compared by what is released. */
const comparedVersion = sql`(doc.state = 'RELEASED' or doc.state = 'DRAFT' and not ${publishedAs('n')})`;

/** Words that datasets are compared by. */
const MOST_WORDS = 15;
/** Whatever has the words is ranked, up to so many: frequent words would rank the whole installation. */
const MOST_CANDIDATES = 1_000;

/** Characters of scripts that put no spaces between words: the index has each of them as a word. */
const IDEOGRAPH = '^[\\u3040-\\u30ff\\u3400-\\u4dbf\\u4e00-\\u9fff\\uf900-\\ufaff]$';

/**
 * Ids of other datasets whose released versions have many of the words that a dataset has in its title, subjects, keywords, authors and
 * description; the ones most alike first. Titles in Chinese and Japanese are compared by pairs of characters. A dataset that was published is
 * compared by what is released.
 */
export async function listSimilarDatasets(db: Queryable, datasetId: number, limit: number): Promise<number[]> {
  const rows = await db.execute<{ id: number }>(sql`
    with own as (
      select doc.words, doc.name from search_document doc join node n on n.id = doc.node_id
      where doc.kind = 'DATASET' and doc.node_id = ${datasetId}::int and ${comparedVersion}),
    chosen as (
      select word.lexeme from own, unnest(own.words) word where word.weights && '{A,B}' and length(word.lexeme) > 3
      order by not 'A' = any(word.weights), length(word.lexeme) desc, word.lexeme limit ${MOST_WORDS}::int),
    pair as (
      select distinct quote_literal(sign[place]) || ' <-> ' || quote_literal(sign[place + 1]) as phrase
      from own, lateral (select string_to_array(search_fold(left(own.name, 300)), ' ') as sign) folded, generate_subscripts(sign, 1) place
      where sign[place] ~ ${IDEOGRAPH} and sign[place + 1] ~ ${IDEOGRAPH} order by 1 limit ${MOST_WORDS}::int),
    asked as materialized (
      select to_tsquery('simple', string_agg(part, ' | ')) as words from (select quote_literal(lexeme) as part from chosen union all select phrase from pair) part),
    candidate as materialized (
      select doc.node_id, doc.words from search_document doc, asked
      where doc.words @@ asked.words and doc.kind = 'DATASET' and ${publicDocument} and doc.node_id <> ${datasetId}::int limit ${MOST_CANDIDATES}::int)
    select candidate.node_id as id from candidate, asked
    order by ts_rank('{0.05,0.3,0.5,1}', candidate.words, asked.words, 1) desc, candidate.node_id limit ${limit}::int`);
  return rows.map(({ id }) => id);
}

/** Endings of names that begin so, in their order, up to so many. */
const MOST_TAILS = 100;
/** Names of each of these endings that are looked at, and that are taken. */
const MOST_NAMES = 500;
const MOST_TAKEN = 20;
/** Comes after every letter and digit. */
const LAST = sql`U&'\\+10FFFF'`;

/** Names of what the onlooker may see in which a word begins so, the shorter ones first. */
export async function listNamesBeginning(db: Queryable, onlooker: Onlooker, beginning: string, limit: number): Promise<string[]> {
  const rows = await db.execute<{ name: string }>(sql`
    with recursive asked as materialized (select left(search_fold(left(${beginning}::text, 100)), 100) collate "C" as first),
    found (tail, last, place) as (
      select (select n.tail from search_name n where n.tail >= first and n.tail < first || ${LAST} order by n.tail limit 1), first || ${LAST}, 1
      from asked where first <> ''
      union all
      select (select n.tail from search_name n where n.tail > found.tail and n.tail < found.last order by n.tail limit 1), last, place + 1
      from found where found.tail is not null and place < ${MOST_TAILS}::int),
    named as (
      select seen.name from found cross join lateral (
        select doc.name from (
          select n.kind, n.row_id from search_name n where n.tail = found.tail order by n.kind, n.row_id limit ${MOST_NAMES}::int) one
        cross join lateral (select d.* from search_document d where d.kind = one.kind and d.row_id = one.row_id offset 0) doc
        where ${visibleDocumentAlone(onlooker)} limit ${MOST_TAKEN}::int) seen)
    select name from named group by name order by length(name), name limit ${limit}::int`);
  return rows.map(({ name }) => name);
}

const among = (keys: readonly DocumentKey[]): SQL =>
  sql`${documentsOf(keys)} join search_document doc on doc.kind = asked_key.kind and doc.row_id = asked_key.row_id`;

/** Names of some rows of the index that the onlooker may see, the shorter ones first. */
export async function listNamesOf(db: Queryable, onlooker: Onlooker, keys: readonly DocumentKey[], limit: number): Promise<string[]> {
  const rows = await db.execute<{ name: string }>(sql`
    select doc.name from ${among(keys)} left join search_dataset kept on doc.kind = 'DATAFILE' and kept.dataset_id = doc.dataset_id
    where ${visibleDocument(onlooker)} group by doc.name order by length(doc.name), doc.name limit ${limit}::int`);
  return rows.map(({ name }) => name);
}

/** The row of the index that a dataset is compared by; undefined where it has none. */
export async function findComparedDocument(db: Queryable, datasetId: number): Promise<DocumentKey | undefined> {
  const [row] = await db.execute<DocumentKey & Record<string, unknown>>(sql`
    select doc.kind, doc.row_id as "rowId" from search_document doc join node n on n.id = doc.node_id
    where doc.kind = 'DATASET' and doc.node_id = ${datasetId}::int and ${comparedVersion}`);
  return row;
}

/** Ids of the datasets of some rows of the index that are public, in their order. */
export async function listPublicDatasets(db: Queryable, keys: readonly DocumentKey[]): Promise<number[]> {
  const rows = await db.execute<{ id: number }>(sql`
    select doc.node_id as id from ${among(keys)} where doc.kind = 'DATASET' and ${publicDocument} order by asked_key.place`);
  return rows.map(({ id }) => id);
}
