/** What issuers publish of themselves, kept in this process: their endpoints and their keys. Source: OpenID Connect Discovery 1.0. */
import { createRemoteJWKSet, customFetch as joseFetch } from 'jose';
import * as oidc from 'openid-client';
import { DomainError } from '../../errors/domain-error.ts';
import type { OidcBearer } from '../../kernel/ports/identity-services.ts';
import { boundedFetch, PROVIDER_TIMEOUT_MS } from './bounded-fetch.ts';

/** An issuer that has been found. */
export interface KnownIssuer {
  /** Exactly as its tokens have it. */
  readonly issuer: string;
  readonly client: oidc.Configuration;
  readonly keys: ReturnType<typeof createRemoteJWKSet>;
}

/** How long what was learnt of an issuer counts. */
export interface IssuerPauses {
  /** Until the endpoints are looked up again. */
  readonly rediscoverMs: number;
  /** After an issuer could not be reached: it is not asked by each request. */
  readonly retryMs: number;
  /** Between two looks for a key that is not among those known: a forged token can name any. */
  readonly keyRetryMs: number;
}

export const ISSUER_PAUSES: IssuerPauses = { rediscoverMs: 3_600_000, retryMs: 15_000, keyRetryMs: 30_000 };

/** Keys are asked for again after this time, so that one that was withdrawn is not believed for long. */
const KEYS_COUNT_MS = 600_000;

function isLoopback(url: URL): boolean {
  return ['localhost', '127.0.0.1', '[::1]'].includes(url.hostname);
}

/** @throws Error unless the address is one that may be asked: secure, or on this machine where the issuer is, too. */
function requireSafe(address: string | undefined, issuer: URL, name: string): URL {
  const url = address === undefined || !URL.canParse(address) ? undefined : new URL(address);
  if (url?.protocol === 'https:' || (url?.protocol === 'http:' && isLoopback(url) && isLoopback(issuer))) return url;
  throw new Error(`The issuer ${issuer.href} has no usable ${name}.`);
}

function clientAuth(secret: string | undefined, metadata: oidc.ServerMetadata): oidc.ClientAuth {
  if (secret === undefined) return oidc.None();
  const methods = metadata.token_endpoint_auth_methods_supported ?? ['client_secret_basic'];
  return methods.includes('client_secret_post') ? oidc.ClientSecretPost(secret) : oidc.ClientSecretBasic(secret);
}

async function discover(configuration: OidcBearer, { keyRetryMs }: IssuerPauses): Promise<KnownIssuer> {
  const issuer = new URL(configuration.issuer);
  // An issuer without TLS is on this machine: the configuration lets no other through.
  // oxlint-disable-next-line typescript/no-deprecated -- marked so that it stands out
  const execute = issuer.protocol === 'http:' ? [oidc.allowInsecureRequests] : [];
  const options = { execute, timeout: PROVIDER_TIMEOUT_MS / 1000, [oidc.customFetch]: boundedFetch };
  const found = await oidc.discovery(issuer, configuration.clientId, undefined, oidc.None(), options);
  const metadata = found.serverMetadata();
  const keysAt = requireSafe(metadata.jwks_uri, issuer, 'jwks_uri');
  for (const name of ['authorization_endpoint', 'token_endpoint'] as const) requireSafe(metadata[name], issuer, name);
  for (const name of ['userinfo_endpoint', 'introspection_endpoint'] as const) {
    if (metadata[name] !== undefined) requireSafe(metadata[name], issuer, name);
  }
  const { clientId, clientSecret } = configuration;
  const client = new oidc.Configuration(metadata, clientId, undefined, clientAuth(clientSecret, metadata));
  client.timeout = PROVIDER_TIMEOUT_MS / 1000;
  client[oidc.customFetch] = boundedFetch;
  // oxlint-disable-next-line typescript/no-deprecated -- as above
  for (const allow of execute) allow(client);
  // What comes over TLS need not be signed for the protocol; here it has to be.
  oidc.enableNonRepudiationChecks(client);
  return {
    issuer: metadata.issuer,
    client,
    keys: createRemoteJWKSet(keysAt, {
      timeoutDuration: PROVIDER_TIMEOUT_MS,
      cooldownDuration: keyRetryMs,
      cacheMaxAge: KEYS_COUNT_MS,
      [joseFetch]: boundedFetch,
    }),
  };
}

/** Says what is known of an issuer. @throws DomainError SERVICE_UNAVAILABLE while it cannot be reached. */
export type FindIssuer = (configuration: OidcBearer) => Promise<KnownIssuer>;

interface Entry {
  known: KnownIssuer | undefined;
  finding: Promise<KnownIssuer> | undefined;
  /** When it is looked up again, after success or failure. */
  nextAt: number;
}

/**
 * Keeps what is known of the issuers, by their configurations: a provider that is configured anew is found anew. What was known counts on
 * while an issuer does not answer. `onFault` hears why one could not be found.
 */
export function createFindIssuer(onFault: (issuer: string, error: unknown) => void, pauses = ISSUER_PAUSES): FindIssuer {
  const entries = new WeakMap<OidcBearer, Entry>();

  function find(configuration: OidcBearer, entry: Entry): Promise<KnownIssuer> {
    entry.finding ??= discover(configuration, pauses)
      .then((found) => {
        const { known } = entry;
        const same = known !== undefined && known.client.serverMetadata().jwks_uri === found.client.serverMetadata().jwks_uri;
        entry.known = same ? { ...found, keys: known.keys } : found;
        entry.nextAt = Date.now() + pauses.rediscoverMs;
        return entry.known;
      })
      .catch((cause: unknown) => {
        onFault(configuration.issuer, cause);
        entry.nextAt = Date.now() + pauses.retryMs;
        if (entry.known !== undefined) return entry.known;
        throw unavailable(cause);
      })
      .finally(() => {
        entry.finding = undefined;
      });
    return entry.finding;
  }

  return async (configuration) => {
    const entry = entries.get(configuration) ?? { known: undefined, finding: undefined, nextAt: 0 };
    entries.set(configuration, entry);
    const due = Date.now() >= entry.nextAt;
    if (entry.known === undefined) {
      if (entry.finding === undefined && !due) throw unavailable(undefined);
      return find(configuration, entry);
    }
    // A refresh of known keys is not awaited.
    if (due) find(configuration, entry).catch(() => undefined);
    return entry.known;
  };
}

/** The refusal while an identity provider cannot be asked. */
export function unavailable(cause: unknown): DomainError {
  return new DomainError('SERVICE_UNAVAILABLE', 'The authentication provider does not answer; try again in a moment.', { cause });
}
