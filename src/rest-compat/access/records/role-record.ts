import type { RoleAssignmentRecordFragment, RoleRecordFragment } from '../../../generated/operations.ts';
import { type JsonRecord, put } from '../../records/record.ts';

/** The record of a role. Source: collections.md 2.2. */
export function roleRecord(role: RoleRecordFragment): JsonRecord {
  const record: JsonRecord = { alias: role.alias, name: role.name, permissions: role.permissions };
  put(record, 'description', role.description);
  record['id'] = role.databaseId;
  put(record, 'ownerId', role.ownerDatabaseId);
  return record;
}

/** The record of a role assignment. Source: collections.md 2.3. */
export function roleAssignmentRecord(assignment: RoleAssignmentRecordFragment): JsonRecord {
  const record: JsonRecord = {
    id: assignment.databaseId,
    assignee: assignment.assignee,
    roleId: assignment.role.databaseId,
    roleName: assignment.role.name,
    _roleAlias: assignment.role.alias,
  };
  put(record, 'privateUrlToken', assignment.privateUrlToken);
  record['definitionPointId'] = assignment.definitionPointDatabaseId;
  return record;
}
