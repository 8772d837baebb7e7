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
  type ContentPageFragment,
} from '../../../generated/operations.ts';
import { ENTRIES_AT_ONCE, type ListPart, openList } from '../../open-list.ts';
import { collectionRecord } from '../records/collection-record.ts';
import { datasetRecord } from '../../datasets/records/dataset-record.ts';
import { roleAssignmentRecord, roleRecord } from '../../access/records/role-record.ts';
import { required } from '../../required.ts';
import { booleanParameter, collectionReference, numericId } from '../../reference.ts';
import { type Route, route } from '../../route.ts';
import { collectionBody, createCollectionVariables } from './collection-body.ts';

const viewQuery = z.object({ returnOwners: booleanParameter, returnChildCount: booleanParameter });
const assignmentBody = z.object({ assignee: z.string(), role: z.string() });

/** A page of children as a part of their list. */
function contentPart({ nodes, pageInfo }: ContentPageFragment): ListPart<string> {
  const entries = nodes.map((child) => {
    if (child.__typename === 'Collection') return { type: 'collection', id: child.databaseId, title: child.name };
    const record = datasetRecord(child);
    record['type'] = 'dataset';
    return record;
  });
  return { entries, next: pageInfo.hasNextPage ? pageInfo.endCursor : null };
}

export const collectionRoutes: readonly Route[] = [
  route({
    id: 'collections.create',
    method: 'POST',
    path: '/api/collections/{id}',
    summary: 'Creates a collection below the one named; the caller becomes its administrator.',
    auth: 'token',
    body: { kind: 'json', schema: collectionBody },
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
    summary: 'Deletes a collection that owns nothing any more.',
    auth: 'token',
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
    operation: CollectionRolesDocument,
    variables: ({ path }) => ({ reference: collectionReference(path.id) }),
    reply: ({ collectionRoles }) => ({ data: collectionRoles.map(roleRecord) }),
  }),
  route({
    id: 'collections.assignments.list',
    method: 'GET',
    path: '/api/collections/{id}/assignments',
    summary: 'Role assignments made on the collection itself.',
    auth: 'token',
    operation: CollectionAssignmentsDocument,
    variables: ({ path }) => ({ reference: collectionReference(path.id) }),
    reply: ({ collectionAssignments }) => ({ data: collectionAssignments.map(roleAssignmentRecord) }),
  }),
  route({
    id: 'collections.assignments.create',
    method: 'POST',
    path: '/api/collections/{id}/assignments',
    summary: 'Gives a role to a user or group on the collection.',
    auth: 'token',
    body: { kind: 'json', schema: assignmentBody },
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
    summary: 'Takes a role assignment of the collection away.',
    auth: 'token',
    operation: CollectionAssignmentDeleteDocument,
    variables: ({ path }) => ({
      input: { collection: collectionReference(path.id), assignmentDatabaseId: numericId(path.assignmentId) },
    }),
    reply: ({ revokeRole: { assignment, collectionName } }) => ({
      message: `Role ${assignment.role.name} revoked for assignee ${assignment.assignee} in ${collectionName}`,
    }),
  }),
];
