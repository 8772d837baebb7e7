import type { RoleAssignmentRecordFragment } from '../../../generated/operations.ts';
import { ENTRIES_AT_ONCE, type ListPart } from '../../open-list.ts';
import { type RoleAssignmentRecord, roleAssignmentRecord } from './role-record.ts';

/** A part of a list of role assignments, which goes on after the id of the last one. The operations ask for as many at once. */
export function assignmentPart(assignments: readonly RoleAssignmentRecordFragment[]): ListPart<number, RoleAssignmentRecord> {
  const last = assignments.at(-1);
  return {
    entries: assignments.map(roleAssignmentRecord),
    next: last === undefined || assignments.length < ENTRIES_AT_ONCE ? null : last.databaseId,
  };
}
