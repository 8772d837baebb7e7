import type { Queryable } from '../../../db/client.ts';
import { findUserByEmail, findUserByName } from '../../../db/queries/access/users.ts';
import type { Problem } from '../../../errors/domain-error.ts';

/** What keeps a user name and an e-mail address from a new account, by the names of the fields; the name first. */
export async function takenProblems(
  tx: Queryable,
  { userName, email }: { readonly userName?: string | undefined; readonly email?: string | undefined },
): Promise<Problem[]> {
  const problems: Problem[] = [];
  if (userName !== undefined && (await findUserByName(tx, userName)) !== undefined) {
    problems.push({ pointer: '/userName', message: 'is taken' });
  }
  if (email !== undefined && (await findUserByEmail(tx, email)) !== undefined) problems.push({ pointer: '/email', message: 'is taken' });
  return problems;
}
