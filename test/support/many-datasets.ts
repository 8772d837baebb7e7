/** Holdings that are large enough for the plans of statements to matter. */
import type postgres from 'postgres';

const DATASETS = 20_000;
const FILES = 5_000;
export const VERSIONS = 20;

export const COLLECTION = 2;
export const FIRST_DATASET = 1_000;
/** The dataset with many files and versions. */
export const LARGE_DATASET = FIRST_DATASET;

/** 20,000 datasets with a file each in one collection, and one among them with 5,000 files and 20 versions. */
export async function seedManyDatasets(sql: postgres.Sql): Promise<void> {
  const last = FIRST_DATASET + DATASETS - 1;
  const firstFile = last + 1;
  await sql`insert into node (id, kind, owner_id, path, permission_path, published_at)
    values (1, 'COLLECTION', null, '{1}', '{1}', now()), (${COLLECTION}, 'COLLECTION', 1, ${[1, COLLECTION]}, ${[COLLECTION]}, now())`;
  await sql`insert into collection (id, alias, name, contact_emails) values (1, 'root', 'Root', '{}'), (${COLLECTION}, 'large', 'Large', '{}')`;
  await sql`insert into role (alias, name, permissions) values ('member', 'Member', ${4 + 8 + 16}), ('contributor', 'Contributor', ${8 + 16 + 64})`;
  await sql`insert into node (id, kind, owner_id, path, permission_path, published_at)
    select id, 'DATASET', ${COLLECTION}, array[1, ${COLLECTION}::int, id], array[id, ${COLLECTION}::int], case when id % 3 > 0 then now() end
    from generate_series(${FIRST_DATASET}::int, ${last}::int) id`;
  await sql`insert into dataset (id, protocol, authority, separator, identifier, storage_driver)
    select id, 'doi', '10.5072', '/', 'FK2/D' || id, 'local' from generate_series(${FIRST_DATASET}::int, ${last}::int) id`;
  await sql`insert into dataset_version (dataset_id, ordinal, state, version_number, version_minor_number, title, metadata, file_access_request)
    select id, v, case when id % 3 > 0 or v < ${VERSIONS} and id = ${LARGE_DATASET} then 'RELEASED' else 'DRAFT' end::version_state,
      case when id % 3 > 0 or v < ${VERSIONS} and id = ${LARGE_DATASET} then v end,
      case when id % 3 > 0 or v < ${VERSIONS} and id = ${LARGE_DATASET} then 0 end, 'Title ' || id, '{}', true
    from generate_series(${FIRST_DATASET}::int, ${last}::int) id, generate_series(1, ${VERSIONS}::int) v where v = 1 or id = ${LARGE_DATASET}`;
  await sql`insert into node (id, kind, owner_id, path, permission_path)
    select id, 'DATAFILE', owner, array[1, ${COLLECTION}::int, owner, id], array[id, owner, ${COLLECTION}::int]
    from generate_series(${firstFile}::int, ${firstFile + DATASETS + FILES - 1}::int) id,
      lateral (select case when id < ${firstFile + FILES}::int then ${LARGE_DATASET}::int else id - ${DATASETS + FILES}::int end as owner) o`;
  await sql`insert into data_file (id, dataset_id, content_type, size_bytes, checksum_algorithm, checksum_value, storage_driver, storage_id)
    select id, owner_id, 'text/plain', id, 'MD5', md5(id::text), 'local', 'stored-' || id from node where kind = 'DATAFILE'`;
  // Every version of the large dataset changed some records: the current ones are those of the last change.
  await sql`insert into file_metadata (dataset_id, data_file_id, valid_from, valid_to, label)
    select dataset_id, id, case when dataset_id = ${LARGE_DATASET} then 1 + id % ${VERSIONS} else 1 end, null, 'file-' || id % ${FILES} || '-' || id from data_file`;
  await sql`insert into file_metadata (dataset_id, data_file_id, valid_from, valid_to, label)
    select dataset_id, data_file_id, 1, valid_from, 'old-' || label from file_metadata where valid_from > 1`;
  await sql`update file_metadata set categories = '{Rare}' where data_file_id % 1000 = 7`;
  await sql`insert into role_assignment (assignee, role_id, definition_point_id, effective_node_id)
    select '@user' || id % 500, 2, id, id from node where kind = 'DATASET'`;
  await sql`insert into role_assignment (assignee, role_id, definition_point_id, effective_node_id) values ('@anna', 1, ${COLLECTION}, ${COLLECTION})`;
  await sql`analyze`;
}
