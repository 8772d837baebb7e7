import type { Route } from './route.ts';

/** Which origins may read answers: the ledger's marks, every path for any origin, or every path for the origins listed. */
export type CorsOrigins = 'ledger' | '*' | readonly string[];

type Headers = readonly string[];

const nothing: Headers = [];
const EXPOSED = 'Accept-Ranges, Content-Range, Content-Encoding, Content-Disposition, Deprecation, X-Request-Id';
const anyOrigin: Headers = ['Access-Control-Allow-Origin', '*', 'Access-Control-Expose-Headers', EXPOSED];
const variesByOrigin: Headers = ['Vary', 'Origin'];
const preflight: Headers = [
  'Access-Control-Allow-Methods',
  'GET, POST, OPTIONS, PUT, DELETE',
  'Access-Control-Allow-Headers',
  'Accept, Content-Type, X-Service-key, Range',
  'Access-Control-Max-Age',
  '600',
];

/** Gives the CORS headers of an answer as a flat list of names and values. */
export interface CorsPolicy {
  readonly headersFor: (route: Route, origin: string | undefined) => Headers;
  /** Headers of the answer to a preflight; empty when the origin may not use the route. */
  readonly preflightFor: (route: Route, origin: string | undefined) => Headers;
}

/**
 * Makes the policy that the operator chose. Credentials of the browser (cookies) are never allowed, so `*` exposes
 * nothing that a caller without a token could not read. Source: users-admin.md 4.4, decisions.md 27.
 */
export function createCorsPolicy(origins: CorsOrigins): CorsPolicy {
  function headersFor(route: Route, origin: string | undefined): Headers {
    if (origins === '*') return anyOrigin;
    if (origins === 'ledger') return route.cors ? anyOrigin : nothing;
    // The value sent back is the operator's own, never the request's.
    const listed = origin === undefined ? undefined : origins.find((candidate) => candidate === origin);
    if (listed === undefined) return variesByOrigin;
    return [...variesByOrigin, 'Access-Control-Allow-Origin', listed, 'Access-Control-Expose-Headers', EXPOSED];
  }

  return {
    headersFor,
    preflightFor(route, origin) {
      const headers = headersFor(route, origin);
      return headers.includes('Access-Control-Allow-Origin') ? [...headers, ...preflight] : headers;
    },
  };
}
