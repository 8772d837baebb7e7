/** Who searches. Source: collections.md 11.1. */
import { DomainError } from '../../errors/domain-error.ts';
import type { Actor } from '../../kernel/actor.ts';
import type { CommandContext } from '../../kernel/command.ts';

/** A private URL opens one dataset, and finds what guests find. Source: collections.md 11.1. */
export function searcher({ identifier, identities, superuser }: Actor): Pick<Actor, 'identities' | 'superuser'> {
  return { superuser, identities: identities.filter((identity) => identity !== identifier || !identifier.startsWith('#')) };
}

/** @throws DomainError AUTHENTICATION_REQUIRED where a setting closes search to guests */
export function requireSearchable({ services, actor }: Pick<CommandContext, 'services' | 'actor'>): void {
  if (services.settings.get(':SearchApiRequiresToken') === true && actor.account === null && !actor.superuser) {
    throw new DomainError('AUTHENTICATION_REQUIRED', 'Searching needs an API token on this installation.');
  }
}
