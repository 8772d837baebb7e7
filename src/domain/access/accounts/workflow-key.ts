import { type ActingAccount, findActingAccount } from '../../../db/queries/access/users.ts';
import type { Queryable } from '../../../db/client.ts';
import { findKeyHolder } from '../../../db/queries/gate/workflow-keys.ts';
import { DomainError } from '../../../errors/domain-error.ts';
import { isInvocationId } from '../../../model/invocation-id.ts';

/**
 * The account as which a request runs that brings an invocation id and no token: the account that asked for the publication.
 * @throws DomainError WORKFLOW_KEY_INVALID unless the workflow waits at a step that makes its id a credential. Source: users-admin.md 3.3.
 */
export async function requireKeyHolder(db: Queryable, invocationId: string): Promise<ActingAccount> {
  const id = isInvocationId(invocationId) ? await findKeyHolder(db, invocationId) : undefined;
  const account = id === undefined ? undefined : await findActingAccount(db, id);
  if (account !== undefined && account.deactivatedAt === null) return account;
  throw new DomainError('WORKFLOW_KEY_INVALID', 'Bad workflow invocationID');
}
