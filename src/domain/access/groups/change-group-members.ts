import { z } from 'zod';
import {
  deleteMembers,
  type GroupMembers,
  insertMembers,
  listContainers,
  lockContainment,
} from '../../../db/queries/access/group-members.ts';
import type { GroupRow } from '../../../db/queries/access/groups.ts';
import type { Transaction } from '../../../db/client.ts';
import type { ErrorCode } from '../../../errors/catalog.ts';
import { DomainError, type Problem } from '../../../errors/domain-error.ts';
import { command } from '../../../kernel/command.ts';
import { parseAssignee } from '../roles/assignee-name.ts';
import { findAssignees, type RoleAssignee } from '../roles/role-assignee.ts';
import { explicitGroupIdentifier } from '../../../model/group-identifier.ts';
import { groupKey, type GroupSubject, lockGroup } from './group-subject.ts';
import { notifyGroupsChanged } from './notify-groups-changed.ts';
import { broken } from '../../../errors/rules/broken.ts';

/** Most members that one request adds or removes: more come in several requests. */
const MOST_ASSIGNEES = 10_000;

const membersInput = z.object({
  group: groupKey,
  assignees: z.array(z.string()).max(MOST_ASSIGNEES, `must not hold more than ${MOST_ASSIGNEES} identifiers`),
});

type Fault = Problem & { readonly code: ErrorCode };

/** What stands against a member; undefined when it may be added. Source: collections.md 4, 6. */
function faultOf(
  assignee: RoleAssignee | undefined,
  identifier: string,
  receiving: GroupSubject,
  containers: ReadonlySet<number>,
): Omit<Fault, 'pointer'> | undefined {
  if (assignee === undefined) return { code: 'ASSIGNEE_NOT_FOUND', ...broken('NO_ASSIGNEE', { identifier }) };
  if (assignee.kind === 'User' && assignee.deactivated) {
    return { code: 'USER_DEACTIVATED', ...broken('DEACTIVATED', { identifier: assignee.identifier }) };
  }
  if (assignee.kind !== 'ExplicitGroup') return undefined;
  const code = 'GROUP_CONTAINMENT_REFUSED';
  if (assignee.groupId === receiving.group.id) return { code, ...broken('CONTAINS_ITSELF', { identifier: assignee.identifier }) };
  if (containers.has(assignee.groupId)) return { code, ...broken('CONTAINS_THIS', { identifier: assignee.identifier }) };
  if (!receiving.collection.path.includes(assignee.ownerId)) {
    return { code, ...broken('GROUP_OF_ELSEWHERE', { identifier: assignee.identifier }) };
  }
  return undefined;
}

/** How members that exist are kept. */
function membersOf(assignees: readonly RoleAssignee[]): GroupMembers {
  return {
    userAccountIds: assignees.flatMap((assignee) => (assignee.kind === 'User' ? assignee.userAccountId : [])),
    groupIds: assignees.flatMap((assignee) => (assignee.kind === 'ExplicitGroup' ? assignee.groupId : [])),
    assignees: assignees.flatMap(({ kind, identifier }) => (kind === 'User' || kind === 'ExplicitGroup' ? [] : identifier)),
  };
}

/** Whether there are members other than accounts: each process remembers those. */
function isKeptInMemory({ groupIds, assignees }: GroupMembers): boolean {
  return groupIds.length > 0 || assignees.length > 0;
}

async function requireMembers(tx: Transaction, receiving: GroupSubject, identifiers: readonly string[]): Promise<GroupMembers> {
  const assignees = await findAssignees(tx, identifiers, { hold: true });
  let containers: ReadonlySet<number> = new Set();
  if (assignees.some((assignee) => assignee?.kind === 'ExplicitGroup')) {
    await lockContainment(tx);
    containers = await listContainers(tx, receiving.group.id);
  }
  const faults = assignees.flatMap((assignee, position): Fault[] => {
    const fault = faultOf(assignee, identifiers[position] ?? '', receiving, containers);
    return fault === undefined ? [] : [{ ...fault, pointer: `/assignees/${position}` }];
  });
  // Unknown assignees come first: the other rules only apply to existing ones.
  const first =
    faults.find(({ code }) => code === 'ASSIGNEE_NOT_FOUND') ?? faults.find(({ code }) => code === 'USER_DEACTIVATED') ?? faults[0];
  if (first !== undefined) {
    const problems = faults.map(({ code: _code, ...problem }) => problem);
    throw new DomainError(first.code, `No member was added: ${faults.map(({ message }) => message).join('; ')}.`, { problems });
  }
  return membersOf(assignees.filter((assignee) => assignee !== undefined));
}

/** Puts users and groups into an explicit group, all of them or none; those it contains already stay. Source: collections.md 6. */
export const addGroupMembers = command({
  name: 'addGroupMembers',
  input: membersInput,
  subject: (scope, input) => lockGroup(scope, input.group),
  requires: 'ManageCollectionPermissions',
  run: async (scope, subject, { assignees }): Promise<GroupRow> => {
    const { group } = subject;
    const members = await requireMembers(scope.tx, subject, assignees);
    const added = await insertMembers(scope.tx, group.id, members);
    if (added > 0 && isKeptInMemory(members)) await notifyGroupsChanged(scope);
    scope.note({ group: explicitGroupIdentifier(group), assignees, added });
    return group;
  },
});

/** Removes users and groups from an explicit group; those that are not in it are skipped. Source: collections.md 6. */
export const removeGroupMembers = command({
  name: 'removeGroupMembers',
  input: membersInput,
  subject: (scope, input) => lockGroup(scope, input.group),
  requires: 'ManageCollectionPermissions',
  run: async (scope, { group }, { assignees }): Promise<GroupRow> => {
    const known = (await findAssignees(scope.tx, assignees, { hold: false })).filter((assignee) => assignee !== undefined);
    // An IP or mail-domain group that is gone can still be listed under its name.
    const names = assignees.map(parseAssignee).flatMap((name) => (name !== undefined && 'identifier' in name ? name.identifier : []));
    const members = { ...membersOf(known), assignees: names };
    const removed = await deleteMembers(scope.tx, group.id, members);
    if (removed > 0 && isKeptInMemory(members)) await notifyGroupsChanged(scope);
    scope.note({ group: explicitGroupIdentifier(group), assignees, removed });
    return group;
  },
});
