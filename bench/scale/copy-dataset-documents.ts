import type { Sql, TransactionSql } from 'postgres';

/** Copies what searches read of the samples into a temporary table of the session, while it can still be found by indexes. */
export async function keepSampleDocuments(sql: Sql, samples: readonly number[]): Promise<void> {
  await sql`
    create temporary table sample_dataset_document as
    select d.*, s.released_ordinal, s.draft_ordinal from search_document d join search_dataset s on s.dataset_id = d.node_id
    where d.kind = 'DATASET' and d.node_id = any(${sql.array([...samples])}::int[])`;
}

/**
 * Describes the datasets in `placed` for searches as their samples are: only their identifier is another word. To find the words anew takes
 * twenty times as long. The first one is described by the product as well.
 * @throws Error when that differs
 */
export async function copyDatasetDocuments(sql: TransactionSql): Promise<void> {
  await sql`
    insert into search_dataset (dataset_id, released_ordinal, draft_ordinal)
    select p.id, t.released_ordinal, t.draft_ordinal from placed p join sample_dataset_document t on t.node_id = p.template`;
  await sql`
    insert into search_document (kind, row_id, node_id, dataset_id, state, public, name, sorted_at, facets, words, digest)
    select t.kind, v.id, p.id, p.id, t.state, t.public, t.name, t.sorted_at, t.facets,
      replace(t.words::text, '''bench' || p.template || '''', '''bench' || p.id || '''')::tsvector,
      md5(concat_ws(E'\n', v.metadata::text, v.title, v.license_id, d.dataset_type, d.protocol, d.authority, d.separator, d.identifier,
        extract(year from n.published_at at time zone 'UTC')))
    from placed p join sample_dataset_document t on t.node_id = p.template join dataset_version v on v.dataset_id = p.id
      join dataset d on d.id = p.id join node n on n.id = p.id order by p.id`;
  await sql`
    insert into search_name (tail, kind, row_id)
    select tail, d.kind, d.row_id from placed p join search_document d on d.node_id = p.id, search_tails(d.name) tail`;
  await checkFirst(sql);
}

async function checkFirst(sql: TransactionSql): Promise<void> {
  const [first] = await sql<{ id: number }[]>`select min(id) as id from placed`;
  const id = first?.id ?? 0;
  const described = async (): Promise<string> => {
    const [row] = await sql<{ text: string }[]>`select jsonb_agg(to_jsonb(d))::text as text from search_document d where d.node_id = ${id}`;
    return row?.text ?? '';
  };
  const copied = await described();
  await sql`update search_document set digest = '' where node_id = ${id}`;
  await sql`select search_refresh_dataset(${id}::int)`;
  const wanted = await described();
  if (wanted !== copied) throw new Error(`Dataset ${id} is described otherwise than its sample:\n${copied}\n${wanted}`);
}
