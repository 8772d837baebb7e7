import type { OidcConfiguration } from '../../model/sign-in/provider-configuration.ts';
import type { PersonClaims } from '../../model/sign-in/person-claims.ts';
import type { SignInProvider } from './sign-in-providers.ts';

/** Whom a provider says that it has before it. */
export interface ProvenIdentity {
  readonly providerId: string;
  /** What the provider calls the person: lasting, and unique there. */
  readonly subject: string;
  readonly person: PersonClaims;
  /** All that was said, for rules of the operator. */
  readonly claims: Readonly<Record<string, unknown>>;
}

/** Queries external identity services; never in a transaction. */
export interface IdentityServices {
  /**
   * Finds out whom a bearer token was issued to; undefined when none of the providers accepts it.
   * @throws DomainError SERVICE_UNAVAILABLE when one that could accept it cannot be asked.
   */
  verifyBearer(token: string, providers: readonly SignInProvider<OidcBearer>[]): Promise<ProvenIdentity | undefined>;
}

/** A provider that issues bearer tokens. */
export type OidcBearer = { readonly factory: 'oidc' } & OidcConfiguration;
