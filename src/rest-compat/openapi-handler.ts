import type { IncomingMessage, ServerResponse } from 'node:http';
import { stringify } from 'yaml';
import { openApi30 } from './openapi-3-0.ts';
import { type OpenApiOptions, openApiDocument } from './openapi.ts';
import type { Route } from './route.ts';

const jsonFirst = /application\/(?:[a-z.+-]*\+)?json/i;

/** Versions of OpenAPI in which the document is served. */
const VERSIONS = ['3.1', '3.0'] as const;
type Version = (typeof VERSIONS)[number];

/** The version that a request asks for by `?version=`: the first one unless told. */
function versionOf(request: IncomingMessage): Version | undefined {
  const asked = new URL(request.url ?? '', 'http://server').searchParams.get('version') ?? VERSIONS[0];
  return VERSIONS.find((version) => version === asked);
}

/**
 * Serves the OpenAPI document at `/openapi`: YAML, or JSON when `Accept` asks for it; in OpenAPI 3.1, or 3.0 with `?version=3.0`. Each text is made
 * at the first request for it. Any origin may read it: it says nothing that is not public.
 */
export function openApiHandler(
  routes: readonly Route[],
  options: OpenApiOptions,
): (request: IncomingMessage, response: ServerResponse) => void {
  const texts = new Map<string, string>();
  const document = (version: Version) => {
    const latest = openApiDocument(routes, options);
    return version === '3.0' ? openApi30(latest) : latest;
  };
  const textOf = (version: Version, isJson: boolean): string => {
    const kept = texts.get(`${version} ${isJson}`);
    if (kept !== undefined) return kept;
    const made = isJson ? JSON.stringify(document(version)) : stringify(document(version), { aliasDuplicateObjects: false });
    texts.set(`${version} ${isJson}`, made);
    return made;
  };
  return function handle(request, response) {
    if (request.method !== 'GET' && request.method !== 'HEAD') {
      response.writeHead(405, { Allow: 'GET, HEAD', 'Content-Length': 0 }).end();
      return;
    }
    const version = versionOf(request);
    if (version === undefined) {
      const refusal = `The parameter version takes ${VERSIONS.join(' or ')}.\n`;
      response.writeHead(400, {
        'Content-Type': 'text/plain; charset=utf-8',
        'Content-Length': refusal.length,
        'X-Content-Type-Options': 'nosniff',
      });
      response.end(refusal);
      return;
    }
    const wantsJson = jsonFirst.test(request.headers.accept ?? '');
    const body = textOf(version, wantsJson);
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
