import { DomainError } from '../errors/domain-error.ts';

/** Types that have a global id. */
export const NODE_TYPES = [
  'Collection',
  'Dataset',
  'DatasetVersion',
  'DataFile',
  'FileMetadata',
  'MetadataBlock',
  'Role',
  'RoleAssignment',
  'User',
] as const;
export type NodeType = (typeof NODE_TYPES)[number];

/** The opaque global id of an object. */
export function globalId(type: NodeType, databaseId: number): string {
  return Buffer.from(`${type}:${databaseId}`).toString('base64url');
}

/** Reads a global id; undefined when no `id` field ever gave it. */
export function parseGlobalId(id: string): { readonly type: NodeType; readonly databaseId: number } | undefined {
  const match = /^([A-Za-z]+):(\d{1,10})$/.exec(Buffer.from(id, 'base64url').toString('utf8'));
  const type = NODE_TYPES.find((candidate) => candidate === match?.[1]);
  const databaseId = Number(match?.[2]);
  return type === undefined || databaseId > 2_147_483_647 ? undefined : { type, databaseId };
}

/** The database id in a global id of one type. @throws DomainError BAD_USER_INPUT when it is of another. */
export function requireDatabaseId(id: string, type: NodeType): number {
  const parsed = parseGlobalId(id);
  if (parsed?.type === type) return parsed.databaseId;
  throw new DomainError('BAD_USER_INPUT', `${id} is not the id of a ${type}.`, {
    problems: [{ pointer: '/id', message: `must be the id of a ${type}` }],
  });
}
