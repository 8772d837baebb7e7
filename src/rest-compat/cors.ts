/**
 * Which web pages of other origins may read answers. Everything that does not depend on the request is put together once.
 * Source: users-admin.md 4.4, decisions.md 27.
 */

/** The ledger's marks for any origin, every path for any origin, or every path for the origins listed (perhaps none). */
export type CorsOrigins = 'ledger' | '*' | readonly string[];

/** Names and values in turn. */
type Headers = readonly string[];

/** What a page may send, as a preflight tells it. */
export interface CorsRequests {
  readonly methods: string;
  readonly headers: string;
}

/** What a page may send to the REST endpoints. */
export const restRequests: CorsRequests = {
  methods: 'GET, POST, OPTIONS, PUT, DELETE',
  headers: 'Accept, Content-Type, X-Service-key, Range, If-Match, Content-MD5, X-Amz-Tagging',
};

/** What a page needs to send operations, files among them, to the GraphQL endpoint, and to share a stream among subscriptions. */
export const graphqlRequests: CorsRequests = {
  methods: 'GET, POST, OPTIONS, PUT, DELETE',
  headers:
    'Accept, Content-Type, X-Service-key, Apollo-Require-Preflight, X-Apollo-Operation-Name, X-Errors, X-Explain, Idempotency-Key, X-GraphQL-Event-Stream-Token',
};

/** What a page needs to send messages of the Model Context Protocol. */
export const mcpRequests: CorsRequests = {
  methods: 'POST, OPTIONS',
  headers: 'Accept, Content-Type, X-Service-key, Authorization, Mcp-Protocol-Version',
};

const EXPOSED =
  'Accept-Ranges, Content-Range, Content-Encoding, Content-Disposition, Deprecation, ETag, X-Request-Id, Retry-After, RateLimit-Limit, RateLimit-Remaining, RateLimit-Reset, RateLimit-Policy';

/** How long a browser may keep the answer to a preflight: short enough that a change of the configuration is soon noticed. */
const PREFLIGHT_SECONDS = '600';

const nothing: Headers = [];

function allowing(origin: string): Headers {
  return ['Access-Control-Allow-Origin', origin, 'Access-Control-Expose-Headers', EXPOSED];
}

/** Gives the CORS headers of an answer as a flat list of names and values. */
export interface CorsPolicy {
  /** @param marked Whether the ledger opens the endpoint to every page. */
  readonly headersFor: (marked: boolean, origin: string | undefined) => Headers;
  /** Headers of the answer to a preflight. */
  readonly preflightFor: (marked: boolean, origin: string | undefined) => Headers;
}

/**
 * Makes the policy that the operator chose. Credentials of the browser (cookies) are never allowed, so `*` exposes
 * nothing that a caller without a token could not read.
 */
export function createCorsPolicy(origins: CorsOrigins, requests: CorsRequests = restRequests): CorsPolicy {
  const preflight: Headers = [
    'Access-Control-Allow-Methods',
    requests.methods,
    'Access-Control-Allow-Headers',
    requests.headers,
    'Access-Control-Max-Age',
    PREFLIGHT_SECONDS,
  ];
  const anyOrigin = allowing('*');
  const anyOriginPreflight = [...anyOrigin, ...preflight];

  if (origins === '*' || origins === 'ledger') {
    const all = origins === '*';
    return {
      headersFor: (marked) => (all || marked ? anyOrigin : nothing),
      preflightFor: (marked) => (all || marked ? anyOriginPreflight : nothing),
    };
  }

  // The value sent back is the operator's own, never the request's. An answer that depends on the origin says so to caches.
  const unlisted: Headers = origins.length === 0 ? nothing : ['Vary', 'Origin'];
  const listed = new Map(origins.map((origin) => [origin, [...unlisted, ...allowing(origin)]]));
  const listedPreflight = new Map([...listed].map(([origin, headers]) => [origin, [...headers, ...preflight]]));
  return {
    headersFor: (_marked, origin) => (origin === undefined ? undefined : listed.get(origin)) ?? unlisted,
    preflightFor: (_marked, origin) => (origin === undefined ? undefined : listedPreflight.get(origin)) ?? unlisted,
  };
}
