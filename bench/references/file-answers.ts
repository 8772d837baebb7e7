import type { Sql } from 'postgres';
import type { DatasetRow, FileRow } from './dataset-statement.ts';
import { fileNode } from './file-node.ts';
import { restFile } from './rest-answers.ts';

type Parameters = URLSearchParams;

interface PageRow extends Pick<DatasetRow, 'version_id' | 'updated_at' | 'dataset_file_access_request'> {
  readonly total: number;
  readonly files: readonly FileRow[];
}

const PAGE = 100;

/** Conditions of the filters that are asked about. */
function conditions(sql: Sql, parameters: Parameters) {
  const type = parameters.get('contentType');
  const tag = parameters.get('categoryName');
  const text = parameters.get('searchText');
  return sql`
    ${type === null ? sql`` : sql`and f.content_type = ${type}`}
    ${tag === null ? sql`` : sql`and m.categories @> array[${tag}]`}
    ${text === null ? sql`` : sql`and (strpos(lower(m.label), ${text}) > 0 or strpos(lower(coalesce(m.description, '')), ${text}) > 0)`}`;
}

const asJson = (sql: Sql) => sql`
  json_agg(json_build_object('id', f.id, 'record_id', m.id, 'record_version', m.record_version, 'label', m.label,
    'directory_label', m.directory_label, 'description', m.description, 'restricted', m.restricted, 'categories', m.categories,
    'content_type', f.content_type, 'size_bytes', f.size_bytes, 'checksum_algorithm', f.checksum_algorithm,
    'checksum_value', f.checksum_value, 'storage_driver', f.storage_driver, 'storage_id', f.storage_id,
    'created', fn.created_at::date, 'published', fn.published_at::date) order by m.label, m.id)`;

/** The answer to a REST client who asks for a page of the files of the newest released version, with the number that match. */
export async function restFiles(sql: Sql, datasetId: number, parameters: Parameters): Promise<unknown> {
  const filter = conditions(sql, parameters);
  // The bytes are joined where they are asked about, and not else.
  const matching = sql`from file_metadata m ${parameters.has('contentType') ? sql`join data_file f on f.id = m.data_file_id and f.dataset_id = m.dataset_id` : sql``}
    where m.dataset_id = d.id and m.valid_from <= v.ordinal and (m.valid_to is null or m.valid_to > v.ordinal) ${filter}`;
  const [row] = await sql<PageRow[]>`
    select v.id as version_id, v.updated_at, d.file_access_request as dataset_file_access_request,
      (select count(*)::int ${matching}) as total,
      (select coalesce(${asJson(sql)}, '[]'::json)
        from (select m.id ${matching} order by m.label, m.id limit ${Number(parameters.get('limit'))} offset ${Number(parameters.get('offset'))}) page
        join file_metadata m on m.id = page.id join data_file f on f.id = m.data_file_id join node fn on fn.id = f.id) as files
    from dataset d
    join lateral (select * from dataset_version o where o.dataset_id = d.id and o.state = 'RELEASED' order by o.ordinal desc limit 1) v on true
    where d.id = ${datasetId}`;
  if (row === undefined) return undefined;
  return { status: 'OK', totalCount: row.total, data: row.files.map((file) => restFile(file, row)) };
}

/** The answer to a GraphQL client who asks for 100 files of the newest released version, after one of them. */
export async function graphqlFiles(sql: Sql, datasetId: number, parameters: Parameters): Promise<unknown> {
  const label = parameters.get('label');
  const [row] = await sql<{ files: readonly FileRow[] }[]>`
    select (select coalesce(${asJson(sql)}, '[]'::json)
      from (select m.id from file_metadata m
        where m.dataset_id = d.id and m.valid_from <= v.ordinal and (m.valid_to is null or m.valid_to > v.ordinal) ${conditions(sql, parameters)}
          ${label === null ? sql`` : sql`and (m.label, m.id) > (${label}, ${Number(parameters.get('id'))})`}
        order by m.label, m.id limit ${PAGE + 1}) page
      join file_metadata m on m.id = page.id join data_file f on f.id = m.data_file_id join node fn on fn.id = f.id) as files
    from dataset d
    join lateral (select * from dataset_version o where o.dataset_id = d.id and o.state = 'RELEASED' order by o.ordinal desc limit 1) v on true
    where d.id = ${datasetId}`;
  if (row === undefined) return undefined;
  return {
    data: {
      dataset: {
        latestVersion: {
          files: {
            nodes: row.files.slice(0, PAGE).map(fileNode),
            pageInfo: { hasNextPage: row.files.length > PAGE },
          },
        },
      },
    },
  };
}
