import type { Queryable } from '../../../db/client.ts';
import { findRoleByAlias, insertAssignment, type RoleAssignmentRow, type RoleRow } from '../../../db/queries/access/roles.ts';
import { DomainError } from '../../../errors/domain-error.ts';
import { effectivePermissions } from '../../../kernel/actor.ts';
import type { Scope, Subject } from '../../../kernel/command.ts';
import type { RoleAssignee } from './role-assignee.ts';
import { broken } from '../../../errors/rules/broken.ts';

/**
 * A role that can be given on an object: a global one, or one defined by a node on its path.
 * @throws DomainError BAD_USER_INPUT when there is no such role.
 */
export async function requireRoleOn(db: Queryable, path: readonly number[], roleAlias: string): Promise<RoleRow> {
  const role = await findRoleByAlias(db, roleAlias, path);
  if (role !== undefined) return role;
  throw new DomainError('BAD_USER_INPUT', `There is no role ${roleAlias} that can be given here.`, {
    problems: [{ pointer: '/role', ...broken('NO_ROLE_HERE', { role: roleAlias }) }],
  });
}

/**
 * Assigns a role on an object: a caller cannot grant permissions that they do not have.
 * @throws DomainError PERMISSION_DENIED | USER_DEACTIVATED | ROLE_ALREADY_GRANTED
 */
export async function giveRole(
  { tx, actor, note }: Scope,
  { nodeId, granted }: Subject & { readonly nodeId: number },
  { assignee, role }: { readonly assignee: RoleAssignee; readonly role: RoleRow },
): Promise<RoleAssignmentRow> {
  if ((role.permissions & ~effectivePermissions(actor, granted)) !== 0) {
    throw new DomainError('PERMISSION_DENIED', `User ${actor.identifier} is not permitted to give permissions that they do not have.`);
  }
  if (assignee.kind === 'User' && assignee.deactivated) {
    throw new DomainError('USER_DEACTIVATED', `The account ${assignee.identifier} is deactivated.`);
  }
  const assignment = await insertAssignment(tx, {
    assignee: assignee.identifier,
    roleId: role.id,
    definitionPointId: nodeId,
    assignedBy: actor.identifier,
  });
  if (assignment === undefined) throw new DomainError('ROLE_ALREADY_GRANTED', 'Role has already been granted.');
  note({ assignee: assignee.identifier, role: role.alias });
  return assignment;
}
