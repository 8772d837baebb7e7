import type { Sql } from 'postgres';

const facts = `kind::text, row_id, node_id, dataset_id, valid_from, valid_to, state::text, public, name`;

/** What the tables say that there is to be found, put together without what keeps the index. */
const scan = `
  select 'COLLECTION', c.id, c.id, null::int, null::int, null::int, null::text, n.published_at is not null, c.name
  from collection c join node n on n.id = c.id where n.owner_id is not null
  union all
  select 'DATASET', v.id, v.dataset_id, v.dataset_id, null, null, v.state::text, v.state = 'RELEASED', v.title
  from dataset_version v where v.state = 'DRAFT'
    or v.ordinal = (select max(r.ordinal) from dataset_version r where r.dataset_id = v.dataset_id and r.state = 'RELEASED')
    or not exists (select from dataset_version o where o.dataset_id = v.dataset_id and (o.state <> 'DEACCESSIONED' or o.ordinal > v.ordinal))
  union all
  select 'DATAFILE', m.id, m.data_file_id, m.dataset_id, m.valid_from, m.valid_to, null, false, m.label from file_metadata m`;

const whole = `${facts}, sorted_at, size_bytes, array(select unnest(facets) order by 1) as facets, words::text`;

const named = `select tail, kind, row_id from search_document, search_tails(name) tail`;

class TakenBack extends Error {}

/** Where the index differs from what it describes: from a scan of the tables, and from an index that is made anew. */
export async function faultsOfSearchIndex(sql: Sql): Promise<unknown[]> {
  const faults: unknown[] = [
    ...(await sql.unsafe(`select 'missing' as fault, x.* from ((${scan}) except (select ${facts} from search_document)) x`)),
    ...(await sql.unsafe(`select 'left over' as fault, x.* from ((select ${facts} from search_document) except (${scan})) x`)),
    ...(await sql`select 'state' as fault, s.* from search_dataset s full join (
        select d.id, max(v.ordinal) filter (where v.state = 'RELEASED') as released, max(v.ordinal) filter (where v.state = 'DRAFT') as draft
        from dataset d join dataset_version v on v.dataset_id = d.id group by d.id) e on e.id = s.dataset_id
      where (s.dataset_id, s.released_ordinal, s.draft_ordinal) is distinct from (e.id, e.released, e.draft)`),
    ...(await sql.unsafe(`select 'unnamed' as fault, x.* from ((${named}) except (select tail, kind, row_id from search_name)) x`)),
    ...(await sql.unsafe(`select 'named' as fault, x.* from ((select tail, kind, row_id from search_name) except (${named})) x`)),
  ];
  await sql
    .begin(async (tx) => {
      await tx.unsafe(`create temporary table kept on commit drop as select ${whole} from search_document`);
      await tx`delete from search_document`;
      await tx`select search_refresh_collection(id) from collection`;
      await tx`select search_refresh_dataset(id) from dataset`;
      await tx`select search_describe_files(array(select id from file_metadata))`;
      faults.push(...(await tx.unsafe(`select 'stale' as fault, x.* from ((table kept) except (select ${whole} from search_document)) x`)));
      faults.push(
        ...(await tx.unsafe(`select 'unlike' as fault, x.* from ((select ${whole} from search_document) except (table kept)) x`)),
      );
      throw new TakenBack();
    })
    .catch((error: unknown) => {
      if (!(error instanceof TakenBack)) throw error;
    });
  return faults;
}
