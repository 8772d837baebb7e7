import { z } from 'zod';
import { deleteRole as deleteRoleRow, type RoleKey, type RoleRow } from '../../../db/queries/access/roles.ts';
import { listCollectionsDefaultingTo } from '../../../db/queries/access/role-uses.ts';
import { DomainError } from '../../../errors/domain-error.ts';
import { command, type Scope } from '../../../kernel/command.ts';
import { isBuiltinRole } from './builtin-roles.ts';
import { lockRole } from './role-subject.ts';

/** How many collections a refusal names. */
const NAMED_COLLECTIONS = 5;

export interface DeletedRole {
  readonly role: RoleRow;
  /** Number of assignments that went with it. */
  readonly revokedAssignments: number;
}

const input = z.object({ reference: z.custom<RoleKey>() });

/** A default contributor role stays: to take it away in silence would leave depositors without rights on what they deposit. */
async function remove({ tx, actor, note }: Scope, role: RoleRow): Promise<DeletedRole> {
  const collections = await listCollectionsDefaultingTo(tx, role.id, NAMED_COLLECTIONS + 1);
  if (collections.length > 0) {
    const named = collections.slice(0, NAMED_COLLECTIONS).join(', ');
    const more = collections.length > NAMED_COLLECTIONS ? ' and others' : '';
    throw new DomainError(
      'ROLE_IN_USE',
      `The role ${role.alias} is what creators of datasets get in ${named}${more}; choose another default contributor role there first.`,
    );
  }
  const revokedAssignments = await deleteRoleRow(tx, role.id, actor.identifier);
  note({ role: role.id, alias: role.alias, revokedAssignments });
  return { role, revokedAssignments };
}

/** Deletes a role that a collection defines, with its assignments. Source: collections.md 11.3. */
export const deleteCollectionRole = command({
  name: 'deleteCollectionRole',
  tokenScope: 'CURATE',
  input,
  subject: (scope, { reference }) => lockRole(scope, reference),
  requires: ({ nodeId }) => (nodeId === null ? 'LoggedIn' : 'ManageCollectionPermissions'),
  run: (scope, { role }): Promise<DeletedRole> => {
    if (role.ownerId === null) {
      throw new DomainError('ROLE_PROTECTED', `The role ${role.alias} belongs to the whole installation and cannot be deleted here.`);
    }
    return remove(scope, role);
  },
});

/** Deletes any role but a built-in one, with its assignments. Source: collections.md 11.3. */
export const deleteRole = command({
  name: 'deleteRole',
  input,
  subject: (scope, { reference }) => lockRole(scope, reference),
  requires: 'AdminGate',
  run: (scope, { role }): Promise<DeletedRole> => {
    // The server gives `admin` and `contributor` itself, and makes the built-in roles anew when it starts without them.
    if (isBuiltinRole(role)) throw new DomainError('ROLE_PROTECTED', `The role ${role.alias} is built in and cannot be deleted.`);
    return remove(scope, role);
  },
});
