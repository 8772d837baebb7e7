import type { IncomingMessage, ServerResponse } from 'node:http';
import type { ErrorCode } from '../errors/catalog.ts';
import { DomainError } from '../errors/domain-error.ts';
import { refuse } from './answer.ts';
import { endpointBlocked, followBlockedEndpoints } from './blocked-endpoints.ts';
import { type CorsPolicy, createCorsPolicy } from './cors.ts';
import { type Credentials, readCredentials } from './credentials.ts';
import type { Exchange, RestOptions } from './exchange.ts';
import { parseQuery } from './query-string.ts';
import { requestIdOf } from './request-id.ts';
import type { HttpMethod, Route } from './route.ts';
import { compileRouteTrie, type RouteTrie } from './route-trie.ts';
import { serveRoute } from './serve-route.ts';

/** When the deprecated rows were declared so: 2026-11-21, in the form of RFC 9745. */
export const DEPRECATION_DATE = '@1795219200';

/** A row as the router holds it. */
interface Entry {
  readonly route: Route;
  /** GET without an effect, so that HEAD may stand for it. */
  readonly answersHead: boolean;
  readonly fixedHeaders: readonly string[];
  /** The path is known only to be refused. */
  readonly refusal?: { readonly code: ErrorCode; readonly message: string };
}

function entriesOf(route: Route): Entry[] {
  const refused = (route.refuses ?? []).map(({ path, ...refusal }) => ({ ...entryOf({ ...route, path }), refusal }));
  return [entryOf(route), ...refused];
}

function entryOf(route: Route): Entry {
  const hasEffect =
    'operation' in route &&
    route.operation.definitions.some((part) => part.kind === 'OperationDefinition' && part.operation === 'mutation');
  return {
    route,
    answersHead: route.method === 'GET' && !hasEffect,
    fixedHeaders: route.deprecated ? ['Deprecation', DEPRECATION_DATE] : [],
  };
}

function targetOf(request: IncomingMessage): string {
  // Express cuts the mount path off `url` and keeps the whole in `originalUrl`.
  return 'originalUrl' in request && typeof request.originalUrl === 'string' ? request.originalUrl : (request.url ?? '/');
}

function exchangeOf(request: IncomingMessage, response: ServerResponse): Exchange {
  const target = targetOf(request);
  const mark = target.indexOf('?');
  return {
    request,
    response,
    requestId: requestIdOf(request),
    target,
    path: mark === -1 ? target : target.slice(0, mark),
    queryText: mark === -1 ? '' : target.slice(mark + 1),
    routeHeaders: [],
    route: undefined,
  };
}

const methods: ReadonlyMap<string, HttpMethod> = new Map([
  ['GET', 'GET'],
  ['HEAD', 'GET'],
  ['POST', 'POST'],
  ['PUT', 'PUT'],
  ['DELETE', 'DELETE'],
]);

/** Value of `Allow` for a path; empty when the path does not exist. */
function allowOf(trie: RouteTrie<Entry>, path: string): string {
  const allowed: string[] = trie.methodsOf(path, (entry) => entry.refusal === undefined);
  if (allowed.length === 0) return '';
  const found = trie.find('GET', path);
  if (typeof found === 'object' && found.entry.answersHead) allowed.push('HEAD');
  return [...allowed, 'OPTIONS'].join(', ');
}

function noSuchPath(path: string): DomainError {
  return new DomainError('NOT_FOUND', `There is no endpoint at ${path}.`);
}

/** Finds the route of a request, or the refusal in its place with the headers that go with it. */
function findRoute(trie: RouteTrie<Entry>, exchange: Exchange): { entry: Entry; path: Readonly<Record<string, string>> } | DomainError {
  const method = methods.get(exchange.request.method ?? '');
  const found = method === undefined ? undefined : trie.find(method, exchange.path);
  if (found === 'malformed') {
    return new DomainError('BAD_USER_INPUT', 'The path holds a percent sign that starts no valid escape sequence.');
  }
  if (found !== undefined && (exchange.request.method !== 'HEAD' || found.entry.answersHead)) return found;
  return allowOf(trie, exchange.path) === ''
    ? noSuchPath(exchange.path)
    : new DomainError('METHOD_NOT_ALLOWED', `The endpoint at ${exchange.path} does not answer ${exchange.request.method}.`);
}

/** What a request says without a word on who sends it. */
function connectionOf({ request, target, requestId, queryText }: Exchange): Credentials {
  return readCredentials({ request, target, requestId, query: parseQuery(queryText), auth: 'public', ignored: true });
}

function answerOptions(trie: RouteTrie<Entry>, cors: CorsPolicy, exchange: Exchange): void {
  const allow = allowOf(trie, exchange.path);
  if (allow === '') throw noSuchPath(exchange.path);
  const { headers } = exchange.request;
  const wanted = methods.get(headers['access-control-request-method'] ?? '');
  const found = wanted === undefined ? undefined : trie.find(wanted, exchange.path);
  const preflight = typeof found === 'object' ? cors.preflightFor(found.entry.route.cors === true, headers.origin) : [];
  exchange.response.writeHead(200, ['Allow', allow, 'Content-Length', '0', 'X-Request-Id', exchange.requestId, ...preflight]);
  exchange.response.end();
}

/**
 * Compiles the table into one request handler, to be mounted for `/api`. It answers every request it is given and never throws.
 * Order of the gates: route, credentials, closed endpoints, content type, body, query, operation. Source: users-admin.md 1.3, 2, 3.1.
 * @throws Error when two rows have the same method and path.
 */
export function createRestRouter<Caller>(options: RestOptions<Caller>): (request: IncomingMessage, response: ServerResponse) => void {
  const trie = compileRouteTrie(options.routes.flatMap(entriesOf));
  const cors = createCorsPolicy(options.corsOrigins);
  const blockedEndpoints = followBlockedEndpoints(options.blocking);

  /** Refuses a caller to whom the operator has closed the endpoint; without credentials what the connection says counts. */
  function refuseBlocked(blocked: boolean | undefined, exchange: Exchange, credentials?: Credentials): void {
    if (blocked === true && options.blocking?.admits(credentials ?? connectionOf(exchange)) !== true) throw endpointBlocked();
  }

  async function serve(exchange: Exchange): Promise<void> {
    const { request, requestId, target } = exchange;
    const { origin } = request.headers;
    exchange.routeHeaders = cors.headersFor(false, origin);
    if (options.isDraining?.()) throw new DomainError('SERVICE_UNAVAILABLE', 'The server is stopping; send the request again in a moment.');
    if (request.method === 'OPTIONS') {
      answerOptions(trie, cors, exchange);
      return;
    }
    const found = findRoute(trie, exchange);
    const blocked = blockedEndpoints();
    if (found instanceof DomainError) {
      refuseBlocked(blocked?.holdsPath(exchange.path), exchange);
      throw found;
    }
    const { route, fixedHeaders, refusal } = found.entry;
    const corsHeaders = cors.headersFor(route.cors === true, origin);
    exchange.route = route;
    exchange.routeHeaders = fixedHeaders.length === 0 ? corsHeaders : [...fixedHeaders, ...corsHeaders];
    const isBlocked = blocked?.holds(route, found.path);
    if (refusal !== undefined) {
      refuseBlocked(isBlocked, exchange);
      throw new DomainError(refusal.code, refusal.message);
    }
    const query = parseQuery(exchange.queryText);
    const credentials = readCredentials({
      request,
      target,
      requestId,
      query,
      auth: route.auth,
      ignored: route.credentials === 'ignored',
      forGate: route.auth === 'admin' && route.credentials !== 'evaluated',
      readsFile: route.kind === 'download',
    });
    const caller = await options.authenticate(credentials);
    refuseBlocked(isBlocked, exchange, credentials);
    await serveRoute(route, { exchange, path: found.path, query, caller }, options);
  }

  return function handle(request, response) {
    const exchange = exchangeOf(request, response);
    serve(exchange).catch((thrown: unknown) => {
      const isMethod = thrown instanceof DomainError && thrown.code === 'METHOD_NOT_ALLOWED' && exchange.route === undefined;
      try {
        refuse(exchange, thrown, options, isMethod ? ['Allow', allowOf(trie, exchange.path)] : []);
      } catch (err) {
        // The last line: whatever a broken connection does to the refusal must not end the process.
        options.log.error({ requestId: exchange.requestId, err }, 'a refusal could not be sent');
        response.destroy();
      }
    });
  };
}
