import { addGroupMembers, removeGroupMembers } from '../../../../src/domain/access/groups/change-group-members.ts';
import {
  createExplicitGroup,
  deleteExplicitGroup,
  updateExplicitGroup,
} from '../../../../src/domain/access/groups/explicit-group-commands.ts';
import {
  createIpGroup,
  deleteIpGroup,
  listIpGroups,
  putIpGroup,
  viewIpGroup,
  viewIpGroupById,
} from '../../../../src/domain/access/groups/ip-group-commands.ts';
import {
  createMailDomainGroup,
  deleteMailDomainGroup,
  listMailDomainGroups,
  putMailDomainGroup,
  viewMailDomainGroup,
  viewMailDomainGroupById,
} from '../../../../src/domain/access/groups/mail-domain-group-commands.ts';
import {
  listExplicitGroups,
  listGroupsOfCollection,
  viewExplicitGroup,
  viewGroupById,
} from '../../../../src/domain/access/groups/view-explicit-group.ts';
import type { GroupKey } from '../../../../src/domain/access/groups/group-subject.ts';
import { freshAlias, type GateCase, type GateTable, type GateTarget } from './gate-case.ts';

const managing = (run: GateCase['run']): GateCase => ({ requires: 'ManageCollectionPermissions', run });
const administering = (run: GateCase['run']): GateCase => ({ requires: 'AdminGate', run });
const groupOf = ({ collectionId, groupAlias }: GateTarget): GroupKey => ({ collection: { id: collectionId }, aliasInOwner: groupAlias });

/** Source: collections.md 6; users-admin.md 18.2. */
export const groupGates: GateTable = {
  createExplicitGroup: managing((context, { collectionId }) =>
    createExplicitGroup(context, { collection: { id: collectionId }, aliasInOwner: freshAlias(), displayName: 'Group' }),
  ),
  updateExplicitGroup: managing((context, target) => updateExplicitGroup(context, { group: groupOf(target), displayName: 'Other' })),
  deleteExplicitGroup: { ...managing((context, target) => deleteExplicitGroup(context, { group: groupOf(target) })), changes: true },
  addGroupMembers: managing((context, target) => addGroupMembers(context, { group: groupOf(target), assignees: ['@admin'] })),
  removeGroupMembers: managing((context, target) => removeGroupMembers(context, { group: groupOf(target), assignees: ['@admin'] })),
  viewExplicitGroup: managing((context, target) => viewExplicitGroup(context, groupOf(target))),
  viewGroupById: managing((context, { groupId }) => viewGroupById(context, groupId)),
  listExplicitGroups: managing((context, { collectionId }) => listExplicitGroups(context, { id: collectionId })),
  listGroupsOfCollection: managing((context, { collectionId }) => listGroupsOfCollection(context, { id: collectionId })),
  createIpGroup: administering((context) => createIpGroup(context, { alias: freshAlias(), name: 'Lab', ranges: [] })),
  putIpGroup: administering((context) => putIpGroup(context, { alias: 'put', name: 'Lab', ranges: [] })),
  deleteIpGroup: administering((context) => deleteIpGroup(context, { group: { alias: 'nobody' } })),
  listIpGroups: administering((context) => listIpGroups(context, undefined)),
  viewIpGroup: administering((context) => viewIpGroup(context, { alias: 'nobody' })),
  viewIpGroupById: administering((context) => viewIpGroupById(context, 999_999)),
  createMailDomainGroup: administering((context) =>
    createMailDomainGroup(context, { alias: freshAlias(), name: 'Lab', domains: ['example.org'] }),
  ),
  putMailDomainGroup: administering((context) => putMailDomainGroup(context, { alias: 'put', name: 'Lab', domains: ['example.org'] })),
  deleteMailDomainGroup: administering((context) => deleteMailDomainGroup(context, { group: { alias: 'nobody' } })),
  listMailDomainGroups: administering((context) => listMailDomainGroups(context, undefined)),
  viewMailDomainGroup: administering((context) => viewMailDomainGroup(context, { alias: 'nobody' })),
  viewMailDomainGroupById: administering((context) => viewMailDomainGroupById(context, 999_999)),
};
