/** Sign-in by the headers of a proxy that authenticates users, as the service provider of Shibboleth does. Source: users-admin.md 11. */
import type { z } from 'zod';
import { DomainError } from '../../../errors/domain-error.ts';
import type { CommandContext } from '../../../kernel/command.ts';
import { composed } from '../../../kernel/composed.ts';
import { parseInput } from '../../../kernel/parse-input.ts';
import type { ProvenIdentity } from '../../../kernel/ports/identity-services.ts';
import { claimText } from '../../../model/sign-in/person-claims.ts';
import type { ShibConfiguration } from '../../../model/sign-in/provider-configuration.ts';
import { refuseProviderSignIn } from './guess-limits.ts';
import { admitIdentity, beginInput, type EndedTrip, openProviderSession } from './round-trip.ts';

/** Whom the headers name; undefined where they name no user. An attribute can have several values, of which the first one counts. */
function identityOf({ asserted }: CommandContext, providerId: string, headers: ShibConfiguration): ProvenIdentity | undefined {
  const first = (name: string): string | undefined => claimText(asserted?.(name)?.split(';')[0]);
  const [identityProvider, userId] = [claimText(asserted?.(headers.identityProviderHeader)), claimText(asserted?.(headers.userIdHeader))];
  if (identityProvider === undefined || userId === undefined) return undefined;
  return {
    providerId,
    // The form that bearer tokens are matched with. Source: users-admin.md 3.5.
    subject: `${identityProvider}|${userId}`,
    person: {
      userName: undefined,
      firstName: first(headers.givenNameHeader),
      lastName: first(headers.familyNameHeader),
      email: first(headers.emailHeader),
      emailVerified: false,
      affiliation: first(headers.affiliationHeader),
    },
    claims: {},
  };
}

/**
 * Signs in the user whom the proxy has authenticated. @throws DomainError AUTHENTICATION_PROVIDER_NOT_FOUND | SIGN_IN_REFUSED when it names
 * no user or is not trusted | SIGN_IN_LIMITED
 */
export const signInByProxy = composed({
  name: 'signInByProxy',
  of: [openProviderSession, refuseProviderSignIn],
  run: async (context: CommandContext, given: z.input<typeof beginInput>): Promise<EndedTrip> => {
    const { providerId, returnTo } = parseInput(beginInput, given);
    const configuration = context.services.signInProviders.find(providerId)?.configuration;
    if (configuration?.factory !== 'shib') {
      throw new DomainError('AUTHENTICATION_PROVIDER_NOT_FOUND', `There is no provider '${providerId}' that a proxy signs in for.`);
    }
    const identity = identityOf(context, providerId, configuration);
    if (identity !== undefined) return admitIdentity(context, identity, returnTo ?? '');
    const reason = context.asserted === undefined ? 'no trusted proxy vouches for the user' : 'the proxy does not say who the user is';
    await refuseProviderSignIn(context, { provider: providerId, reason });
    throw new DomainError('SIGN_IN_REFUSED', `Sign-in is not possible: ${reason}.`);
  },
});
