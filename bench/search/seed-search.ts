/** Makes what was seeded worth searching: titles, authors and keywords of their own, drafts among the datasets, and the index of search, all by SQL over sets. */
import type { Sql, TransactionSql } from 'postgres';
import type { Seeded } from '../seed.ts';

/** Words that titles are made of; the word of rank r is in about `WORDS_OF_TITLE / (r * ln(VOCABULARY))` of them. */
const VOCABULARY = 20_000;
const WORDS_OF_TITLE = 6;
/** Of so many datasets one is a draft. */
const DRAFT_EVERY = 50;

/** The word of a rank: letters alone, so that a stem is a word like others. */
export function wordOfRank(rank: number): string {
  let text = '';
  for (let rest = rank; rest > 0; rest = Math.floor(rest / 20)) text += 'bcdfghklmnprstvwxzjq'[rest % 20] ?? '';
  return `va${text}o`;
}

/** Fills tables while the triggers of the index rest. What they would write is written by `fill`. */
export async function withoutSearchTriggers(sql: Sql, fill: () => Promise<unknown>): Promise<void> {
  const triggers = await sql<{ name: string; table: string }[]>`
    select tgname as name, tgrelid::regclass::text as table from pg_trigger where tgname like 'search\\_%' and not tgisinternal`;
  for (const { name, table } of triggers) await sql`alter table ${sql(table)} disable trigger ${sql(name)}`;
  await fill();
  for (const { name, table } of triggers) await sql`alter table ${sql(table)} enable trigger ${sql(name)}`;
}

/** Fills tables while no trigger runs, not even those of foreign keys; what a trigger counts is counted once at the end. */
export async function withoutTriggers(sql: Sql, fill: () => Promise<unknown>): Promise<void> {
  await sql`set session_replication_role = replica`;
  await fill();
  await sql.begin(async (tx) => {
    await tx`delete from published_children`;
    await tx`insert into published_children (owner_id, part, count)
      select owner_id, 0, count(*)::int from node where published_at is not null and owner_id is not null group by owner_id`;
  });
  await sql`set session_replication_role = origin`;
}

async function giveTitles(tx: TransactionSql, { datasets }: Seeded): Promise<void> {
  await tx`create temporary table vocabulary (rank int primary key, word text) on commit drop`;
  for (let first = 1; first <= VOCABULARY; first += 5000) {
    const ranks = Array.from({ length: 5000 }, (_, place) => first + place);
    await tx`insert into vocabulary select * from unnest(${ranks}::int[], ${ranks.map(wordOfRank)}::text[])`;
  }
  // By Zipf's law: the logarithm of the rank is uniform. The same in each run.
  await tx`select setseed(0.5)`;
  await tx`
    create temporary table titled on commit drop as
    select d.id, (d.id - ${datasets.first}::int) % ${DRAFT_EVERY}::int = 1 as draft, 'Author ' || floor(random() * ${datasets.count}::int / 5)::int as author,
      'Keyword ' || floor(exp(random() * ln(5000)))::int as keyword,
      (${tx.unsafe(Array.from({ length: WORDS_OF_TITLE }, () => `(floor(exp(random() * ln(${VOCABULARY}))))::int`).join(" || ' ' || "))}) as ranks
    from generate_series(${datasets.first}::int, ${datasets.first + datasets.count - 1}::int) d(id)`;
  await tx`
    create temporary table title on commit drop as
    select t.id, t.draft, t.author, t.keyword, 'Of ' || t.id || ' ' || string_agg(v.word, ' ') as title
    from titled t, unnest(string_to_array(t.ranks, ' ')::int[]) r(rank) join vocabulary v on v.rank = r.rank group by 1, 2, 3, 4`;
  await tx`create unique index on title (id)`;
  await tx`
    update dataset_version v set title = t.title, state = case when t.draft then 'DRAFT' else v.state end,
      version_number = case when not t.draft then v.version_number end, version_minor_number = case when not t.draft then v.version_minor_number end,
      released_at = case when not t.draft then v.released_at end
    from title t where t.id = v.dataset_id`;
  await tx`update node n set published_at = null from title t where t.draft and (n.id = t.id or n.owner_id = t.id)`;
}

/** The index as the triggers would have written it, with authors and keywords that differ from dataset to dataset. */
async function copyIndex(tx: TransactionSql, { datasets }: Seeded): Promise<void> {
  await tx`
    insert into search_dataset (dataset_id, released_ordinal, draft_ordinal)
    select id, case when not draft then 1 end, case when draft then 1 end from title order by id`;
  // Each dataset is described as the one that it is a copy of, told by its metadata.
  await tx`
    create temporary table described on commit drop as
    select md5(v.metadata::text) as metadata, doc.facets, doc.words from search_document doc join dataset_version v on v.id = doc.row_id
    where doc.kind = 'DATASET' and v.dataset_id < ${datasets.first}::int`;
  await tx`
    insert into search_document (kind, row_id, node_id, dataset_id, state, public, name, sorted_at, facets, words, digest)
    select 'DATASET', v.id, v.dataset_id, v.dataset_id, v.state, not t.draft, t.title, v.updated_at - (v.dataset_id % 3000) * interval '1 day',
      array(select f from unnest(d.facets) f where f not like 'authorName=%' and f not like 'keywordValue=%') || array['authorName=' || t.author, 'keywordValue=' || t.keyword],
      search_words(t.title, 'A') || d.words || search_words(t.author, 'B') || search_words(t.keyword, 'B'), 'bench'
    from title t join dataset_version v on v.dataset_id = t.id join described d on d.metadata = md5(v.metadata::text) order by v.id`;
  await tx`
    insert into search_document (kind, row_id, node_id, dataset_id, valid_from, valid_to, public, name, size_bytes, facets, words, digest)
    select 'DATAFILE', m.id, m.data_file_id, m.dataset_id, m.valid_from, m.valid_to, false, m.label, f.size_bytes,
      array['fileContentType=' || f.content_type, 'fileMediaType=' || f.content_type, 'fileTag=' || m.categories[1]], search_file_words(m.label, m.directory_label, m.description), ''
    from file_metadata m join data_file f on f.id = m.data_file_id where m.dataset_id between ${datasets.first}::int and ${datasets.first + datasets.count - 1}::int order by m.id`;
}

const INDEXES = ['search_document_words_idx', 'search_document_facets_idx', 'search_document_name_idx'];

/** Gives what was seeded titles, drafts and an index. Inverted indexes are made anew at the end: row by row they would take most of the time. */
export async function seedSearch(sql: Sql, seeded: Seeded, step: (name: string) => void): Promise<void> {
  const definitions = await sql<{ name: string; definition: string }[]>`
    select indexname as name, indexdef as definition from pg_indexes where indexname = any(${INDEXES}) or tablename = 'search_document' and indexdef like '%gin%'`;
  for (const { name } of definitions) await sql`drop index ${sql(name)}`;
  await withoutTriggers(sql, () =>
    sql.begin(async (tx) => {
      step('giving titles');
      await giveTitles(tx, seeded);
      step('describing');
      await copyIndex(tx, seeded);
      await tx`insert into search_document (kind, row_id, node_id, public, name, sorted_at, facets, words, digest)
        select 'COLLECTION', c.id, c.id, true, c.name, now(), '{}', search_words(c.name, 'A'), '' from collection c join node n on n.id = c.id where n.owner_id is not null
        on conflict do nothing`;
      step('naming');
      await tx`alter table search_name drop constraint search_name_pk`;
      await tx`truncate search_name`;
      await tx`insert into search_name select tail, kind, row_id from search_document, search_tails(name) tail`;
    }),
  );
  step('making indexes');
  await sql`set maintenance_work_mem = '1GB'`;
  for (const { definition } of definitions) await sql.unsafe(definition);
  await sql`alter table search_name add constraint search_name_pk primary key (tail, kind, row_id)`;
  step('analysing');
  await sql`vacuum analyze`;
}
