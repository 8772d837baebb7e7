/** Fills the measured database: the rows of a few real datasets, copied by SQL. */
import type { Sql, TransactionSql } from 'postgres';
import { createCollection, createTemplates, FILES_PER_DATASET } from './seed-templates.ts';

/** Datasets of each small collection. */
export const COLLECTION_SIZE = 20;

/** A run of consecutive ids. */
export interface IdRange {
  readonly first: number;
  readonly count: number;
}

/** What lies where in the seeded database. */
export interface Seeded {
  readonly datasets: IdRange;
  /** Collections of exactly 20 datasets. */
  readonly smallCollections: IdRange;
  /** Alias of the collection that holds half of all datasets. */
  readonly largeAlias: string;
}

export const LARGE_ALIAS = 'bench-large';
/** Alias of the collection that holds the datasets which the others are copies of. */
export const TEMPLATE_ALIAS = 'bench-templates';

interface Plan {
  readonly templates: readonly number[];
  readonly root: number;
  readonly templateCollection: number;
  readonly large: number;
  readonly collections: IdRange;
  readonly datasets: IdRange;
  readonly firstFile: number;
}

async function planOf(sql: Sql, count: number, made: Pick<Plan, 'templates' | 'large' | 'templateCollection'>): Promise<Plan> {
  const [facts] = await sql<{ last: number; root: number }[]>`
    select last_value::int as last, (select id from node where owner_id is null) as root from node_id_seq`;
  if (facts === undefined) throw new Error('The database has no root collection.');
  const collections = { first: facts.last + 1, count: Math.floor(count / 2 / COLLECTION_SIZE) };
  const datasets = { first: collections.first + collections.count, count };
  return { ...made, root: facts.root, collections, datasets, firstFile: datasets.first + count };
}

async function copyCollections(sql: TransactionSql, { root, templateCollection, collections }: Plan): Promise<void> {
  const last = collections.first + collections.count - 1;
  await sql`
    insert into node (id, kind, owner_id, path, permission_path, creator_id, created_at, published_at)
    select series.id, 'COLLECTION', ${root}::int, array[${root}::int, series.id], array[series.id], t.creator_id, t.created_at, t.published_at
    from generate_series(${collections.first}::int, ${last}::int) series(id), node t where t.id = ${templateCollection}`;
  await sql`
    insert into collection (id, alias, name, contact_emails, permission_root)
    select series.id, 'bench-' || series.id, 'Benchmark ' || series.id, t.contact_emails, t.permission_root
    from generate_series(${collections.first}::int, ${last}::int) series(id), collection t where t.id = ${templateCollection}`;
}

/** A dataset's place in the series decides its collection and the dataset it is a copy of. */
async function placeDatasets(sql: TransactionSql, { templates, large, collections, datasets, firstFile }: Plan): Promise<void> {
  const inSmall = collections.count * COLLECTION_SIZE;
  await sql`
    create temporary table placed on commit drop as
    select ${datasets.first}::int + i as id, ${firstFile}::int + i * ${FILES_PER_DATASET}::int as first_file,
      case when i < ${inSmall}::int then ${collections.first}::int + i / ${COLLECTION_SIZE}::int else ${large}::int end as owner_id,
      (${sql.array([...templates])}::int[])[1 + i % ${templates.length}::int] as template
    from generate_series(0, ${datasets.count}::int - 1) i`;
}

/** Makes the datasets of the temporary table `placed` (id, first_file, owner_id, template), without files. */
export async function copyDatasets(sql: TransactionSql): Promise<void> {
  await sql`
    insert into node (id, kind, owner_id, path, permission_path, creator_id, created_at, published_at)
    select p.id, 'DATASET', p.owner_id, o.path || p.id, array[p.id, p.owner_id], t.creator_id, t.created_at, t.published_at
    from placed p join node t on t.id = p.template join node o on o.id = p.owner_id order by p.id`;
  await sql`
    insert into dataset (id, protocol, authority, separator, identifier, registration_state, registered_at, storage_driver, file_access_request)
    select p.id, t.protocol, t.authority, t.separator, 'FK2/BENCH' || p.id, t.registration_state, t.registered_at, t.storage_driver, t.file_access_request
    from placed p join dataset t on t.id = p.template order by p.id`;
  await sql`
    insert into dataset_version (dataset_id, ordinal, state, version_number, version_minor_number, title, metadata, license_id, terms,
      file_access_request, internal_version_number, created_at, updated_at, released_at)
    select p.id, t.ordinal, t.state, t.version_number, t.version_minor_number, t.title, t.metadata, t.license_id, t.terms,
      t.file_access_request, t.internal_version_number, t.created_at, t.updated_at, t.released_at
    from placed p join dataset_version t on t.dataset_id = p.template order by p.id`;
  await copyAssignments(sql);
}

/** Gives the creators of the datasets in `placed` the role that creating gives them. */
async function copyAssignments(sql: TransactionSql): Promise<void> {
  await sql`
    insert into role_assignment (assignee, role_id, definition_point_id, effective_node_id)
    select t.assignee, t.role_id, p.id, p.id from placed p join role_assignment t on t.definition_point_id = p.template order by p.id`;
}

/** Makes the files of the datasets in `placed`: those of their templates, each so many times, under names of their own. */
export async function copyFiles(sql: TransactionSql, copies = 1): Promise<void> {
  await sql`
    create temporary table placed_file on commit drop as
    select p.first_file + t.place * ${copies}::int + copy as id, p.id as dataset_id, t.id as template, copy
    from generate_series(0, ${copies}::int - 1) copy, placed p join (
      select id, dataset_id, (row_number() over (partition by dataset_id order by id))::int - 1 as place from data_file
    ) t on t.dataset_id = p.template`;
  await sql`
    insert into node (id, kind, owner_id, path, permission_path, creator_id, created_at, published_at)
    select f.id, t.kind, f.dataset_id, d.path || f.id, f.id || d.permission_path, t.creator_id, t.created_at, t.published_at
    from placed_file f join node t on t.id = f.template join node d on d.id = f.dataset_id order by f.id`;
  await sql`
    insert into data_file (id, dataset_id, content_type, size_bytes, checksum_algorithm, checksum_value, storage_driver, storage_id, restricted)
    select f.id, f.dataset_id, t.content_type, t.size_bytes, t.checksum_algorithm, md5(f.id::text), t.storage_driver, 'bench-' || f.id, t.restricted
    from placed_file f join data_file t on t.id = f.template order by f.id`;
  await sql`
    insert into file_metadata (dataset_id, data_file_id, valid_from, label, directory_label, description, restricted, categories)
    select f.dataset_id, f.id, t.valid_from, case when f.copy > 0 then f.copy || '-' else '' end || t.label, t.directory_label, t.description, t.restricted, t.categories
    from placed_file f join file_metadata t on t.data_file_id = f.template order by f.id`;
}

/** Publishes some datasets through the API and copies them until there are `count` more, within `around`; every table is analysed. */
export async function seed(
  sql: Sql,
  serverUrl: string,
  count: number,
  around: (fill: () => Promise<unknown>) => Promise<unknown> = (fill) => fill(),
): Promise<Seeded> {
  const large = await createCollection(serverUrl, LARGE_ALIAS);
  const templateCollection = await createCollection(serverUrl, TEMPLATE_ALIAS);
  const templates = await createTemplates(serverUrl, TEMPLATE_ALIAS);
  const plan = await planOf(sql, count, { templates, large, templateCollection });
  await around(() =>
    sql.begin(async (tx) => {
      await copyCollections(tx, plan);
      await placeDatasets(tx, plan);
      await copyDatasets(tx);
      await copyFiles(tx);
      await tx`select setval('node_id_seq', (select max(id) from node))`;
    }),
  );
  await sql`vacuum analyze`;
  return { datasets: plan.datasets, smallCollections: plan.collections, largeAlias: LARGE_ALIAS };
}
