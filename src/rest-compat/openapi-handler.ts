import type { IncomingMessage, ServerResponse } from 'node:http';
import { stringify } from 'yaml';
import { type OpenApiOptions, openApiDocument } from './openapi.ts';
import type { Route } from './route.ts';

const jsonFirst = /application\/(?:[a-z.+-]*\+)?json/i;

/**
 * Serves the OpenAPI document at `/openapi`: YAML, or JSON when `Accept` asks for it. Both texts are made at the first request.
 * Any origin may read it: it says nothing that is not public.
 */
export function openApiHandler(
  routes: readonly Route[],
  options: OpenApiOptions,
): (request: IncomingMessage, response: ServerResponse) => void {
  let yaml: string | undefined;
  let json: string | undefined;
  return function handle(request, response) {
    if (request.method !== 'GET' && request.method !== 'HEAD') {
      response.writeHead(405, { Allow: 'GET, HEAD', 'Content-Length': 0 }).end();
      return;
    }
    const wantsJson = jsonFirst.test(request.headers.accept ?? '');
    const body = wantsJson
      ? (json ??= JSON.stringify(openApiDocument(routes, options)))
      : (yaml ??= stringify(openApiDocument(routes, options), { aliasDuplicateObjects: false }));
    response.writeHead(200, {
      // Source: RFC 9512 for YAML; the `openapi` types are not registered.
      'Content-Type': wantsJson ? 'application/json' : 'application/yaml',
      'Content-Length': Buffer.byteLength(body),
      'Cache-Control': 'no-cache',
      Vary: 'Accept',
      'Access-Control-Allow-Origin': '*',
      'X-Content-Type-Options': 'nosniff',
    });
    response.end(body);
  };
}
