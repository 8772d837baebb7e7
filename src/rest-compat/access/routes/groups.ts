import { z } from 'zod';
import {
  CollectionGroupsDocument,
  GroupCreateDocument,
  GroupDeleteDocument,
  GroupMembersAddDocument,
  GroupMembersRemoveDocument,
  GroupUpdateDocument,
  GroupViewDocument,
} from '../../../generated/operations.ts';
import type { ErrorCode } from '../../../errors/catalog.ts';
import type { ExplicitGroupReference } from '../../../resolvers/generated/resolver-types.ts';
import { groupRecord, groupSchema } from '../records/group-record.ts';
import { messageAnswer, enveloped } from '../../answers.ts';
import { listOf } from '../../records/schema.ts';
import { collectionReference } from '../../reference.ts';
import { required } from '../../required.ts';
import { type Route, route } from '../../route.ts';

/** A text that the rules of groups ask for: absent it is blank, so that all faults are told at once. */
const neededText = z
  .string()
  .nullish()
  .transform((text) => text ?? '');
const shown = { displayName: neededText, description: z.string().nullish() };
const createBody = z.object({ aliasInOwner: neededText, ...shown });
/** The alias cannot change, whatever is sent for it. */
const updateBody = z.object(shown);
const membersBody = z.array(z.string());

/** An unknown assignee breaks a rule here; it is not a bad request. Source: collections.md 6. */
const memberStatuses: Partial<Record<ErrorCode, number>> = { ASSIGNEE_NOT_FOUND: 403 };

function groupReference(path: { readonly id: string; readonly groupAlias: string }): ExplicitGroupReference {
  return { collection: collectionReference(path.id), aliasInOwner: path.groupAlias };
}

export const groupRoutes: readonly Route[] = [
  route({
    id: 'groups.create',
    method: 'POST',
    path: '/api/collections/{id}/groups',
    summary: 'Creates an explicit group in the collection.',
    auth: 'token',
    body: { kind: 'json', schema: createBody },
    refusals: ['COLLECTION_NOT_FOUND', 'GROUP_ALIAS_TAKEN'],
    answer: enveloped(groupSchema, { status: 201 }),
    operation: GroupCreateDocument,
    variables: ({ path, body }) => ({ input: { collection: collectionReference(path.id), ...body } }),
    reply: ({ createExplicitGroup: { group } }, { path }) => ({
      status: 201,
      location: `/api/collections/${encodeURIComponent(path.id)}/groups/${group.aliasInOwner}`,
      data: groupRecord(group),
    }),
  }),
  route({
    id: 'groups.list',
    method: 'GET',
    path: '/api/collections/{id}/groups',
    summary: 'Explicit groups that the collection itself defines.',
    auth: 'token',
    refusals: ['COLLECTION_NOT_FOUND'],
    answer: enveloped(listOf(groupSchema)),
    operation: CollectionGroupsDocument,
    variables: ({ path }) => ({ reference: collectionReference(path.id) }),
    reply: ({ collection }) => ({ data: required(collection).groups.nodes.map(groupRecord) }),
  }),
  route({
    id: 'groups.get',
    method: 'GET',
    path: '/api/collections/{id}/groups/{groupAlias}',
    summary: 'One explicit group of the collection.',
    auth: 'token',
    refusals: ['COLLECTION_NOT_FOUND', 'GROUP_NOT_FOUND'],
    answer: enveloped(groupSchema),
    operation: GroupViewDocument,
    variables: ({ path }) => ({ reference: groupReference(path) }),
    reply: ({ explicitGroup }) => ({ data: groupRecord(explicitGroup) }),
  }),
  route({
    id: 'groups.update',
    method: 'PUT',
    path: '/api/collections/{id}/groups/{groupAlias}',
    summary: 'Overwrites the display name and description of an explicit group; the alias stays.',
    auth: 'token',
    body: { kind: 'json', schema: updateBody },
    refusals: ['COLLECTION_NOT_FOUND', 'GROUP_NOT_FOUND'],
    answer: enveloped(groupSchema),
    operation: GroupUpdateDocument,
    variables: ({ path, body }) => ({ input: { group: groupReference(path), ...body } }),
    reply: ({ updateExplicitGroup: { group } }) => ({ data: groupRecord(group) }),
  }),
  route({
    id: 'groups.delete',
    method: 'DELETE',
    path: '/api/collections/{id}/groups/{groupAlias}',
    summary: 'Deletes an explicit group, with the roles given to it.',
    auth: 'token',
    refusals: ['COLLECTION_NOT_FOUND', 'GROUP_NOT_FOUND'],
    answer: messageAnswer,
    operation: GroupDeleteDocument,
    variables: ({ path }) => ({ input: { group: groupReference(path) } }),
    reply: ({ deleteExplicitGroup: { identifier } }) => ({ message: `Group ${identifier} deleted.` }),
  }),
  route({
    id: 'groups.assignees.add',
    method: 'POST',
    path: '/api/collections/{id}/groups/{groupAlias}/roleAssignees',
    summary: 'Puts several users or groups into an explicit group: all, or none of them.',
    auth: 'token',
    statuses: memberStatuses,
    body: { kind: 'json', schema: membersBody },
    refusals: ['COLLECTION_NOT_FOUND', 'ASSIGNEE_NOT_FOUND', 'GROUP_NOT_FOUND', 'GROUP_CONTAINMENT_REFUSED', 'USER_DEACTIVATED'],
    answer: enveloped(groupSchema),
    operation: GroupMembersAddDocument,
    variables: ({ path, body }) => ({ input: { group: groupReference(path), assignees: body } }),
    reply: ({ addGroupMembers: { group } }) => ({ data: groupRecord(group) }),
  }),
  route({
    id: 'groups.assignees.addOne',
    method: 'PUT',
    path: '/api/collections/{id}/groups/{groupAlias}/roleAssignees/{roleAssigneeIdentifier}',
    summary: 'Puts one user or group into an explicit group; no body is read.',
    auth: 'token',
    restOfPath: true,
    statuses: memberStatuses,
    refusals: ['COLLECTION_NOT_FOUND', 'ASSIGNEE_NOT_FOUND', 'GROUP_NOT_FOUND', 'GROUP_CONTAINMENT_REFUSED', 'USER_DEACTIVATED'],
    answer: enveloped(groupSchema),
    operation: GroupMembersAddDocument,
    variables: ({ path }) => ({ input: { group: groupReference(path), assignees: [path.roleAssigneeIdentifier] } }),
    reply: ({ addGroupMembers: { group } }) => ({ data: groupRecord(group) }),
  }),
  route({
    id: 'groups.assignees.removeOne',
    method: 'DELETE',
    path: '/api/collections/{id}/groups/{groupAlias}/roleAssignees/{roleAssigneeIdentifier}',
    summary: 'Removes one user or group from an explicit group; succeeds if it is not a member.',
    auth: 'token',
    restOfPath: true,
    refusals: ['COLLECTION_NOT_FOUND', 'GROUP_NOT_FOUND'],
    answer: enveloped(groupSchema),
    operation: GroupMembersRemoveDocument,
    variables: ({ path }) => ({ input: { group: groupReference(path), assignees: [path.roleAssigneeIdentifier] } }),
    reply: ({ removeGroupMembers: { group } }) => ({ data: groupRecord(group) }),
  }),
];
