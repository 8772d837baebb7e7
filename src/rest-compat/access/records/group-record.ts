import type { ExplicitGroupRecordFragment } from '../../../generated/operations.ts';
import { type JsonRecord, put } from '../../records/record.ts';

/** The record of an explicit group. Source: collections.md 2.4. */
export function groupRecord(group: ExplicitGroupRecordFragment): JsonRecord {
  const record: JsonRecord = { identifier: group.identifier, groupAliasInOwner: group.aliasInOwner, owner: group.ownerDatabaseId };
  put(record, 'description', group.description);
  record['displayName'] = group.displayName;
  record['containedRoleAssignees'] = group.containedRoleAssignees;
  return record;
}
