import { randomInt } from 'node:crypto';
import type { JSONValue, Sql } from 'postgres';
import type { DatasetRow } from './dataset-statement.ts';
import { type Installation, restVersion } from './rest-answers.ts';

/** The answer to a REST client who asks for all versions of a published dataset, without files. */
export async function restVersions(sql: Sql, installation: Installation, id: number): Promise<unknown> {
  const rows = await sql<Omit<DatasetRow, 'files'>[]>`
    select d.id, d.protocol, d.authority, d.separator, d.identifier, d.storage_driver, d.dataset_type,
      d.file_access_request as dataset_file_access_request, n.published_at,
      v.id as version_id, v.version_number, v.version_minor_number, v.internal_version_number, v.state, v.title, v.metadata,
      v.created_at, v.updated_at, v.released_at, v.file_access_request, row_to_json(l) as license,
      (select s.state from dataset_version s where s.dataset_id = d.id order by s.ordinal desc limit 1) as latest_state
    from dataset d join node n on n.id = d.id join dataset_version v on v.dataset_id = d.id and v.state = 'RELEASED'
    left join license l on l.id = v.license_id
    where d.id = ${id} and n.published_at is not null order by v.ordinal desc`;
  return { status: 'OK', data: rows.map((row) => restVersion(installation, row)) };
}

interface SentVersion {
  readonly license: string;
  readonly metadataBlocks: Readonly<
    Record<string, { readonly fields: readonly { readonly typeName: string; readonly value: JSONValue }[] }>
  >;
}

const CHARACTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789';
const AUTHORITY = '10.5072';

/**
 * Creates a dataset as it was sent: the rows that our server writes, in one transaction, and none of its checks. The superuser
 * is taken to have sent it.
 */
export async function createDataset(sql: Sql, alias: string, body: string): Promise<unknown> {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the body is the benchmark's own
  const { datasetVersion } = JSON.parse(body) as { readonly datasetVersion: SentVersion };
  const metadata = Object.fromEntries(Object.entries(datasetVersion.metadataBlocks).map(([name, { fields }]) => [name, fields]));
  const title = metadata['citation']?.find(({ typeName }) => typeName === 'title')?.value;
  // Longer than ours: with six characters two of the tens of thousands of a run are equal now and then, and nothing is tried again here.
  const identifier = `FK2/${Array.from({ length: 10 }, () => CHARACTERS.charAt(randomInt(CHARACTERS.length))).join('')}`;
  const id = await sql.begin(async (tx) => {
    const [place] = await tx<{ id: number; creator_id: number; role_id: number | null; license_id: number | null }[]>`
      insert into node (id, kind, owner_id, path, permission_path, creator_id)
      select given.id, 'DATASET', c.id, n.path || given.id, given.id || n.permission_path, u.id
      from collection c join node n on n.id = c.id, (select nextval('node_id_seq')::int as id) given,
        (select id from user_account where superuser order by id limit 1) u
      where c.alias = ${alias}
      returning id, creator_id, (select default_contributor_role_id from collection where alias = ${alias}) as role_id,
        (select id from license where name = ${datasetVersion.license}) as license_id`;
    if (place === undefined) throw new Error('There is no such collection.');
    await tx`
      insert into dataset (id, protocol, authority, separator, identifier, registration_state, registered_at, storage_driver)
      values (${place.id}, 'doi', ${AUTHORITY}, '/', ${identifier}, 'REGISTERED', now(), 'local')`;
    await tx`
      insert into dataset_version (dataset_id, ordinal, state, title, metadata, license_id, file_access_request)
      values (${place.id}, 1, 'DRAFT', ${typeof title === 'string' ? title : ''}, ${tx.json(metadata)}, ${place.license_id}, true)`;
    if (place.role_id !== null) {
      await tx`
        insert into role_assignment (assignee, role_id, definition_point_id, effective_node_id)
        select '@' || user_name, ${place.role_id}, ${place.id}, ${place.id} from user_account where id = ${place.creator_id}`;
    }
    await tx`
      insert into audit_record (actor, command, subject_id, request_id, details)
      values ('@admin', 'createDataset', ${place.id}, 'benchmark', ${tx.json({ dataset: place.id })})`;
    return place.id;
  });
  return { status: 'OK', data: { id, persistentId: `doi:${AUTHORITY}/${identifier}` } };
}
