/** The shapes that domain functions give back, gathered for the layer above. Types only. */
export type { CollectionKey, CollectionRow, CollectionWithGrants } from '../db/queries/collections.ts';
export type { ContentRow } from '../db/queries/contents.ts';
export type { DatasetKey, DatasetRow, DatasetSummary, DatasetWithGrants } from '../db/queries/datasets.ts';
export type { FileKey } from '../db/queries/file-access.ts';
export type { DataFileRow, FileRow } from '../db/queries/file-columns.ts';
export type { GroupRow } from '../db/queries/groups.ts';
export type { IpGroupRow } from '../db/queries/ip-groups.ts';
export type { DatasetLockRow } from '../db/queries/locks.ts';
export type { NodeAccess, NodeKey } from '../db/queries/node-access.ts';
export type { MailDomainGroupRow } from '../db/queries/mail-domain-groups.ts';
export type { RoleAssignmentRow, RoleKey, RoleRow } from '../db/queries/roles.ts';
export type { UserRow } from '../db/queries/users.ts';
export type { LicenseRow, VersionRow } from '../db/queries/versions.ts';
export type { GroupKey } from './groups/group-subject.ts';
export type { InstallationGroupKey } from './groups/installation-group.ts';
export type { BlockDefinition, FieldDefinition } from './metadata/block-definition.ts';
export type { MetadataField } from './metadata/version-metadata.ts';
export type { RoleAssignee } from './roles/role-assignee.ts';
