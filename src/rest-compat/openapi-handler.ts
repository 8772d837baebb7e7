import type { IncomingMessage, ServerResponse } from 'node:http';
import { stringify } from 'yaml';
import type { Dialect } from './dialects/dialect.ts';
import { openApiInDialect } from './dialects/openapi-in-dialect.ts';
import { openApi30 } from './openapi-3-0.ts';
import { type OpenApiOptions, openApiDocument } from './openapi.ts';
import type { Route } from './route.ts';

const jsonFirst = /application\/(?:[a-z.+-]*\+)?json/i;

/** Versions of OpenAPI in which the document is served. */
const VERSIONS = ['3.1', '3.0'] as const;
type Version = (typeof VERSIONS)[number];

/** What is served, by the query. */
interface Asked {
  readonly version: Version;
  readonly dialect: Dialect | undefined;
}

/** What a request asks for by `?version=` and `?dialect=`: the first version, and our own words, unless told. A text is the refusal. */
function askedFor(request: IncomingMessage, dialects: readonly Dialect[]): Asked | string {
  const query = new URL(request.url ?? '', 'http://server').searchParams;
  const wanted = query.get('version') ?? VERSIONS[0];
  const version = VERSIONS.find((one) => one === wanted);
  if (version === undefined) return `The parameter version takes ${VERSIONS.join(' or ')}.`;
  const name = query.get('dialect');
  const dialect = dialects.find((one) => one.name === name);
  if (name === null || dialect !== undefined) return { version, dialect };
  const names = dialects.map((one) => one.name);
  return names.length === 0 ? 'This installation speaks no dialect.' : `The parameter dialect takes ${names.join(' or ')}.`;
}

/**
 * Serves the OpenAPI document at `/openapi`: YAML, or JSON when `Accept` asks for it; in OpenAPI 3.1, or 3.0 with `?version=3.0`; in the
 * words of a dialect with `?dialect=`. Each text is made
 * at the first request for it. Any origin may read it: it says nothing that is not public.
 */
export function openApiHandler(
  routes: readonly Route[],
  options: OpenApiOptions,
  dialects: readonly Dialect[] = [],
): (request: IncomingMessage, response: ServerResponse) => void {
  const texts = new Map<string, string>();
  const document = ({ version, dialect }: Asked) => {
    const rows = routes.map((own) => dialect?.rows.find(({ id }) => id === own.id) ?? own);
    const ours = openApiDocument(rows, options);
    const latest = dialect === undefined ? ours : openApiInDialect(ours, dialect);
    return version === '3.0' ? openApi30(latest) : latest;
  };
  const textOf = (asked: Asked, isJson: boolean): string => {
    const key = `${asked.version} ${asked.dialect?.name} ${isJson}`;
    const kept = texts.get(key);
    if (kept !== undefined) return kept;
    const made = isJson ? JSON.stringify(document(asked)) : stringify(document(asked), { aliasDuplicateObjects: false });
    texts.set(key, made);
    return made;
  };
  return function handle(request, response) {
    if (request.method !== 'GET' && request.method !== 'HEAD') {
      response.writeHead(405, { Allow: 'GET, HEAD', 'Content-Length': 0 }).end();
      return;
    }
    const asked = askedFor(request, dialects);
    if (typeof asked === 'string') {
      const refusal = `${asked}\n`;
      response.writeHead(400, {
        'Content-Type': 'text/plain; charset=utf-8',
        'Content-Length': refusal.length,
        'X-Content-Type-Options': 'nosniff',
      });
      response.end(refusal);
      return;
    }
    const wantsJson = jsonFirst.test(request.headers.accept ?? '');
    const body = textOf(asked, wantsJson);
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
