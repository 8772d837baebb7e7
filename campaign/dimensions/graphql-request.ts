import type { HostileRequest } from '../dimension.ts';

/** A GraphQL request as a client sends it. */
export function graphqlRequest(query: string, variables: Readonly<Record<string, unknown>> = {}): HostileRequest {
  return jsonRequest('POST', '/graphql', JSON.stringify({ query, variables }));
}

/** A request with a JSON body, which is sent as it is given. */
export function jsonRequest(method: string, path: string, body: string): HostileRequest {
  return { method, path, headers: { 'content-type': 'application/json' }, body };
}
