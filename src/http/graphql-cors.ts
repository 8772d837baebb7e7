import type { RequestHandler } from 'express';

/** Gives CORS headers as a flat list of names and values. */
interface CorsHeaders {
  readonly headersFor: (marked: boolean, origin: string | undefined) => readonly string[];
  readonly preflightFor: (marked: boolean, origin: string | undefined) => readonly string[];
}

/**
 * Lets pages of other origins use the GraphQL endpoint as far as the operator allows it, and answers their preflights. The contract
 * marks no part of it, so that by default no page of another origin may.
 */
export function graphqlCors(policy: CorsHeaders): RequestHandler {
  return (request, response, next) => {
    const { origin } = request.headers;
    const isPreflight = request.method === 'OPTIONS';
    const headers = isPreflight ? policy.preflightFor(false, origin) : policy.headersFor(false, origin);
    for (let at = 0; at < headers.length; at += 2) response.setHeader(headers[at] ?? '', headers[at + 1] ?? '');
    if (!isPreflight) {
      next();
      return;
    }
    response.setHeader('Allow', 'GET, POST, OPTIONS');
    response.setHeader('Content-Length', '0');
    response.status(200).end();
  };
}
