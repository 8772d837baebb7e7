/** Batched reads of permissions: roles, groups, accounts and their assignments. */
import DataLoader from 'dataloader';
import { countMembers, type GroupMemberRow, listContainedAssignees, listMembers } from '../queries/access/group-members.ts';
import { type GroupRow, listGroupsByIds, listGroupsOwnedBy } from '../queries/access/groups.ts';
import { listNodeAccess, type NodeAccess } from '../queries/gate/node-access.ts';
import { type IpGroupRow, listIpGroupsByIds } from '../queries/access/ip-groups.ts';
import { listMailDomainGroupsByIds, type MailDomainGroupRow } from '../queries/access/mail-domain-groups.ts';
import { listNodeGrants, type NodeGrants } from '../queries/gate/nodes.ts';
import { listAssignmentsByIds, listRolesByIds, type RoleAssignmentRow, type RoleRow } from '../queries/access/roles.ts';
import { listUsersByIds, type UserRow } from '../queries/access/users.ts';
import type { LoaderTable } from './loader-table.ts';
import { byId, countsFrom, listsFrom, pageLoaders, type PageLoaders } from './batched-reads.ts';

export interface AccessLoaders {
  readonly role: DataLoader<number, RoleRow | undefined>;
  readonly roleAssignment: DataLoader<number, RoleAssignmentRow | undefined>;
  readonly explicitGroup: DataLoader<number, GroupRow | undefined>;
  readonly ipGroup: DataLoader<number, IpGroupRow | undefined>;
  readonly mailDomainGroup: DataLoader<number, MailDomainGroupRow | undefined>;
  /** Explicit groups that a collection defines, by id. */
  readonly groupsOfCollection: DataLoader<number, GroupRow[]>;
  /** Identifiers of the members of an explicit group, sorted. */
  readonly containedAssignees: DataLoader<number, readonly string[]>;
  /** First pages of the members of explicit groups, by group id. */
  readonly firstGroupMembers: PageLoaders<number, GroupMemberRow>;
  readonly groupMemberCount: DataLoader<number, number>;
  /** The onlooker's permissions on a collection, dataset or file. */
  readonly nodeGrants: DataLoader<number, NodeGrants | undefined>;
  /** The same with the place of the object, and whether it is a public file. */
  readonly nodeAccess: DataLoader<number, NodeAccess | undefined>;
  readonly user: DataLoader<number, UserRow | undefined>;
}

/** Makes the loaders of roles, groups, accounts and the onlooker's permissions. */
export const accessLoaders: LoaderTable<AccessLoaders> = {
  role: ({ db }) => byId((ids) => listRolesByIds(db, ids)),
  roleAssignment: ({ db }) => byId((ids) => listAssignmentsByIds(db, ids)),
  explicitGroup: ({ db }) => byId((ids) => listGroupsByIds(db, ids)),
  ipGroup: ({ db }) => byId((ids) => listIpGroupsByIds(db, ids)),
  mailDomainGroup: ({ db }) => byId((ids) => listMailDomainGroupsByIds(db, ids)),
  // Not cached: a read after a write of the same request shows the written state.
  groupsOfCollection: ({ db }) =>
    new DataLoader(
      async (ids) => {
        const groups = await listGroupsOwnedBy(db, ids);
        return ids.map((id) => groups.filter(({ ownerId }) => ownerId === id));
      },
      { cache: false },
    ),
  containedAssignees: ({ db }) => listsFrom((ids) => listContainedAssignees(db, ids), { cache: false }),
  firstGroupMembers: ({ db }) =>
    pageLoaders(
      (ids, limit) => listMembers(db, ids, { limit }),
      (id) => id,
    ),
  groupMemberCount: ({ db }) => countsFrom((ids) => countMembers(db, ids), { cache: false }),
  nodeGrants: ({ db, onlooker }) => byId((ids) => listNodeGrants(db, ids, onlooker.identities)),
  nodeAccess: ({ db, onlooker }) => byId((ids) => listNodeAccess(db, ids, onlooker.identities)),
  user: ({ db }) => byId((ids) => listUsersByIds(db, ids)),
};
