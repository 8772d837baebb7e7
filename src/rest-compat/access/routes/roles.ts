import { z } from 'zod';
import { DomainError } from '../../../errors/domain-error.ts';
import {
  CollectionRoleCreateDocument,
  CollectionRoleDeleteDocument,
  DefaultContributorRoleSetDocument,
  GlobalRoleCreateDocument,
  RoleDeleteDocument,
  RoleReplaceDocument,
  RolesForAdministrationDocument,
  RoleViewDocument,
  SelectableRolesDocument,
} from '../../../generated/operations.ts';
import type { RoleReference } from '../../../resolvers/generated/resolver-types.ts';
import { roleRecord, roleSchema } from '../records/role-record.ts';
import { messageAnswer, enveloped } from '../../answers.ts';
import { listOf } from '../../records/schema.ts';
import { collectionReference } from '../../reference.ts';
import { type Route, route } from '../../route.ts';
import { roleBody } from './role-body.ts';

const json = { kind: 'json', schema: roleBody } as const;
const aliasQuery = z.object({ alias: z.string().optional() });
const ownerQuery = z.object({ dvo: z.string().min(1, 'must name a collection') });

/** Largest value of a numeric id. */
const LARGEST_ID = 2_147_483_647;

function refused(message: string, pointer: string, problem: string): DomainError {
  return new DomainError('BAD_USER_INPUT', message, { problems: [{ pointer, message: problem }] });
}

/** Reads the `{id}` of a role: digits, or `:alias` with its query parameter. @throws DomainError BAD_USER_INPUT when it is neither. */
function roleReference(id: string, { alias }: z.infer<typeof aliasQuery>): RoleReference {
  if (id === ':alias') {
    if (alias !== undefined && alias !== '') return { alias };
    throw refused('The id ":alias" needs the query parameter alias.', '/query/alias', 'is missing');
  }
  if (!/^\d+$/.test(id)) throw refused(`Bad role id number: ${id}.`, '/path/id', 'must be a number or :alias');
  // A number beyond the sequence names nothing: asking for 0 gives the ordinary "not found".
  return { databaseId: Number(id) > LARGEST_ID ? 0 : Number(id) };
}

const TAKEN_IN_INSTALLATION = { ROLE_ALIAS_TAKEN: 409 } as const;

export const roleRoutes: readonly Route[] = [
  route({
    id: 'collections.roles.create',
    method: 'POST',
    path: '/api/collections/{id}/roles',
    summary: 'Defines a role in the collection.',
    auth: 'token',
    body: json,
    refusals: ['SUPERUSER_REQUIRED', 'COLLECTION_NOT_FOUND', 'ROLE_ALIAS_TAKEN'],
    answer: enveloped(roleSchema),
    operation: CollectionRoleCreateDocument,
    variables: ({ path, body }) => ({ input: { collection: collectionReference(path.id), role: body } }),
    reply: ({ createCollectionRole: { role } }) => ({ data: roleRecord(role) }),
  }),
  route({
    id: 'collections.defaultContributorRole',
    method: 'PUT',
    path: '/api/collections/{id}/defaultContributorRole/{roleAlias}',
    summary: 'Sets the role that the creator of a dataset gets on it; `none` gives no role.',
    auth: 'token',
    refusals: ['BAD_USER_INPUT', 'COLLECTION_NOT_FOUND', 'ROLE_NOT_FOUND'],
    answer: messageAnswer,
    operation: DefaultContributorRoleSetDocument,
    variables: ({ path }) => ({
      input: { collection: collectionReference(path.id), roleAlias: path.roleAlias === 'none' ? null : path.roleAlias },
    }),
    reply: ({ setDefaultContributorRole: { collection, role } }) => ({
      message: `Default contributor role for collection ${collection.name} has been set to ${role?.name ?? 'None'}.`,
    }),
  }),
  route({
    id: 'roles.create',
    method: 'POST',
    path: '/api/roles',
    summary: 'Defines a role in the collection that `dvo` names.',
    auth: 'token',
    query: ownerQuery,
    body: json,
    refusals: ['SUPERUSER_REQUIRED', 'COLLECTION_NOT_FOUND', 'ROLE_ALIAS_TAKEN'],
    answer: enveloped(roleSchema),
    operation: CollectionRoleCreateDocument,
    variables: ({ query, body }) => ({ input: { collection: collectionReference(query.dvo), role: body } }),
    reply: ({ createCollectionRole: { role } }) => ({ data: roleRecord(role) }),
  }),
  route({
    id: 'roles.userSelectable',
    method: 'GET',
    path: '/api/roles/userSelectable',
    summary: 'Roles that the caller may filter by: those the caller has anywhere, or all.',
    auth: 'token',
    answer: enveloped(listOf(roleSchema)),
    operation: SelectableRolesDocument,
    variables: () => ({}),
    reply: ({ viewer }) => ({ data: viewer.selectableRoles.nodes.map(roleRecord) }),
  }),
  route({
    id: 'roles.get',
    method: 'GET',
    path: '/api/roles/{id}',
    summary: 'One role with its permissions; `:alias` with the query parameter `alias` names it by its alias.',
    auth: 'token',
    query: aliasQuery,
    // The contract has 403 here for callers who may not read the role, including guests.
    statuses: { PERMISSION_DENIED: 403, AUTHENTICATION_REQUIRED: 403 },
    refusals: ['SUPERUSER_REQUIRED', 'ROLE_NOT_FOUND'],
    answer: enveloped(roleSchema),
    operation: RoleViewDocument,
    variables: ({ path, query }) => ({ reference: roleReference(path.id, query) }),
    reply: ({ role }) => ({ data: roleRecord(role) }),
  }),
  route({
    id: 'roles.delete',
    method: 'DELETE',
    path: '/api/roles/{id}',
    summary: 'Deletes a role that a collection defines, with all of its assignments.',
    auth: 'token',
    query: aliasQuery,
    refusals: ['ROLE_NOT_FOUND', 'ROLE_PROTECTED', 'ROLE_IN_USE'],
    answer: messageAnswer,
    operation: CollectionRoleDeleteDocument,
    variables: ({ path, query }) => ({ input: { reference: roleReference(path.id, query) } }),
    reply: ({ deleteCollectionRole: { alias } }) => ({ message: `Role ${alias} deleted.` }),
  }),
  route({
    id: 'admin.roles.create',
    method: 'POST',
    path: '/api/admin/roles',
    summary: 'Defines a role for the whole installation.',
    auth: 'admin',
    body: json,
    statuses: TAKEN_IN_INSTALLATION,
    refusals: ['AUTHENTICATION_REQUIRED', 'ROLE_ALIAS_TAKEN'],
    answer: enveloped(roleSchema),
    operation: GlobalRoleCreateDocument,
    variables: ({ body }) => ({ input: { role: body } }),
    reply: ({ createGlobalRole: { role } }) => ({ data: roleRecord(role) }),
  }),
  route({
    id: 'admin.roles.list',
    method: 'GET',
    path: '/api/admin/roles',
    summary: 'Roles of the whole installation, by name.',
    auth: 'admin',
    refusals: ['AUTHENTICATION_REQUIRED'],
    answer: enveloped(listOf(roleSchema)),
    operation: RolesForAdministrationDocument,
    variables: () => ({}),
    reply: ({ rolesForAdministration }) => ({ data: rolesForAdministration.nodes.map(roleRecord) }),
  }),
  route({
    id: 'admin.roles.replace',
    method: 'PUT',
    path: '/api/admin/roles/{id}',
    summary: 'Overwrites a role; what its holders may do changes at once.',
    auth: 'admin',
    query: aliasQuery,
    body: json,
    statuses: TAKEN_IN_INSTALLATION,
    refusals: ['AUTHENTICATION_REQUIRED', 'ROLE_NOT_FOUND', 'ROLE_ALIAS_TAKEN', 'ROLE_PROTECTED'],
    answer: enveloped(roleSchema),
    operation: RoleReplaceDocument,
    variables: ({ path, query, body }) => ({ input: { reference: roleReference(path.id, query), role: body } }),
    reply: ({ replaceRole: { role } }) => ({ data: roleRecord(role) }),
  }),
  route({
    id: 'admin.roles.delete',
    method: 'DELETE',
    path: '/api/admin/roles/{id}',
    summary: 'Deletes a role that is not built in, with all of its assignments.',
    auth: 'admin',
    credentials: 'evaluated',
    query: aliasQuery,
    refusals: ['AUTHENTICATION_REQUIRED', 'ROLE_NOT_FOUND', 'ROLE_PROTECTED', 'ROLE_IN_USE'],
    answer: messageAnswer,
    operation: RoleDeleteDocument,
    variables: ({ path, query }) => ({ input: { reference: roleReference(path.id, query) } }),
    reply: ({ deleteRole: { alias } }) => ({ message: `Role ${alias} deleted.` }),
  }),
];
