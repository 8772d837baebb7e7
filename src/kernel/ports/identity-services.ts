import type { OAuth2Configuration, OidcConfiguration } from '../../model/sign-in/provider-configuration.ts';
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
  /** What the holder of a good bearer token lets its issuer tell beside what the token says. @throws DomainError SERVICE_UNAVAILABLE */
  askUserInfo(token: string, identity: ProvenIdentity, provider: SignInProvider<OidcBearer>): Promise<PersonClaims>;
  /** The address of the provider that a browser is sent to. @throws DomainError SERVICE_UNAVAILABLE */
  beginRoundTrip(provider: RedirectProvider, trip: RoundTrip): Promise<string>;
  /**
   * Finds out who came back. `parameters` is the query string that the provider sent them with.
   * @throws DomainError SIGN_IN_REFUSED when the provider, or what it sent, does not let them in | SERVICE_UNAVAILABLE
   */
  endRoundTrip(provider: RedirectProvider, trip: RoundTrip, parameters: string): Promise<ProvenIdentity>;
}

/** A provider that issues bearer tokens. */
export type OidcBearer = { readonly factory: 'oidc' } & OidcConfiguration;

/** A provider that browsers are sent to, and come back from with a code. */
export type RedirectProvider = SignInProvider<OidcBearer | ({ readonly factory: 'oauth2' } & OAuth2Configuration)>;

/** Random texts that tie the way back to the way there; they are of use once. */
export interface RoundTrip {
  readonly redirectUri: string;
  readonly state: string;
  readonly nonce: string;
  readonly codeVerifier: string;
}
