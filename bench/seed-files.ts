/** Fills the measured database with datasets of many files and many versions, by SQL: quick, and the same files in each run. */
import type { Sql, TransactionSql } from 'postgres';
import { copyDatasets, TEMPLATE_ALIAS } from './seed.ts';

/** How large. */
export interface FileSizes {
  /** Files of the large dataset. */
  readonly files: number;
  /** Versions of the datasets that have many. */
  readonly versions: number;
}

/** Files of the dataset that the large one is compared with. */
export const FEW_FILES = 1000;
/** Files of the datasets that are as small as datasets mostly are. */
const ORDINARY_FILES = 10;
const ORDINARY_VERSIONS = 2;

/** Ids of the datasets, by what they are. */
export interface SeededFiles {
  /** Many files and many versions; read only. */
  readonly large: number;
  /** 1,000 files and two versions; read only. */
  readonly few: number;
  /** The same as `large`, to be changed. */
  readonly changedLarge: number;
  /** Ten files and two versions, to be changed. */
  readonly changedSmall: number;
  /** Ten files and many versions, to be changed. */
  readonly changedOften: number;
}

interface Planned {
  readonly id: number;
  readonly files: number;
  readonly versions: number;
  readonly firstFile: number;
}

async function copyVersions(sql: TransactionSql): Promise<void> {
  await sql`
    insert into dataset_version (dataset_id, ordinal, state, version_number, version_minor_number, title, metadata, license_id, terms,
      file_access_request, internal_version_number, created_at, updated_at, released_at)
    select p.id, n, t.state, n, 0, t.title, t.metadata, t.license_id, t.terms,
      t.file_access_request, t.internal_version_number, t.created_at, t.updated_at, t.released_at
    from planned p join dataset_version t on t.dataset_id = p.id and t.ordinal = 1, generate_series(2, p.versions) n order by p.id, n`;
}

/**
 * Three quarters of the files are there from the first version on, the rest came evenly with the others. A quarter of the old ones
 * were described anew in one of the later versions, so that they have two records. Names are in no relation to the order of ids; half of the files lie in one folder.
 */
async function insertFiles(sql: TransactionSql): Promise<void> {
  await sql`
    create temporary table planned_file on commit drop as
    select p.first_file + i as id, p.id as dataset_id, i, p.files, (i::bigint * 7919 % p.files)::int as number,
      case when i < p.files * 3 / 4 then 1 else 2 + (i - p.files * 3 / 4) * (p.versions - 1) / (p.files - p.files * 3 / 4) end as came,
      case when i < p.files * 3 / 4 and i % 4 = 1 then 2 + i / 4 % (p.versions - 1) end as changed
    from planned p, generate_series(0, p.files - 1) i`;
  await sql`
    insert into node (id, kind, owner_id, path, permission_path, creator_id, created_at, published_at)
    select f.id, 'DATAFILE', f.dataset_id, d.path || f.id, f.id || d.permission_path, d.creator_id, d.created_at, d.published_at
    from planned_file f join node d on d.id = f.dataset_id order by f.id`;
  await sql`
    insert into data_file (id, dataset_id, content_type, size_bytes, checksum_algorithm, checksum_value, storage_driver, storage_id, restricted)
    select f.id, f.dataset_id, (array['text/plain', 'text/plain', 'text/plain', 'text/plain', 'text/plain', 'text/plain', 'text/xml',
        'text/xml', 'text/markdown', 'text/markdown'])[1 + f.number % 10], 1000 + f.number::bigint * 31 % 100000,
      'MD5', md5(f.id::text), d.storage_driver, 'bench-' || f.id, f.number % 50 = 0
    from planned_file f join dataset d on d.id = f.dataset_id order by f.id`;
  await sql`
    insert into file_metadata (dataset_id, data_file_id, valid_from, valid_to, label, directory_label, description, restricted, categories)
    select f.dataset_id, f.id, v.valid_from, v.valid_to, 'reading-' || lpad(f.number::text, 6, '0') || '.txt', case when f.number % 2 = 1 then 'station-' || f.number % 97 end,
      v.description || f.number % 97, f.number % 50 = 0, case when f.number % 10 = 0 then '{Documentation}' else '{Data}' end::text[]
    from planned_file f, lateral (
      select f.came as valid_from, f.changed as valid_to, 'Readings of station ' as description
      union all select f.changed, null, 'Corrected readings of station ' where f.changed is not null) v
    order by f.id, v.valid_from`;
}

/** Makes the datasets below the collection of the templates and analyses every table. */
export async function seedFiles(sql: Sql, { files, versions }: FileSizes): Promise<SeededFiles> {
  const [facts] = await sql<{ last: number; template: number; owner: number }[]>`
    select (select last_value::int from node_id_seq) as last, n.id as template, c.id as owner
    from node n join collection c on c.id = n.owner_id where c.alias = ${TEMPLATE_ALIAS} order by n.id limit 1`;
  if (facts === undefined) throw new Error('The database has no template datasets.');
  const sizes = [
    { files, versions },
    { files: FEW_FILES, versions: ORDINARY_VERSIONS },
    { files, versions },
    { files: ORDINARY_FILES, versions: ORDINARY_VERSIONS },
    { files: ORDINARY_FILES, versions },
  ];
  let firstFile = facts.last + 1 + sizes.length;
  const planned: Planned[] = [];
  for (const [index, size] of sizes.entries()) {
    planned.push({ id: facts.last + 1 + index, ...size, firstFile });
    firstFile += size.files;
  }
  await sql.begin(async (tx) => {
    await tx`
      create temporary table planned on commit drop as
      select * from jsonb_to_recordset(${tx.json(planned.map(({ firstFile: first_file, ...rest }) => ({ ...rest, first_file })))})
        as p(id int, files int, versions int, first_file int)`;
    await tx`
      create temporary table placed on commit drop as
      select p.id, 0 as first_file, ${facts.template}::int as template, ${facts.owner}::int as owner_id from planned p`;
    await copyDatasets(tx);
    await copyVersions(tx);
    await insertFiles(tx);
    await tx`select setval('node_id_seq', (select max(id) from node))`;
  });
  await sql`vacuum analyze`;
  const [large, few, changedLarge, changedSmall, changedOften] = planned.map(({ id }) => id);
  if (large === undefined || few === undefined || changedLarge === undefined || changedSmall === undefined || changedOften === undefined) {
    throw new Error('A dataset is missing.');
  }
  return { large, few, changedLarge, changedSmall, changedOften };
}
