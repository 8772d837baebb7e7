import { listUsersByIds, type UserRow } from '../../../db/queries/access/users.ts';
import { DomainError } from '../../../errors/domain-error.ts';
import type { CommandContext } from '../../../kernel/command.ts';

/** The account of the actor; null for a guest. */
export async function findOwnAccount(context: CommandContext): Promise<UserRow | null> {
  if (context.actor.account === null) return null;
  const [user] = await listUsersByIds(context.db, [context.actor.account.id]);
  return user ?? null;
}

/** The account of the actor. @throws DomainError USER_NOT_FOUND when there is none. */
export async function requireOwnAccount(context: CommandContext): Promise<UserRow> {
  const user = await findOwnAccount(context);
  if (user === null) throw new DomainError('USER_NOT_FOUND', 'The account is not there any more.');
  return user;
}
