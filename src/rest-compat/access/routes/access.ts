import {
  CollectionUserPermissionsDocument,
  NodePermissionsDocument,
  PermittedCollectionsDocument,
  RoleAssignmentsCopyDocument,
} from '../../../generated/operations.ts';
import type { NodeReference } from '../../../resolvers/generated/resolver-types.ts';
import { DomainError } from '../../../errors/domain-error.ts';
import { PERMISSIONS, type Permission } from '../../../vocabulary/access.ts';
import { ROOT_COLLECTION_REFERENCE } from '../../../vocabulary/collections.ts';
import { messageAnswer, enveloped } from '../../answers.ts';
import {
  allowedCollectionsSchema,
  COLLECTION_PERMISSIONS,
  permissionsRecord,
  permissionsSchema,
  collectionPermissionsSchema,
} from '../records/permission-record.ts';
import { collectionReference, datasetReference, numericId, type PersistentIdQuery, persistentIdQuery } from '../../reference.ts';
import { required } from '../../required.ts';
import { type Route, route } from '../../route.ts';

/**
 * Reads what names a collection, dataset or file: digits, `:persistentId` with its query parameter, a persistent identifier
 * itself, `:root`, or an alias.
 */
function nodeReference(identifier: string, query: PersistentIdQuery): NodeReference {
  // A number may be the id of anything, so one beyond all ids is no alias of a collection either.
  if (/^\d+$/.test(identifier)) return { databaseId: numericId(identifier) };
  const isPersistentId = identifier === ':persistentId' || (identifier.includes(':') && !identifier.startsWith(':'));
  return isPersistentId ? datasetReference(identifier, query) : collectionReference(identifier);
}

/** A permission in any case; null for `any`. @throws DomainError BAD_USER_INPUT */
function permissionOrAny(text: string): Permission | null {
  const wanted = text.toLowerCase();
  if (wanted === 'any') return null;
  const found = PERMISSIONS.find((permission) => permission.toLowerCase() === wanted);
  if (found !== undefined) return found;
  throw new DomainError('BAD_USER_INPUT', `${text} is no permission; it must be any or one of ${PERMISSIONS.join(', ')}.`, {
    problems: [{ pointer: '/permission', message: `must be any or one of ${PERMISSIONS.join(', ')}` }],
  });
}

export const accessRoutes: readonly Route[] = [
  route({
    id: 'admin.permissions',
    method: 'GET',
    path: '/api/admin/permissions/{identifier}',
    summary: 'What the caller may do with a collection, dataset or file.',
    auth: 'admin',
    credentials: 'evaluated',
    restOfPath: true,
    query: persistentIdQuery,
    refusals: ['AUTHENTICATION_REQUIRED', 'NOT_FOUND', 'COLLECTION_NOT_FOUND', 'DATASET_NOT_FOUND'],
    answer: enveloped(permissionsSchema),
    operation: NodePermissionsDocument,
    variables: ({ path, query }) => ({ reference: nodeReference(path.identifier, query) }),
    reply: ({ permissionsOn: { assignee, permissions } }) => ({ data: { user: assignee, permissions } }),
  }),
  route({
    id: 'collections.userPermissions',
    method: 'GET',
    path: '/api/collections/{id}/userPermissions',
    summary: 'What the caller may do with the collection, even if they may not see it.',
    auth: 'public',
    refusals: ['COLLECTION_NOT_FOUND'],
    answer: enveloped(collectionPermissionsSchema),
    operation: CollectionUserPermissionsDocument,
    variables: ({ path }) => ({ reference: collectionReference(path.id) }),
    reply: ({ collection }) => ({ data: permissionsRecord(COLLECTION_PERMISSIONS, required(collection).viewerPermissions) }),
  }),
  route({
    id: 'users.allowedCollections',
    method: 'GET',
    path: '/api/users/{identifier}/allowedCollections/{permission}',
    summary: 'Collections where an account has a role that holds a permission, or any role; for itself and for superusers.',
    auth: 'token',
    refusals: ['USER_NOT_FOUND', 'BAD_USER_INPUT', 'SUPERUSER_REQUIRED'],
    answer: enveloped(allowedCollectionsSchema),
    operation: PermittedCollectionsDocument,
    variables: ({ path }) => ({ reference: { userName: path.identifier }, permission: permissionOrAny(path.permission) }),
    reply: ({ permittedCollections: { nodes } }) => ({
      data: {
        count: nodes.length,
        items: nodes.map(({ databaseId, name, alias }) => ({ id: databaseId, name, alias })),
      },
    }),
  }),
  route({
    id: 'admin.addRoleAssignmentsToChildren',
    method: 'GET',
    path: '/api/admin/collection/{alias}/addRoleAssignmentsToChildren',
    summary: 'Copies the role assignments of a collection to the collections below it.',
    auth: 'admin',
    credentials: 'evaluated',
    refusals: ['AUTHENTICATION_REQUIRED', 'SUPERUSER_REQUIRED', 'COLLECTION_NOT_FOUND', 'ROLE_INHERITANCE_NOT_SET'],
    answer: messageAnswer,
    operation: RoleAssignmentsCopyDocument,
    variables: ({ path }) => ({
      input: { collection: path.alias.toLowerCase() === ROOT_COLLECTION_REFERENCE ? { root: true } : { alias: path.alias } },
    }),
    reply: ({ copyRoleAssignmentsToChildren: { collections, addedAssignees, leftOutAssignees } }) => ({
      // The contract has a text here that holds JSON.
      message: JSON.stringify({
        'Collections Updated': collections.map(({ databaseId }) => databaseId),
        'Updated Collection Aliases': collections.map(({ alias }) => alias),
        'Assignments added for': addedAssignees,
        'Assignments not added for': leftOutAssignees,
      }),
    }),
  }),
];
