import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { isFromOwnPage, readCookie } from '../browser-cookies.ts';
import type { QueryParameters } from './query-string.ts';
import type { RouteAuth } from './route.ts';

/** What a request says about who sends it, unchecked. Source: users-admin.md 3.1, 4.2. */
export interface Credentials {
  /** Header `X-Service-key`, even an empty one; else the query parameter `key`. */
  readonly apiToken: string | undefined;
  /** The route needs no token where the administrative gate opens without one: a bad one counts as none there. Source: users-admin.md 3.7. */
  readonly tokenOptional: boolean;
  /** The route sends the bytes of a file. */
  readonly readsFile: boolean;
  /** A page of this server is asked for, not data. */
  readonly forPage?: boolean;
  readonly invocationId: string | undefined;
  /** What a signed URL is held against, where the query has the parameter `token`. */
  readonly signed: { readonly target: string; readonly method: string } | undefined;
  /** The bearer token of the header `Authorization`, perhaps empty. */
  readonly bearerToken: string | undefined;
  /** Cookie of a browser session, where the request is one that a page of this server could send. */
  readonly session: string | undefined;
  /** Opens a gate without identifying the caller: header `X-Service-unblock-key`, else the query parameter `unblock-key`. */
  readonly unblockKey: string | undefined;
  /** Address of the other end of the connection, which may be a proxy's. */
  readonly remoteAddress: string | undefined;
  /** Header `X-Forwarded-For`, which any client can send. */
  readonly forwardedFor: string | undefined;
  /** The request has a header that a proxy adds. */
  readonly forwarded: boolean;
  /** The request comes from a page of another origin, by what its browser says of it. */
  readonly foreignPage: boolean;
  readonly method: string;
  /** All headers, for facts that the operator's configuration names. */
  readonly headers: IncomingHttpHeaders;
  /** Path and query as the client sent them. */
  readonly target: string;
  /** Names the request in the log and in error bodies. */
  readonly requestId: string;
}

/** The facts of a request that its descriptor turns into credentials. */
export interface CredentialSource {
  readonly request: IncomingMessage;
  readonly target: string;
  readonly requestId: string;
  readonly query: QueryParameters;
  readonly auth: RouteAuth;
  /** The route evaluates no credentials; only the facts of the connection are kept. */
  readonly ignored: boolean;
  /** The token opens the administrative gate and does nothing else. */
  readonly forGate?: boolean;
  /** The route sends the bytes of a file. */
  readonly readsFile?: boolean;
}

function single(value: string | string[] | undefined): string | undefined {
  return Array.isArray(value) ? value[0] : value;
}

/** Whether a browser sends the request for a page of another origin. Programs send neither header. Source: Fetch Metadata, 2.3. */
function isForeignPage({ 'sec-fetch-site': site, origin, host = '' }: IncomingHttpHeaders): boolean {
  if (site !== undefined) return site !== 'same-origin' && site !== 'none';
  return origin !== undefined && origin !== `http://${host}` && origin !== `https://${host}`;
}

const BEARER = /^bearer(?:\s+(?<token>.*))?$/is;

/** The token of the header `Authorization`, perhaps empty; undefined where it has none of bearer tokens. Source: RFC 6750, 2.1. */
export function bearerTokenOf({ authorization }: Pick<IncomingHttpHeaders, 'authorization'>): string | undefined {
  const found = authorization === undefined ? null : BEARER.exec(authorization.trim());
  return found === null ? undefined : (found.groups?.['token'] ?? '').trim();
}

/** A browser adds its cookies to requests of any page: one that may change something has to say that it comes from here. */
function sessionOf({ method, headers }: IncomingMessage): string | undefined {
  const reads = method === 'GET' || method === 'HEAD';
  return (reads ? isForeignPage(headers) : !isFromOwnPage(headers)) ? undefined : readCookie(headers, 'session');
}

/**
 * Reads the credentials of a request. A header wins over the query, also when it is empty. On a route with auth `key`
 * the query parameter `key` is the key of the installation and never a token.
 */
export function readCredentials(source: CredentialSource): Credentials {
  const { request, target, requestId, query, auth, ignored, forGate = false, readsFile = false } = source;
  const { headers } = request;
  return {
    apiToken: ignored ? undefined : (single(headers['x-service-key']) ?? (auth === 'key' ? undefined : query['key'])),
    tokenOptional: forGate,
    readsFile,
    invocationId: ignored ? undefined : (single(headers['x-service-invocationid']) ?? query['invocationID'] ?? query['invocationId']),
    signed: ignored || query['token'] === undefined ? undefined : { target, method: request.method ?? 'GET' },
    bearerToken: ignored ? undefined : bearerTokenOf(headers),
    session: ignored ? undefined : sessionOf(request),
    unblockKey: single(headers['x-service-unblock-key']) ?? query['unblock-key'],
    remoteAddress: request.socket.remoteAddress,
    forwardedFor: single(headers['x-forwarded-for']),
    forwarded: headers['x-forwarded-for'] !== undefined || headers.forwarded !== undefined,
    foreignPage: isForeignPage(headers),
    method: request.method ?? 'GET',
    headers,
    target,
    requestId,
  };
}
