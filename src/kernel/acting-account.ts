import { DomainError } from '../errors/domain-error.ts';
import type { Actor, ActorAccount } from './actor.ts';

/** The account that is recorded as the author of an action. @throws DomainError AUTHENTICATION_REQUIRED when there is none. */
export function actingAccount(actor: Actor): ActorAccount {
  const { account } = actor;
  if (account !== null) return account;
  throw new DomainError('AUTHENTICATION_REQUIRED', 'Only authenticated users can perform the requested operation.');
}
