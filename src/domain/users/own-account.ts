import { listUsersByIds, type UserRow } from '../../db/queries/users.ts';
import type { CommandContext } from '../command.ts';

/** The account of the actor; null for a guest. */
export async function findOwnAccount(context: CommandContext): Promise<UserRow | null> {
  if (context.actor.account === null) return null;
  const [user] = await listUsersByIds(context.db, [context.actor.account.id]);
  return user ?? null;
}
