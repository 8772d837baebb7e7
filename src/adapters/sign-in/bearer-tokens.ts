/** Bearer tokens of OpenID Connect issuers: signed ones (RFC 9068) are verified here, others by their issuer (RFC 7662). */
import { createHash } from 'node:crypto';
import { decodeJwt, errors as joseErrors, jwtVerify } from 'jose';
import { LRUCache } from 'lru-cache';
import * as oidc from 'openid-client';
import type { IdentityServices, OidcBearer, ProvenIdentity } from '../../kernel/ports/identity-services.ts';
import type { SignInProvider } from '../../kernel/ports/sign-in-providers.ts';
import { personOfStandardClaims } from '../../model/sign-in/person-claims.ts';
import { type FindIssuer, type KnownIssuer, unavailable } from './oidc-issuers.ts';

type Provider = SignInProvider<OidcBearer>;
type Claims = Readonly<Record<string, unknown>>;

/** By how much the clocks of an issuer and of this server may differ. */
const CLOCK_SKEW_SECONDS = 30;
/** Asymmetric algorithms: only the issuer can sign. */
const ALGORITHMS = ['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512', 'ES256', 'ES384', 'ES512', 'EdDSA', 'Ed25519'];
/** Characters that a token can have. Source: RFC 6750, 2.1. */
const TOKEN = /^[\w.~+/-]+=*$/;
const SIGNED_TOKEN = /^[\w-]*\.[\w-]*\.[\w-]*$/;

/** What an issuer said of a token counts this long, as it could withdraw it meanwhile. */
const ANSWER_COUNTS_MS = 30_000;
const MOST_ANSWERS = 5_000;
/** Most concurrent requests about tokens; any client can send a token. */
const MOST_QUESTIONS = 8;

function audiences({ configuration }: Provider): string[] {
  const { clientId, audience } = configuration;
  return audience === undefined ? [clientId] : [clientId, audience];
}

/** An ID token says who signed in to a client; it is not made to be shown to others, and tells by these. */
function isIdToken(claims: Claims): boolean {
  return claims['nonce'] !== undefined || claims['at_hash'] !== undefined || claims['c_hash'] !== undefined || claims['typ'] === 'ID';
}

function issuerOf(token: string): string | undefined {
  try {
    const { iss }: Claims = decodeJwt(token);
    return typeof iss === 'string' ? iss : undefined;
  } catch {
    return undefined;
  }
}

function isSameIssuer(one: string, other: string): boolean {
  return one.replace(/\/$/, '') === other.replace(/\/$/, '');
}

async function verifySigned(token: string, provider: Provider, { issuer, keys }: KnownIssuer): Promise<Claims | undefined> {
  try {
    const { payload } = await jwtVerify(token, keys, {
      issuer,
      audience: audiences(provider),
      algorithms: ALGORITHMS,
      clockTolerance: CLOCK_SKEW_SECONDS,
      requiredClaims: ['iss', 'aud', 'sub', 'exp'],
    });
    return isIdToken(payload) ? undefined : payload;
  } catch (error) {
    // A set of keys that does not come, or is none, says nothing of the token.
    if (error instanceof joseErrors.JWKSTimeout || error instanceof joseErrors.JWKSInvalid) throw unavailable(error);
    if (error instanceof joseErrors.JOSEError && error.code !== 'ERR_JOSE_GENERIC') return undefined;
    throw unavailable(error);
  }
}

function accepts(answer: oidc.IntrospectionResponse, provider: Provider, issuer: string): boolean {
  if (!answer.active || typeof answer.sub !== 'string') return false;
  if (answer.iss !== undefined && answer.iss !== issuer) return false;
  const meant = [answer.aud ?? []].flat();
  return answer.client_id === provider.configuration.clientId || meant.some((one) => audiences(provider).includes(one));
}

/** Makes the verification of bearer tokens. */
export function createBearerVerifier(findIssuer: FindIssuer): IdentityServices['verifyBearer'] {
  const answers = new LRUCache<string, { readonly claims: Claims | undefined }>({ max: MOST_ANSWERS, ttl: ANSWER_COUNTS_MS });
  let questions = 0;

  /** Asks the issuer about a token that only it can read. Without a secret of its own a client may not ask. */
  async function introspect(token: string, provider: Provider, { client, issuer }: KnownIssuer): Promise<Claims | undefined> {
    const { clientSecret } = provider.configuration;
    if (client.serverMetadata().introspection_endpoint === undefined || clientSecret === undefined) return undefined;
    const key = createHash('sha256').update(`${issuer} ${token}`).digest('base64');
    const remembered = answers.get(key);
    if (remembered !== undefined) return remembered.claims;
    if (questions >= MOST_QUESTIONS) throw unavailable(undefined);
    questions += 1;
    try {
      const answer = await oidc.tokenIntrospection(client, token);
      const claims = accepts(answer, provider, issuer) ? answer : undefined;
      const left = answer.exp === undefined ? ANSWER_COUNTS_MS : answer.exp * 1000 - Date.now();
      answers.set(key, { claims }, { ttl: claims === undefined ? ANSWER_COUNTS_MS : Math.max(1, Math.min(ANSWER_COUNTS_MS, left)) });
      return claims;
    } catch (error) {
      // It has an opinion, such as that it does not read tokens of this form.
      if (error instanceof oidc.ResponseBodyError && error.status === 400) return undefined;
      throw unavailable(error);
    } finally {
      questions -= 1;
    }
  }

  async function claimsBy(token: string, provider: Provider, signed: boolean): Promise<Claims | undefined> {
    const issuer = await findIssuer(provider.configuration);
    return signed ? verifySigned(token, provider, issuer) : introspect(token, provider, issuer);
  }

  return async (token, providers) => {
    if (!TOKEN.test(token)) return undefined;
    const signed = SIGNED_TOKEN.test(token);
    const named = signed ? issuerOf(token) : undefined;
    if (signed && named === undefined) return undefined;
    const asked = signed ? providers.filter(({ configuration }) => isSameIssuer(configuration.issuer, named ?? '')) : providers;
    let failure: Error | undefined;
    for (const provider of asked) {
      try {
        const claims = await claimsBy(token, provider, signed);
        if (claims !== undefined) return identityOf(provider, claims);
      } catch (error) {
        failure ??= error instanceof Error ? error : unavailable(error);
      }
    }
    if (failure !== undefined) throw failure;
    return undefined;
  };
}

/** The standard claims of a provider about a user. */
function identityOf({ id }: Provider, claims: Claims): ProvenIdentity | undefined {
  const subject = claims['sub'];
  // Longer ones are no identifiers. Source: OpenID Connect Core 1.0, 8.
  if (typeof subject !== 'string' || subject === '' || subject.length > 255) return undefined;
  return { providerId: id, subject, person: personOfStandardClaims(claims), claims };
}
