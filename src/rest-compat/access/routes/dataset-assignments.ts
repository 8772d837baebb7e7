import { z } from 'zod';
import {
  DatasetAssignmentCreateDocument,
  DatasetAssignmentDeleteDocument,
  DatasetAssignmentsDocument,
  DatasetUserPermissionsDocument,
} from '../../../generated/operations.ts';
import { roleAssignmentRecord, roleAssignmentSchema } from '../records/role-record.ts';
import { messageAnswer, enveloped } from '../../answers.ts';
import { openListOf } from '../../records/schema.ts';
import { openList } from '../../open-list.ts';
import { assignmentPart } from '../records/assignment-part.ts';
import { DATASET_PERMISSIONS, permissionsRecord, datasetPermissionsSchema } from '../records/permission-record.ts';
import { datasetReference, numericId, persistentIdQuery } from '../../reference.ts';
import { required } from '../../required.ts';
import { type Route, route } from '../../route.ts';

const assignmentBody = z.object({ assignee: z.string(), role: z.string() });

export const datasetAssignmentRoutes: readonly Route[] = [
  route({
    id: 'datasets.assignments',
    method: 'GET',
    path: '/api/datasets/{id}/assignments',
    summary: 'Role assignments made on the dataset and on the collection that holds it.',
    auth: 'token',
    query: persistentIdQuery,
    refusals: ['DATASET_NOT_FOUND'],
    answer: enveloped(openListOf(roleAssignmentSchema)),
    operation: DatasetAssignmentsDocument,
    variables: ({ path, query }) => ({ reference: datasetReference(path.id, query) }),
    reply: (data, { path, query }) => ({
      data: openList(assignmentPart(required(data.dataset).roleAssignments), {
        operation: DatasetAssignmentsDocument,
        variables: (after) => ({ reference: datasetReference(path.id, query), after }),
        part: (more) => assignmentPart(required(more.dataset).roleAssignments),
      }),
    }),
  }),
  route({
    id: 'datasets.assignments.create',
    method: 'POST',
    path: '/api/datasets/{id}/assignments',
    summary: 'Gives a role to a user or group on the dataset.',
    auth: 'token',
    query: persistentIdQuery,
    body: { kind: 'json', schema: assignmentBody },
    refusals: ['ROLE_ALREADY_GRANTED', 'ASSIGNEE_NOT_FOUND'],
    answer: enveloped(roleAssignmentSchema),
    operation: DatasetAssignmentCreateDocument,
    variables: ({ path, query, body }) => ({
      input: { dataset: datasetReference(path.id, query), assignee: body.assignee, roleAlias: body.role },
    }),
    reply: ({ assignDatasetRole: { assignment } }) => ({ data: roleAssignmentRecord(assignment) }),
  }),
  route({
    id: 'datasets.assignments.delete',
    method: 'DELETE',
    path: '/api/datasets/{id}/assignments/{assignmentId}',
    summary: 'Removes a role assignment of the dataset.',
    auth: 'token',
    query: persistentIdQuery,
    refusals: ['ROLE_ASSIGNMENT_NOT_FOUND'],
    answer: messageAnswer,
    operation: DatasetAssignmentDeleteDocument,
    variables: ({ path, query }) => ({
      input: { dataset: datasetReference(path.id, query), assignmentDatabaseId: numericId(path.assignmentId) },
    }),
    reply: ({ revokeDatasetRole: { assignment, dataset } }) => ({
      message: `Role ${assignment.role.name} revoked for assignee ${assignment.assignee} in dataset ${dataset.persistentId}`,
    }),
  }),
  route({
    id: 'datasets.userPermissions',
    method: 'GET',
    path: '/api/datasets/{id}/userPermissions',
    summary: 'What the caller may do with the dataset, also without being able to see it.',
    auth: 'public',
    query: persistentIdQuery,
    refusals: ['DATASET_NOT_FOUND'],
    answer: enveloped(datasetPermissionsSchema),
    operation: DatasetUserPermissionsDocument,
    variables: ({ path, query }) => ({ reference: datasetReference(path.id, query) }),
    reply: ({ dataset }) => ({ data: permissionsRecord(DATASET_PERMISSIONS, required(dataset).viewerPermissions) }),
  }),
];
