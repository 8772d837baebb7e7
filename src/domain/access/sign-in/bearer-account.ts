/** Whom a bearer token stands for. Source: users-admin.md 3.5. */
import type { Database } from '../../../db/client.ts';
import { findProviderAccount, type ProvenAccount } from '../../../db/queries/access/provider-accounts.ts';
import { DomainError } from '../../../errors/domain-error.ts';
import type { IdentityServices, OidcBearer, ProvenIdentity } from '../../../kernel/ports/identity-services.ts';
import type { SignInProvider, SignInProviders } from '../../../kernel/ports/sign-in-providers.ts';
import type { DomainServices } from '../../../kernel/services.ts';
import type { FeatureFlag } from '../../../vocabulary/sign-in.ts';

/** What decides about bearer tokens. */
export type BearerServices = Pick<DomainServices, 'signInProviders' | 'identities' | 'features'>;

/** Whether the provider issues bearer tokens. */
export function isOidc(provider: SignInProvider): provider is SignInProvider<OidcBearer> {
  return provider.configuration.factory === 'oidc';
}

/**
 * Finds out whom a token was issued to. @throws DomainError BEARER_TOKEN_INVALID when no provider accepts it | SERVICE_UNAVAILABLE when one
 * that could cannot be asked.
 */
export async function proveBearer(
  { signInProviders, identities }: { readonly signInProviders: SignInProviders; readonly identities: IdentityServices },
  token: string,
): Promise<ProvenIdentity> {
  const providers = signInProviders.enabled().filter(isOidc);
  const identity = token === '' || providers.length === 0 ? undefined : await identities.verifyBearer(token, providers);
  if (identity === undefined) throw new DomainError('BEARER_TOKEN_INVALID', 'Unauthorized bearer token');
  return identity;
}

type AccountKey = readonly [providerId: string, persistentUserId: string];

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}

/** The issuer passes on who signed in to it from elsewhere. */
const BUILTIN_AT_ISSUER = 'dv-builtin-users-authenticator';

/** Rules that the operator can switch on, in the order in which one of them is tried before the ordinary one. */
const matchRules: readonly {
  readonly flag: FeatureFlag;
  readonly factory: SignInProvider['configuration']['factory'];
  /** The account's id at a provider of the factory; undefined where the claims do not have it. */
  readonly match: (claims: ProvenIdentity['claims'], provider: SignInProvider) => string | undefined;
}[] = [
  {
    flag: 'api-bearer-auth-use-shib-user-on-id-match',
    factory: 'shib',
    match: (claims) => {
      const [idp, id] = [textOf(claims['shibIdp']), textOf(claims['shibUniquePersistentIdentifier'])];
      return idp === undefined || id === undefined ? undefined : `${idp}|${id}`;
    },
  },
  {
    flag: 'api-bearer-auth-use-oauth-user-on-id-match',
    factory: 'oauth2',
    match: (claims, { id }) => (claims['idp'] === id ? textOf(claims['oidc']) : undefined),
  },
  {
    flag: 'api-bearer-auth-use-builtin-user-on-id-match',
    factory: 'BuiltinAuthenticationProvider',
    match: (claims) => (claims['idp'] === BUILTIN_AT_ISSUER ? textOf(claims['preferred_username']) : undefined),
  },
];

/** The accounts that an identity may stand for: by the rule that is switched on, then by the ordinary one. */
function keysOf(identity: ProvenIdentity, { signInProviders, features }: BearerServices): readonly AccountKey[] {
  const rule = matchRules.find(({ flag }) => features.has(flag));
  const providers = signInProviders.enabled().filter(({ configuration }) => configuration.factory === rule?.factory);
  const matched = providers.flatMap((provider): AccountKey[] => {
    const id = rule?.match(identity.claims, provider);
    return id === undefined ? [] : [[provider.id, id]];
  });
  return [...matched, [identity.providerId, identity.subject]];
}

/** Finds the account of an identity; undefined where none is registered. */
export async function findAccountOf(db: Database, identity: ProvenIdentity, services: BearerServices): Promise<ProvenAccount | undefined> {
  for (const key of keysOf(identity, services)) {
    const account = await findProviderAccount(db, ...key);
    if (account !== undefined) return account;
  }
  return undefined;
}

/**
 * Finds the account that a bearer token stands for; undefined where such tokens do not count, or none was sent. @throws DomainError
 * BEARER_TOKEN_INVALID, also for an account that was deactivated | BEARER_ACCOUNT_MISSING | SERVICE_UNAVAILABLE
 */
export async function findBearerAccount(
  db: Database,
  services: BearerServices,
  token: string | undefined,
): Promise<ProvenAccount | undefined> {
  if (token === undefined || !services.features.has('api-bearer-auth')) return undefined;
  const identity = await proveBearer(services, token);
  const account = await findAccountOf(db, identity, services);
  if (account === undefined) {
    throw new DomainError('BEARER_ACCOUNT_MISSING', 'The bearer token is good, but its owner has no account here: register one first.');
  }
  if (account.deactivatedAt !== null) throw new DomainError('BEARER_TOKEN_INVALID', 'Unauthorized bearer token');
  return account;
}
