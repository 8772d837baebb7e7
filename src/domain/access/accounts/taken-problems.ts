import type { Queryable } from '../../../db/client.ts';
import { findUserByEmail, findUserByName } from '../../../db/queries/access/users.ts';
import { DomainError, type Problem } from '../../../errors/domain-error.ts';
import { broken } from '../../../errors/rules/broken.ts';

/** What keeps a user name and an e-mail address from a new account, by the names of the fields; the name first. */
export async function takenProblems(
  tx: Queryable,
  { userName, email }: { readonly userName?: string | undefined; readonly email?: string | undefined },
): Promise<Problem[]> {
  const problems: Problem[] = [];
  if (userName !== undefined && (await findUserByName(tx, userName)) !== undefined) {
    problems.push({ pointer: '/userName', ...broken('TAKEN') });
  }
  if (email !== undefined && (await findUserByEmail(tx, email)) !== undefined) problems.push({ pointer: '/email', ...broken('TAKEN') });
  return problems;
}

/** Refuses a new account whose name or address another one has; the first sentence is the contract's. @throws DomainError USER_NAME_TAKEN | USER_EMAIL_TAKEN */
export async function refuseTaken(tx: Queryable, facts: { readonly userName?: string; readonly email: string }): Promise<void> {
  const problems = await takenProblems(tx, facts);
  const pointers = problems.map(({ pointer }) => pointer);
  const name = pointers.includes('/userName') ? [`username '${facts.userName}' already exists`] : [];
  const address = pointers.includes('/email') ? [`The e-mail address ${facts.email} belongs to another account.`] : [];
  if (problems.length === 0) return;
  throw new DomainError(name.length > 0 ? 'USER_NAME_TAKEN' : 'USER_EMAIL_TAKEN', [...name, ...address].join('. '), { problems });
}
