import { listNodeGrants } from '../../../db/queries/gate/nodes.ts';
import { findRole, type RoleKey, type RoleRow } from '../../../db/queries/access/roles.ts';
import { DomainError } from '../../../errors/domain-error.ts';
import type { Subject, SubjectScope } from '../../../kernel/command.ts';

export interface RoleSubject extends Subject {
  /** The collection that defines the role; null for a global one. */
  readonly nodeId: number | null;
  readonly role: RoleRow;
}

async function withGrants({ tx, context }: SubjectScope, role: RoleRow | undefined, key: RoleKey): Promise<RoleSubject> {
  if (role === undefined) throw new DomainError('ROLE_NOT_FOUND', `There is no role ${'id' in key ? key.id : key.alias}.`);
  const [owner] = role.ownerId === null ? [] : await listNodeGrants(tx, [role.ownerId], context.actor.identities);
  return { nodeId: role.ownerId, granted: owner?.granted ?? 0, role };
}

/** Loads a role as the subject of a read, with what the actor holds on its collection. @throws DomainError ROLE_NOT_FOUND */
export async function loadRole(scope: SubjectScope, key: RoleKey): Promise<RoleSubject> {
  return withGrants(scope, await findRole(scope.tx, key), key);
}

/** Loads a role as the subject of a write: it is locked against concurrent changes and assignments. @throws DomainError ROLE_NOT_FOUND */
export async function lockRole(scope: SubjectScope, key: RoleKey): Promise<RoleSubject> {
  return withGrants(scope, await findRole(scope.tx, key, { lock: true }), key);
}
