import { z } from 'zod';
import type { ExplicitGroupRecordFragment } from '../../../generated/operations.ts';
import { objectId, listOf, recordSchema } from '../../records/schema.ts';

export const groupSchema = recordSchema('ExplicitGroup', 'A group that a collection defines. Source: collections.md 2.4.', {
  identifier: z.string().describe('How role assignments name it: `&explicit/<owner>-<groupAliasInOwner>`.'),
  groupAliasInOwner: z.string().describe('Unique among the groups of its collection.'),
  owner: objectId.describe('Id of the collection.'),
  description: z.string().optional(),
  displayName: z.string(),
  containedRoleAssignees: listOf(z.string()).describe('Identifiers of users and groups, sorted.'),
});
export type GroupRecord = z.infer<typeof groupSchema>;

/** The record of an explicit group. Source: collections.md 2.4. */
export function groupRecord(group: ExplicitGroupRecordFragment): GroupRecord {
  return {
    identifier: group.identifier,
    groupAliasInOwner: group.aliasInOwner,
    owner: group.ownerDatabaseId,
    description: group.description ?? undefined,
    displayName: group.displayName,
    containedRoleAssignees: group.containedRoleAssignees,
  };
}
