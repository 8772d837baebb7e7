import { DomainError } from '../errors/domain-error.ts';
import type { Actor, ActorAccount } from './actor.ts';

/** The account in whose name something is done that is kept with a name. @throws DomainError AUTHENTICATION_REQUIRED when there is none. */
export function actingAccount(actor: Actor): ActorAccount {
  const { account } = actor;
  if (account !== null) return account;
  throw new DomainError('AUTHENTICATION_REQUIRED', 'Only authenticated users can perform the requested operation.');
}
