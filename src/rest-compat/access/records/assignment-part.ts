import type { RoleAssignmentPartFragment } from '../../../generated/operations.ts';
import type { ListPart } from '../../open-list.ts';
import { type RoleAssignmentRecord, roleAssignmentRecord } from './role-record.ts';

/** A part of a list of role assignments, which goes on after its cursor. */
export function assignmentPart({ nodes, pageInfo }: RoleAssignmentPartFragment): ListPart<string, RoleAssignmentRecord> {
  return { entries: nodes.map(roleAssignmentRecord), next: pageInfo.hasNextPage ? pageInfo.endCursor : null };
}
