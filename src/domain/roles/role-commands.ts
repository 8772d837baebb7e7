import { z } from 'zod';
import type { Queryable } from '../../db/client.ts';
import type { CollectionKey } from '../../db/queries/collections.ts';
import {
  deleteAssignment,
  findAssignment,
  findRoleByAlias,
  insertAssignment,
  listAssignmentsOn,
  type RoleAssignmentRow,
  type RoleRow,
} from '../../db/queries/roles.ts';
import { findUserByName } from '../../db/queries/users.ts';
import { DomainError } from '../../errors/domain-error.ts';
import { ALL_USERS_IDENTIFIER, AUTHENTICATED_USERS_IDENTIFIER, GUEST_IDENTIFIER } from '../../vocabulary.ts';
import { effectivePermissions } from '../actor.ts';
import { type CollectionSubject, loadCollection, lockCollection } from '../collections/collection-subject.ts';
import { command, query } from '../command.ts';

const builtInAssignees: readonly string[] = [GUEST_IDENTIFIER, ALL_USERS_IDENTIFIER, AUTHENTICATED_USERS_IDENTIFIER];

interface Assignee {
  /** With its prefix, in canonical case. */
  readonly identifier: string;
  readonly deactivated: boolean;
}

/**
 * The assignee that an identifier names.
 * @throws DomainError ASSIGNEE_NOT_FOUND when it names nobody. Source: collections.md 4.
 */
async function requireAssignee(db: Queryable, identifier: string): Promise<Assignee> {
  if (builtInAssignees.includes(identifier)) return { identifier, deactivated: false };
  if (identifier.startsWith('@')) {
    const user = await findUserByName(db, identifier.slice(1));
    if (user !== undefined) return { identifier: `@${user.userName}`, deactivated: user.deactivatedAt !== null };
  }
  throw new DomainError('ASSIGNEE_NOT_FOUND', 'Assignee not found', {
    problems: [{ pointer: '/assignee', message: `${identifier} names nobody` }],
  });
}

/** Gives a role to an assignee on a collection. Source: collections.md 5.10. */
export const assignRole = command({
  name: 'assignRole',
  input: z.object({ collection: z.custom<CollectionKey>(), assignee: z.string(), roleAlias: z.string() }),
  subject: async (scope, input): Promise<CollectionSubject & { assignee: Assignee; role: RoleRow }> => {
    const found = await lockCollection(scope, input.collection);
    const assignee = await requireAssignee(scope.tx, input.assignee);
    const role = await findRoleByAlias(scope.tx, input.roleAlias, found.collection.path);
    if (role === undefined) {
      throw new DomainError('BAD_USER_INPUT', `There is no role ${input.roleAlias} that can be given here.`, {
        problems: [{ pointer: '/role', message: `${input.roleAlias} is no role here` }],
      });
    }
    return { ...found, assignee, role };
  },
  requires: 'ManageCollectionPermissions',
  run: async ({ tx, actor, note }, { collection, granted, assignee, role }): Promise<RoleAssignmentRow> => {
    if ((role.permissions & ~effectivePermissions(actor, granted)) !== 0) {
      throw new DomainError('PERMISSION_DENIED', `User ${actor.identifier} is not permitted to give permissions that they do not have.`);
    }
    if (assignee.deactivated) throw new DomainError('USER_DEACTIVATED', `The account ${assignee.identifier} is deactivated.`);
    const assignment = await insertAssignment(tx, { assignee: assignee.identifier, roleId: role.id, definitionPointId: collection.id });
    if (assignment === undefined) throw new DomainError('ROLE_ALREADY_GRANTED', 'Role has already been granted.');
    note({ assignee: assignee.identifier, role: role.alias });
    return assignment;
  },
});

/** Takes an assignment of a collection away. Source: collections.md 5.11. */
export const revokeRole = command({
  name: 'revokeRole',
  input: z.object({ collection: z.custom<CollectionKey>(), assignmentId: z.int32() }),
  subject: async (scope, input): Promise<CollectionSubject & { assignment: RoleAssignmentRow }> => {
    const found = await lockCollection(scope, input.collection);
    const assignment = await findAssignment(scope.tx, input.assignmentId, found.nodeId);
    if (assignment === undefined) {
      throw new DomainError(
        'ROLE_ASSIGNMENT_NOT_FOUND',
        `Collection ${found.collection.alias} has no role assignment ${input.assignmentId}.`,
      );
    }
    return { ...found, assignment };
  },
  requires: 'ManageCollectionPermissions',
  run: async ({ tx, note }, { assignment, collection }): Promise<{ assignment: RoleAssignmentRow; collectionName: string }> => {
    await deleteAssignment(tx, assignment.id);
    note({ assignee: assignment.assignee, roleId: assignment.roleId });
    return { assignment, collectionName: collection.name };
  },
});

/** Assignments made directly on a collection, by id. */
export const listCollectionAssignments = query({
  name: 'listCollectionAssignments',
  subject: loadCollection,
  requires: 'ManageCollectionPermissions',
  run: (context, { collection }, _key: CollectionKey) => listAssignmentsOn(context.db, [collection.id]),
});
