import { findActingAccount } from '../../../db/queries/access/users.ts';
import { type Actor, accountActor } from '../../../kernel/actor.ts';
import type { CommandContext } from '../../../kernel/command.ts';

/**
 * An account as it would act now, with the groups that it is in, those of an address where one is given: for what goes on in its name
 * without a request of its own. Undefined when it was deactivated, or is gone.
 */
export async function actorOfAccount(
  { db, services }: Pick<CommandContext, 'db' | 'services'>,
  userAccountId: number,
  address?: string,
): Promise<Actor | undefined> {
  const account = await findActingAccount(db, userAccountId);
  if (account === undefined || account.deactivatedAt !== null) return undefined;
  const confirmedEmail = account.emailConfirmedAt === null ? undefined : account.email;
  return accountActor(account, {
    passesAdminGate: account.superuser,
    withGroups: (own) => services.groups.identitiesOf({ own, address, confirmedEmail, explicitGroups: account.explicitGroups }),
  });
}
