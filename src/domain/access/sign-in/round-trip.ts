/** Sign-in by a provider elsewhere: the way there, and the way back. */
import { randomBytes } from 'node:crypto';
import { z } from 'zod';
import { findProviderAccount, type ProvenAccount } from '../../../db/queries/access/provider-accounts.ts';
import { DomainError } from '../../../errors/domain-error.ts';
import { command, type CommandContext, query } from '../../../kernel/command.ts';
import { composed } from '../../../kernel/composed.ts';
import { noSubject } from '../../../kernel/no-subject.ts';
import { parseInput } from '../../../kernel/parse-input.ts';
import type { ProvenIdentity, RedirectProvider, RoundTrip } from '../../../kernel/ports/identity-services.ts';
import type { SignInProvider } from '../../../kernel/ports/sign-in-providers.ts';
import { line } from '../../../model/text-limits.ts';
import { sealTicket } from '../../../kernel/sealed-ticket.ts';
import { refuseProviderSignIn } from './guess-limits.ts';
import { type NewSession, openSession } from './sessions.ts';
import { identityTicket, type PendingIdentity, requireTicket, tripTicket } from './tickets.ts';

function isRedirectProvider(provider: SignInProvider | undefined): provider is RedirectProvider {
  return provider?.configuration.factory === 'oidc' || provider?.configuration.factory === 'oauth2';
}

/** @throws DomainError AUTHENTICATION_PROVIDER_NOT_FOUND unless browsers can be sent to the provider now */
function requireRedirectProvider({ services }: CommandContext, id: string): RedirectProvider {
  const provider = services.signInProviders.find(id);
  if (isRedirectProvider(provider)) return provider;
  throw new DomainError('AUTHENTICATION_PROVIDER_NOT_FOUND', `There is no provider '${id}' that one can be sent to for signing in.`);
}

/** What a sign-in begins with. */
export const beginInput = z.object({
  providerId: line,
  /** A path of this server; where it leads is the page's to say. */
  returnTo: z.string().max(1000, 'must not be longer than 1000 characters').nullish(),
});

/** Where a provider sends browsers back to. */
function redirectUriOf({ services }: CommandContext, providerId: string): string {
  return `${services.installation.siteUrl}/sign-in/${encodeURIComponent(providerId)}/callback`;
}

/** A way that was begun: where the browser goes, and what it keeps meanwhile. */
export interface BegunTrip {
  readonly address: string;
  readonly ticket: string;
}

/** Begins a sign-in. @throws DomainError AUTHENTICATION_PROVIDER_NOT_FOUND | SERVICE_UNAVAILABLE */
export const beginSignIn = query({
  name: 'beginSignIn',
  subject: noSubject,
  requires: 'Public',
  run: async (context, _subject, given: z.input<typeof beginInput>): Promise<BegunTrip> => {
    const input = parseInput(beginInput, given);
    const provider = requireRedirectProvider(context, input.providerId);
    const secret = () => randomBytes(32).toString('base64url');
    const trip = { state: secret(), nonce: secret(), codeVerifier: secret() };
    const address = await context.services.identities.beginRoundTrip(provider, {
      ...trip,
      redirectUri: redirectUriOf(context, provider.id),
    });
    const facts = { ...trip, providerId: provider.id, returnTo: input.returnTo ?? '' };
    return { address, ticket: sealTicket(context.services.signingKey, tripTicket, facts) };
  },
});

/** What came of a sign-in: a session, or a ticket to make or link an account with. */
export interface EndedTrip {
  readonly returnTo: string;
  readonly session: NewSession | null;
  readonly signUp: { readonly ticket: string; readonly identity: PendingIdentity } | null;
}

const identityProof = z.custom<{ readonly identity: ProvenIdentity; readonly account: ProvenAccount }>();

/** Signs the account in that a provider vouched for. */
export const openProviderSession = command({
  name: 'openProviderSession',
  input: z.object({ proof: identityProof }),
  subject: noSubject,
  requires: 'Public',
  run: (scope, _subject, { proof: { identity, account } }): Promise<NewSession> => openSession(scope, account, identity.providerId),
});

/** Signs in whom a provider vouched for, or says what is missing. @throws DomainError SIGN_IN_REFUSED for a deactivated account */
export async function admitIdentity(context: CommandContext, identity: ProvenIdentity, returnTo: string): Promise<EndedTrip> {
  const account = await findProviderAccount(context.db, identity.providerId, identity.subject);
  if (account === undefined) {
    const { providerId, subject, person } = identity;
    const pending = { providerId, subject, person, returnTo };
    return {
      returnTo,
      session: null,
      signUp: { ticket: sealTicket(context.services.signingKey, identityTicket, pending), identity: pending },
    };
  }
  if (account.deactivatedAt !== null) {
    const refusal = new DomainError('SIGN_IN_REFUSED', 'The account is deactivated.');
    await refuseProviderSignIn(context, { provider: identity.providerId, reason: refusal.message, user: account.userName });
    throw refusal;
  }
  return { returnTo, signUp: null, session: await openProviderSession(context, { proof: { identity, account } }) };
}

const endInput = z.object({
  ticket: z.string().max(4000),
  /** The query string that the provider sent the browser back with. */
  parameters: z.string().max(8000),
});

/** Finds out who came back; the audit log has whom the provider refused. @throws DomainError SIGN_IN_REFUSED | SERVICE_UNAVAILABLE */
async function requireIdentity(
  context: CommandContext,
  provider: RedirectProvider,
  trip: RoundTrip,
  parameters: string,
): Promise<ProvenIdentity> {
  try {
    return await context.services.identities.endRoundTrip(provider, trip, parameters);
  } catch (error) {
    if (error instanceof DomainError && error.code === 'SIGN_IN_REFUSED') {
      await refuseProviderSignIn(context, { provider: provider.id, reason: error.message });
    }
    throw error;
  }
}

/**
 * Ends a sign-in. @throws DomainError SIGN_IN_TICKET_INVALID | AUTHENTICATION_PROVIDER_NOT_FOUND | SIGN_IN_REFUSED | SIGN_IN_LIMITED |
 * SERVICE_UNAVAILABLE
 */
export const completeSignIn = composed({
  name: 'completeSignIn',
  of: [openProviderSession, refuseProviderSignIn],
  run: async (context: CommandContext, given: z.infer<typeof endInput>): Promise<EndedTrip> => {
    const { ticket, parameters } = parseInput(endInput, given);
    const { providerId, returnTo, ...secrets } = requireTicket(context.services, tripTicket, ticket);
    // A provider that was switched off meanwhile signs no one in.
    const provider = requireRedirectProvider(context, providerId);
    const trip: RoundTrip = { ...secrets, redirectUri: redirectUriOf(context, providerId) };
    return admitIdentity(context, await requireIdentity(context, provider, trip, parameters), returnTo);
  },
});
