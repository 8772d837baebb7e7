import { DomainError } from '../errors/domain-error.ts';

/** Types whose objects one number names. */
const NUMBERED_TYPES = [
  'Collection',
  'Dataset',
  'DatasetVersion',
  'DataFile',
  'MetadataBlock',
  'Role',
  'RoleAssignment',
  'ExplicitGroup',
  'IpGroup',
  'MailDomainGroup',
  'User',
] as const;
export type NumberedType = (typeof NUMBERED_TYPES)[number];

/** What a global id names. A file's record shows itself through a version, so that the version is part of its name. */
export type GlobalKey =
  | { readonly type: NumberedType; readonly databaseId: number }
  | { readonly type: 'FileMetadata'; readonly versionId: number; readonly recordId: number };

const LARGEST_ID = 2_147_483_647;

function encode(text: string): string {
  return Buffer.from(text).toString('base64url');
}

/** The opaque global id of an object that one number names. */
export function globalId(type: NumberedType, databaseId: number): string {
  return encode(`${type}:${databaseId}`);
}

/** Types whose objects have a global id by which `node` fetches none: it tells clients what of their cache is gone. */
type NamedType =
  | 'AuthenticationProvider'
  | 'BannerMessage'
  | 'BulkJob'
  | 'DatasetTemplate'
  | 'DatasetType'
  | 'ExternalTool'
  | 'FeaturedItem'
  | 'License'
  | 'Notification'
  | 'OaiSet'
  | 'QueuedJob'
  | 'SavedSearch'
  | 'Setting'
  | 'StorageSite'
  | 'UsageProcessing'
  | 'Webhook'
  | 'Workflow';

/** The opaque global id of an object that is no Node, by what names it among those of its type. */
export function globalIdOf(type: NamedType, ...key: readonly (string | number | null)[]): string {
  return encode(`${type}:${JSON.stringify(key)}`);
}

/** The opaque global id of what a version says of a file. */
export function fileMetadataGlobalId(key: { readonly versionId: number; readonly recordId: number }): string {
  return encode(`FileMetadata:${key.versionId}:${key.recordId}`);
}

/** Reads a global id; undefined when no `id` field ever gave it. */
export function parseGlobalId(id: string): GlobalKey | undefined {
  const match = /^([A-Za-z]+):(\d{1,10})(?::(\d{1,10}))?$/.exec(Buffer.from(id, 'base64url').toString('utf8'));
  if (match === null) return undefined;
  const [, name, first, second] = match;
  const number = Number(first);
  if (number > LARGEST_ID) return undefined;
  if (second !== undefined) {
    const recordId = Number(second);
    return name !== 'FileMetadata' || recordId > LARGEST_ID ? undefined : { type: name, versionId: number, recordId };
  }
  const type = NUMBERED_TYPES.find((candidate) => candidate === name);
  return type === undefined ? undefined : { type, databaseId: number };
}

/** The database id in a global id of one type. @throws DomainError BAD_USER_INPUT when it is of another. */
export function requireDatabaseId(id: string, type: NumberedType): number {
  const parsed = parseGlobalId(id);
  if (parsed !== undefined && parsed.type === type && 'databaseId' in parsed) return parsed.databaseId;
  throw new DomainError('BAD_USER_INPUT', `${id} is not the id of a ${type}.`, {
    problems: [{ pointer: '/id', message: `must be the id of a ${type}` }],
  });
}
