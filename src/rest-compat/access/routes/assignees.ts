import { AssigneeAssignmentsDocument, RoleAssigneeViewDocument } from '../../../generated/operations.ts';
import { DomainError } from '../../../errors/domain-error.ts';
import { z } from 'zod';
import { roleAssignmentSchema } from '../records/role-record.ts';
import { enveloped } from '../../answers.ts';
import { openListOf, recordSchema } from '../../records/schema.ts';
import { openList } from '../../open-list.ts';
import { assignmentPart } from '../records/assignment-part.ts';
import { type Route, route } from '../../route.ts';

const roleAssigneeSchema = recordSchema('RoleAssignee', 'A user or group. Source: collections.md 4.', {
  title: z.string().describe('Its name.'),
  email: z.string().optional(),
  affiliation: z.string().optional(),
});

export const assigneeRoutes: readonly Route[] = [
  route({
    id: 'admin.assignments',
    method: 'GET',
    path: '/api/admin/assignments/assignees/{identifier}',
    summary: 'All role assignments that name exactly this user or group; none for an unknown one.',
    auth: 'admin',
    restOfPath: true,
    refusals: ['AUTHENTICATION_REQUIRED'],
    answer: enveloped(openListOf(roleAssignmentSchema)),
    operation: AssigneeAssignmentsDocument,
    variables: ({ path }) => ({ identifier: path.identifier }),
    reply: (data, { path }) => ({
      data: openList(assignmentPart(data.roleAssignments), {
        operation: AssigneeAssignmentsDocument,
        variables: (after) => ({ identifier: path.identifier, after }),
        part: (more) => assignmentPart(more.roleAssignments),
      }),
    }),
  }),
  route({
    id: 'admin.assignee',
    method: 'GET',
    path: '/api/admin/assignee/{identifier}',
    summary: 'Looks up a user or group by its prefixed identifier.',
    auth: 'admin',
    restOfPath: true,
    refusals: ['AUTHENTICATION_REQUIRED', 'NOT_FOUND'],
    answer: enveloped(roleAssigneeSchema),
    operation: RoleAssigneeViewDocument,
    variables: ({ path }) => ({ identifier: path.identifier }),
    reply: ({ roleAssignee }, { path }) => {
      if (roleAssignee === null) throw new DomainError('NOT_FOUND', `There is no role assignee ${path.identifier}.`);
      const { title, email, affiliation } = roleAssignee;
      return { data: { title, email: email ?? undefined, affiliation: affiliation ?? undefined } };
    },
  }),
];
