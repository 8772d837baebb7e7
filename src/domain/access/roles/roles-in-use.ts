import type { Queryable } from '../../../db/client.ts';
import { listRolesUsedOutside } from '../../../db/queries/access/role-uses.ts';
import { DomainError } from '../../../errors/domain-error.ts';

/**
 * Refuses to let a collection go whose roles act elsewhere: they would go with it, and what they give with them.
 * @throws DomainError ROLE_IN_USE naming the roles
 */
export async function refuseRolesInUse(tx: Queryable, collectionId: number): Promise<void> {
  const aliases = await listRolesUsedOutside(tx, collectionId);
  if (aliases.length === 0) return;
  throw new DomainError(
    'ROLE_IN_USE',
    `The collection defines roles that are used outside it: ${aliases.join(', ')}. Delete these roles or their assignments first.`,
  );
}
