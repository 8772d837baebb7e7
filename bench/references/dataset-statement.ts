import type { Sql } from 'postgres';

/** A dataset with its newest released version and that version's files, as the statement gives them. */
export interface DatasetRow {
  readonly id: number;
  readonly protocol: string;
  readonly authority: string;
  readonly separator: string;
  readonly identifier: string;
  readonly storage_driver: string;
  readonly dataset_type: string;
  readonly dataset_file_access_request: boolean;
  readonly published_at: Date;
  readonly version_id: number;
  readonly version_number: number;
  readonly version_minor_number: number;
  readonly internal_version_number: number;
  readonly state: string;
  readonly latest_state: string;
  readonly title: string;
  readonly metadata: Readonly<Record<string, readonly { readonly typeName: string; readonly value: unknown }[]>>;
  readonly created_at: Date;
  readonly updated_at: Date;
  readonly released_at: Date;
  readonly file_access_request: boolean;
  readonly license: Readonly<Record<string, string | null>>;
  readonly files: readonly FileRow[];
}

/** A file of a version. */
export interface FileRow {
  readonly id: number;
  readonly record_id: number;
  readonly record_version: number;
  readonly label: string;
  readonly directory_label: string | null;
  readonly description: string | null;
  readonly restricted: boolean;
  readonly categories: readonly string[];
  readonly content_type: string;
  readonly size_bytes: number;
  readonly checksum_algorithm: string;
  readonly checksum_value: string;
  readonly storage_driver: string;
  readonly storage_id: string;
  readonly created: string;
  readonly published: string;
}

/** The day of a moment, UTC. */
export const day = (moment: Date): string => moment.toISOString().slice(0, 10);

/** Finds a published dataset by one prepared statement. */
export async function findDataset(sql: Sql, id: number): Promise<DatasetRow | undefined> {
  const [row] = await sql<DatasetRow[]>`
    select d.id, d.protocol, d.authority, d.separator, d.identifier, d.storage_driver, d.dataset_type,
      d.file_access_request as dataset_file_access_request, n.published_at,
      v.id as version_id, v.version_number, v.version_minor_number, v.internal_version_number, v.state, v.title, v.metadata,
      v.created_at, v.updated_at, v.released_at, v.file_access_request, row_to_json(l) as license,
      (select s.state from dataset_version s where s.dataset_id = d.id order by s.ordinal desc limit 1) as latest_state,
      (select json_agg(json_build_object('id', f.id, 'record_id', m.id, 'record_version', m.record_version, 'label', m.label,
          'directory_label', m.directory_label, 'description', m.description, 'restricted', m.restricted, 'categories', m.categories,
          'content_type', f.content_type, 'size_bytes', f.size_bytes, 'checksum_algorithm', f.checksum_algorithm,
          'checksum_value', f.checksum_value, 'storage_driver', f.storage_driver, 'storage_id', f.storage_id,
          'created', fn.created_at::date, 'published', fn.published_at::date) order by m.label, m.id)
        from file_metadata m join data_file f on f.id = m.data_file_id join node fn on fn.id = f.id
        where m.dataset_id = d.id and m.valid_from <= v.ordinal and (m.valid_to is null or m.valid_to > v.ordinal)) as files
    from dataset d
    join node n on n.id = d.id
    join lateral (select * from dataset_version o where o.dataset_id = d.id and o.state = 'RELEASED' order by o.ordinal desc limit 1) v on true
    left join license l on l.id = v.license_id
    where d.id = ${id} and n.published_at is not null`;
  return row;
}
