import { sql } from 'drizzle-orm';
import { type Queryable, prepared } from '../../client.ts';
import { dataset, datasetVersion } from '../../schema/dataset.ts';
import { node } from '../../schema/node.ts';
import { roleAssignment } from '../../schema/role.ts';
import { fileCountLimitAlong } from '../collections/collections.ts';
import type { DatasetSummary } from './datasets.ts';
import { isAlternative } from '../identifiers/alternatives.ts';
import type { NodePlace } from '../gate/nodes.ts';
import { typedValue as value } from '../gate/typed-value.ts';

type DatasetValues = typeof dataset.$inferInsert;
type VersionValues = typeof datasetVersion.$inferInsert;

/** A dataset with its first version, as it is to be stored. */
export interface NewDataset {
  readonly owner: NodePlace;
  readonly creatorId: number | null;
  /** The first role assignment on it, in canonical form; null for none. */
  readonly firstRole: { readonly assignee: string; readonly roleId: number } | null;
  readonly dataset: Pick<DatasetValues, 'protocol' | 'authority' | 'separator' | 'identifier' | 'storageDriver'> & {
    readonly registrationState: 'RESERVED' | 'REGISTERED';
    readonly registeredAt: Date | null;
    readonly datasetType: string;
    readonly metadataLanguage: string | null;
    readonly datasetFileCountLimit: number | null;
    readonly fileAccessRequest: boolean;
  };
  readonly version: Pick<VersionValues, 'title' | 'metadata' | 'fileAccessRequest'> & {
    readonly licenseId: number | null;
    readonly terms: NonNullable<VersionValues['terms']>;
    readonly versionNote: string | null;
    readonly deaccessionNote?: string | null;
    readonly deaccessionLink?: string | null;
    /** When it became version 1.0; null for a draft. */
    readonly releasedAt: Date | null;
  };
}

/** A dataset that was stored a moment ago. */
export type StoredDataset = DatasetSummary & NodePlace;

// One round trip in place of four. Foreign keys between the rows are checked at the end of the statement.
const statement = prepared((db) => {
  const id = { id: sql<number>`id`.as('id') };
  const given = db.$with('given', id).as(sql`select nextval('node_id_seq')::int as id`);
  const described = db.$with('described', id).as(sql`
    insert into ${dataset} (id, protocol, authority, separator, identifier, registration_state, registered_at, storage_driver, dataset_type,
      metadata_language, dataset_file_count_limit, file_access_request)
    select given.id, ${value('protocol', 'text')}, ${value('authority', 'text')}, ${value('separator', 'text')}, ${value('identifier', 'text')},
      ${value('registrationState', 'registration_state')}, ${value('registeredAt', 'timestamptz')}, ${value('storageDriver', 'text')},
      ${value('datasetType', 'text')}, ${value('metadataLanguage', 'text')}, ${value('datasetFileCountLimit', 'int')},
      ${value('datasetFileAccessRequest', 'boolean')}
    from given where not ${isAlternative(sql`(${value('protocol', 'text')} || ':' || ${value('authority', 'text')} || ${value('separator', 'text')} || ${value('identifier', 'text')})`)}
    on conflict do nothing returning id`);
  const written = db.$with('written', id).as(sql`
    insert into ${datasetVersion} (dataset_id, ordinal, state, version_number, version_minor_number, title, metadata, license_id, terms,
      file_access_request, version_note, deaccession_note, deaccession_link, released_at)
    select described.id, 1, case when released.at is null then 'DRAFT'::version_state else 'RELEASED' end,
      case when released.at is not null then 1 end, case when released.at is not null then 0 end,
      ${value('title', 'text')}, ${value('metadata', 'json')}, ${value('licenseId', 'int')}, ${value('terms', 'json')},
      ${value('fileAccessRequest', 'boolean')}, ${value('versionNote', 'text')}, ${value('deaccessionNote', 'text')},
      ${value('deaccessionLink', 'text')}, released.at
    from described, (select ${value('releasedAt', 'timestamptz')} as at) released`);
  const assigned = db.$with('assigned', id).as(sql`
    insert into ${roleAssignment} (assignee, role_id, definition_point_id, effective_node_id, assigned_by)
    select first.assignee, first.role_id, described.id, described.id, first.assignee
    from described, (select ${value('assignee', 'text')} as assignee, ${value('roleId', 'int')} as role_id) first
    where first.role_id is not null`);
  return db
    .with(given, described, written, assigned)
    .insert(node)
    .select(
      sql`select described.id, 'DATASET'::node_kind, place.owner_id, place.owner_path || described.id, described.id || place.permission_path,
        ${value('creatorId', 'int')}, now(), null::timestamptz
        from described, (select ${value('ownerId', 'int')} as owner_id, ${value('ownerPath', 'int[]')} as owner_path,
          ${value('ownerPermissionPath', 'int[]')} as permission_path) place`,
    )
    .returning({
      id: node.id,
      path: node.path,
      permissionPath: node.permissionPath,
      inheritedFileCountLimit: fileCountLimitAlong(value('ownerPath', 'int[]')),
    })
    .prepare('dataset_create');
});

/** Stores a dataset with its first version and who has a role on it, unless another one has its persistent identifier, or had it before; undefined then. */
export async function insertDatasetUnlessTaken(
  db: Queryable,
  { owner, creatorId, firstRole, dataset: facts, version }: NewDataset,
): Promise<StoredDataset | undefined> {
  const { fileAccessRequest, registeredAt, ...described } = facts;
  const { metadata, terms, releasedAt, deaccessionNote = null, deaccessionLink = null, ...written } = version;
  const [row] = await statement(db).execute({
    ...described,
    datasetFileAccessRequest: fileAccessRequest,
    registeredAt: registeredAt?.toISOString() ?? null,
    ...written,
    deaccessionNote,
    deaccessionLink,
    metadata: JSON.stringify(metadata),
    terms: JSON.stringify(terms),
    releasedAt: releasedAt?.toISOString() ?? null,
    assignee: firstRole?.assignee ?? null,
    roleId: firstRole?.roleId ?? null,
    creatorId,
    ownerId: owner.id,
    ownerPath: owner.path,
    ownerPermissionPath: owner.permissionPath,
  });
  if (row === undefined) return undefined;
  return {
    ...described,
    storageFolder: null,
    alternativePersistentIds: null,
    guestbookId: null,
    fileAccessRequest,
    ...row,
    ownerId: owner.id,
    publicationDay: null,
  };
}
