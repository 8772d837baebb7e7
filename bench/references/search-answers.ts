import type { Sql } from 'postgres';

/** What guests find by a word: the number of hits, ids of the first ten, and counts of five facets. */
export async function wordSearch(sql: Sql, word: string): Promise<unknown> {
  const [row] = await sql`
    with hit as materialized (
      select d.kind, d.row_id, d.node_id, d.name, d.facets, ts_rank('{0.05,0.3,0.5,1}', d.words, q, 1) as score
      from search_phrase(${word}) q, search_document d
      where d.words @@ q and (d.public or d.kind = 'DATAFILE' and exists (
        select from search_dataset s where s.dataset_id = d.dataset_id and s.released_ordinal >= d.valid_from and (d.valid_to is null or d.valid_to > s.released_ordinal))))
    select (select count(*)::int from hit) as total,
      (select json_agg(p order by p.score desc, p.kind, p.row_id) from (
        select kind, row_id, node_id, name, score from hit order by score desc, kind, row_id limit 10) p) as hits,
      (select json_agg(f) from (
        select split_part(f, '=', 1) as facet, substr(f, strpos(f, '=') + 1) as value, count(*)::int as count from hit, unnest(facets) f
        where split_part(f, '=', 1) in ('authorName', 'subject', 'keywordValue', 'dateOfDeposit', 'license') group by 1, 2 order by 3 desc limit 500) f) as facets`;
  return row;
}
