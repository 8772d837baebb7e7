import { findUserByName } from '../../../db/queries/access/users.ts';
import type { Queryable } from '../../../db/client.ts';
import type { Actor } from '../../../kernel/actor.ts';
import type { KnownPerson } from './read-response.ts';

/** What the account of the actor says of the person; nothing of a guest. */
export async function knownPerson(db: Queryable, { account }: Actor): Promise<KnownPerson> {
  const user = account === null ? undefined : await findUserByName(db, account.userName);
  if (user === undefined) return { userAccountId: null, name: null, email: null, institution: null, position: null };
  const { id, firstName, lastName, email, affiliation, position } = user;
  return { userAccountId: id, name: `${firstName} ${lastName}`.trim(), email, institution: affiliation, position };
}
