import { z } from 'zod';
import {
  CollectionAssignmentCreateDocument,
  CollectionAssignmentDeleteDocument,
  CollectionAssignmentsDocument,
  CollectionContentsAfterDocument,
  CollectionContentsDocument,
  CollectionCreateDocument,
  CollectionDeleteDocument,
  CollectionPublishDocument,
  CollectionRolesDocument,
  CollectionViewDocument,
} from '../../../generated/operations.ts';
import { assignmentPart } from '../../access/records/assignment-part.ts';
import { ENTRIES_AT_ONCE, openList } from '../../open-list.ts';
import { collectionRecord, collectionSchema } from '../records/collection-record.ts';
import { roleAssignmentRecord, roleRecord, roleSchema, roleAssignmentSchema } from '../../access/records/role-record.ts';
import { messageAnswer, enveloped } from '../../answers.ts';
import { contentPart, contentSchema } from '../records/collection-content-record.ts';
import { openListOf, listOf } from '../../records/schema.ts';
import { required } from '../../required.ts';
import { booleanParameter, collectionReference, numericId } from '../../reference.ts';
import { type Route, route } from '../../route.ts';
import { collectionBody, createCollectionVariables } from './collection-body.ts';

const viewQuery = z.object({ returnOwners: booleanParameter, returnChildCount: booleanParameter });
const assignmentBody = z.object({ assignee: z.string(), role: z.string() });

export const collectionRoutes: readonly Route[] = [
  route({
    id: 'collections.create',
    method: 'POST',
    path: '/api/collections/{id}',
    summary: 'Creates a collection below the one named; the caller becomes its administrator.',
    auth: 'token',
    body: { kind: 'json', schema: collectionBody },
    refusals: ['COLLECTION_NOT_FOUND', 'COLLECTION_ALIAS_TAKEN', 'FILE_PIDS_NOT_CONFIGURABLE', 'FILE_LIMIT_FORBIDDEN'],
    answer: enveloped(collectionSchema, { status: 201 }),
    operation: CollectionCreateDocument,
    variables: ({ path, body }) => ({ input: createCollectionVariables(body, collectionReference(path.id)) }),
    reply: ({ createCollection: { collection } }) => ({
      status: 201,
      location: `/api/collections/${collection.alias}`,
      data: collectionRecord(collection),
    }),
  }),
  route({
    id: 'collections.createRoot',
    method: 'POST',
    path: '/api/collections',
    summary: 'Creates the root collection of an installation that has none.',
    auth: 'token',
    body: { kind: 'json', schema: collectionBody },
    refusals: ['ROOT_COLLECTION_EXISTS'],
    answer: enveloped(collectionSchema, { status: 201 }),
    operation: CollectionCreateDocument,
    variables: ({ body }) => ({ input: createCollectionVariables(body, null) }),
    reply: ({ createCollection: { collection } }) => ({
      status: 201,
      location: `/api/collections/${collection.alias}`,
      data: collectionRecord(collection),
    }),
  }),
  route({
    id: 'collections.get',
    method: 'GET',
    path: '/api/collections/{id}',
    summary: 'The collection: names, contacts, owner and theme.',
    auth: 'public',
    cors: true,
    query: viewQuery,
    refusals: ['PERMISSION_DENIED', 'COLLECTION_NOT_FOUND'],
    answer: enveloped(collectionSchema),
    operation: CollectionViewDocument,
    variables: ({ path, query }) => ({
      reference: collectionReference(path.id),
      owners: query.returnOwners,
      children: query.returnChildCount,
    }),
    reply: ({ collection, setting }) => {
      const found = required(collection);
      return {
        data: collectionRecord(found, {
          childCount: found.childCount,
          owners: found.ancestors,
          hideContacts: setting.hidesContactEmails,
        }),
      };
    },
  }),
  route({
    id: 'collections.delete',
    method: 'DELETE',
    path: '/api/collections/{id}',
    summary: 'Deletes an empty collection.',
    auth: 'token',
    refusals: ['COLLECTION_NOT_FOUND', 'COLLECTION_NOT_EMPTY', 'ROOT_COLLECTION_PROTECTED'],
    answer: messageAnswer,
    operation: CollectionDeleteDocument,
    variables: ({ path }) => ({ input: { collection: collectionReference(path.id) } }),
    reply: (_data, { path }) => ({ message: `Collection ${path.id} deleted` }),
  }),
  route({
    id: 'collections.contents',
    method: 'GET',
    path: '/api/collections/{id}/contents',
    summary: 'Collections and datasets that the collection owns directly.',
    auth: 'public',
    cors: true,
    refusals: ['PERMISSION_DENIED', 'COLLECTION_NOT_FOUND'],
    answer: enveloped(openListOf(contentSchema)),
    operation: CollectionContentsDocument,
    variables: ({ path }) => ({ reference: collectionReference(path.id) }),
    reply: ({ collection }, { path }) => ({
      data: openList(contentPart(required(collection).firstContents), {
        operation: CollectionContentsAfterDocument,
        variables: (after) => ({ reference: collectionReference(path.id), first: ENTRIES_AT_ONCE, after }),
        part: (data) => contentPart(required(data.collection).contents),
      }),
    }),
  }),
  route({
    id: 'collections.publish',
    method: 'POST',
    path: '/api/collections/{id}/actions/:publish',
    summary: 'Publishes a collection for good.',
    auth: 'token',
    refusals: [
      'COLLECTION_NOT_FOUND',
      'COLLECTION_ALREADY_PUBLISHED',
      'COLLECTION_NOT_PUBLISHED',
      'EXTERNAL_VALIDATION_FAILED',
      'EXTERNAL_VALIDATION_UNAVAILABLE',
    ],
    answer: enveloped(collectionSchema),
    operation: CollectionPublishDocument,
    variables: ({ path }) => ({ input: { collection: collectionReference(path.id) } }),
    reply: ({ publishCollection: { collection } }) => ({ data: collectionRecord(collection) }),
  }),
  route({
    id: 'collections.roles.list',
    method: 'GET',
    path: '/api/collections/{id}/roles',
    summary: 'Roles defined in the collection itself.',
    auth: 'token',
    cors: true,
    refusals: ['COLLECTION_NOT_FOUND'],
    answer: enveloped(listOf(roleSchema)),
    operation: CollectionRolesDocument,
    variables: ({ path }) => ({ reference: collectionReference(path.id) }),
    reply: ({ collection }) => ({ data: required(collection).roles.nodes.map(roleRecord) }),
  }),
  route({
    id: 'collections.assignments.list',
    method: 'GET',
    path: '/api/collections/{id}/assignments',
    summary: 'Role assignments made on the collection itself.',
    auth: 'token',
    refusals: ['COLLECTION_NOT_FOUND'],
    answer: enveloped(openListOf(roleAssignmentSchema)),
    operation: CollectionAssignmentsDocument,
    variables: ({ path }) => ({ reference: collectionReference(path.id) }),
    reply: (data, { path }) => ({
      data: openList(assignmentPart(required(data.collection).roleAssignments), {
        operation: CollectionAssignmentsDocument,
        variables: (after) => ({ reference: collectionReference(path.id), after }),
        part: (more) => assignmentPart(required(more.collection).roleAssignments),
      }),
    }),
  }),
  route({
    id: 'collections.assignments.create',
    method: 'POST',
    path: '/api/collections/{id}/assignments',
    summary: 'Gives a role to a user or group on the collection.',
    auth: 'token',
    body: { kind: 'json', schema: assignmentBody },
    refusals: ['COLLECTION_NOT_FOUND', 'ROLE_ALREADY_GRANTED', 'ASSIGNEE_NOT_FOUND', 'USER_DEACTIVATED'],
    answer: enveloped(roleAssignmentSchema),
    operation: CollectionAssignmentCreateDocument,
    variables: ({ path, body }) => ({
      input: { collection: collectionReference(path.id), assignee: body.assignee, roleAlias: body.role },
    }),
    reply: ({ assignRole: { assignment } }) => ({ data: roleAssignmentRecord(assignment) }),
  }),
  route({
    id: 'collections.assignments.delete',
    method: 'DELETE',
    path: '/api/collections/{id}/assignments/{assignmentId}',
    summary: 'Removes a role assignment of the collection.',
    auth: 'token',
    refusals: ['ROLE_ASSIGNMENT_NOT_FOUND'],
    answer: messageAnswer,
    operation: CollectionAssignmentDeleteDocument,
    variables: ({ path }) => ({
      input: { collection: collectionReference(path.id), assignmentDatabaseId: numericId(path.assignmentId) },
    }),
    reply: ({ revokeRole: { assignment, collectionName } }) => ({
      message: `Role ${assignment.role.name} revoked for assignee ${assignment.assignee} in ${collectionName}`,
    }),
  }),
];
