import { AssigneeAssignmentsDocument, RoleAssigneeViewDocument } from '../../../generated/operations.ts';
import { DomainError } from '../../../errors/domain-error.ts';
import { type JsonRecord, put } from '../../records/record.ts';
import { roleAssignmentRecord } from '../records/role-record.ts';
import { type Route, route } from '../../route.ts';

export const assigneeRoutes: readonly Route[] = [
  route({
    id: 'admin.assignments',
    method: 'GET',
    path: '/api/admin/assignments/assignees/{identifier}',
    summary: 'All role assignments that name exactly this user or group; none for an unknown one.',
    auth: 'admin',
    restOfPath: true,
    operation: AssigneeAssignmentsDocument,
    variables: ({ path }) => ({ identifier: path.identifier }),
    reply: ({ assigneeAssignments }) => ({ data: assigneeAssignments.map(roleAssignmentRecord) }),
  }),
  route({
    id: 'admin.assignee',
    method: 'GET',
    path: '/api/admin/assignee/{identifier}',
    summary: 'Looks up a user or group by its prefixed identifier.',
    auth: 'admin',
    restOfPath: true,
    operation: RoleAssigneeViewDocument,
    variables: ({ path }) => ({ identifier: path.identifier }),
    reply: ({ roleAssignee }, { path }) => {
      if (roleAssignee === null) throw new DomainError('NOT_FOUND', `There is no role assignee ${path.identifier}.`);
      const record: JsonRecord = { title: roleAssignee.title };
      put(record, 'email', roleAssignee.email);
      put(record, 'affiliation', roleAssignee.affiliation);
      return { data: record };
    },
  }),
];
