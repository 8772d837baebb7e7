/** The REST API as a router of Express, made from the table of its rows (route-table.ts). */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { type ErrorRequestHandler, type Request, type RequestHandler, Router } from 'express';
import { DomainError } from '../errors/domain-error.ts';
import { nameRequest } from '../tracing/name-request.ts';
import { refuse } from './answer.ts';
import { endpointBlocked, followBlockedEndpoints } from './blocked-endpoints.ts';
import { createCorsPolicy, restRequests } from './cors.ts';
import { type Credentials, readCredentials } from './credentials.ts';
import type { Exchange, RestOptions } from './exchange.ts';
import { parseQuery } from './query-string.ts';
import { requestIdOf } from './request-id.ts';
import { createRowFinder, type FoundRow, type RowFinder } from './row-finder.ts';
import { serveRoute } from './serve-route.ts';

/** What the layers hand on with a request. */
type Locals = Record<'exchange', Exchange>;
// oxlint-disable-next-line typescript/no-explicit-any -- what Express leaves open of a request: nothing here reads it
type Layer = RequestHandler<any, unknown, unknown, unknown, Locals>;

function exchangeOf(request: IncomingMessage & Pick<Request, 'originalUrl'>, response: ServerResponse): Exchange {
  // Express cuts the mount path off `url` and keeps the whole in `originalUrl`.
  const target = request.originalUrl;
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
    translation: undefined,
  };
}

/** What a request says without a word on who sends it. */
function connectionOf({ request, target, requestId, queryText }: Exchange): Credentials {
  return readCredentials({ request, target, requestId, query: parseQuery(queryText), auth: 'public', ignored: true });
}

/**
 * Makes the router, to be mounted for `/api`. It answers every request it is given.
 * Order of the gates: route, credentials, closed endpoints, content type, body, query, operation. Source: users-admin.md 1.3, 2, 3.1.
 * @throws Error when two rows have the same method and path.
 */
export function createRestRouter<Caller>(options: RestOptions<Caller>): Router {
  const rows = createRowFinder(options.routes);
  const { dialect } = options;
  const cors = createCorsPolicy(options.corsOrigins, dialect === undefined ? restRequests : dialect.allowedIn(restRequests));
  const blockedEndpoints = followBlockedEndpoints(options.blocking);

  /** Refuses a caller to whom the operator has closed the endpoint; without credentials what the connection says counts. */
  function refuseBlocked(blocked: boolean | undefined, exchange: Exchange, credentials?: Credentials): void {
    if (blocked === true && options.blocking?.admits(credentials ?? connectionOf(exchange)) !== true) throw endpointBlocked();
  }

  /** Paths of the contract come first, so that those of a dialect cost it nothing. */
  function rowsAt(path: string): RowFinder {
    return dialect?.rows.knows(path) === true && !rows.knows(path) ? dialect.rows : rows;
  }

  /** Finds the row of a request, and whether its path is one of the dialect alone. */
  function findRow(method: string, path: string): { readonly found: FoundRow | DomainError; readonly isTheirs: boolean } {
    const ours = rows.match(method, path);
    if (ours !== undefined) return { found: ours, isTheirs: false };
    const theirs = dialect?.rows.match(method, path);
    if (theirs !== undefined && !rows.knows(path)) return { found: theirs, isTheirs: true };
    const finder = rowsAt(path);
    return { found: finder.find(method, path), isTheirs: finder !== rows };
  }

  const begin: Layer = (request, response, next) => {
    const exchange = exchangeOf(request, response);
    exchange.routeHeaders = cors.headersFor(false, request.headers.origin);
    response.locals.exchange = exchange;
    next();
  };

  const refuseWhileStopping: Layer = (_request, _response, next) => {
    if (options.isDraining?.()) throw new DomainError('SERVICE_UNAVAILABLE', 'The server is stopping; send the request again in a moment.');
    next();
  };

  const answerOptions: Layer = (request, response, next) => {
    if (request.method !== 'OPTIONS') {
      next();
      return;
    }
    const { path, requestId } = response.locals.exchange;
    const allow = rowsAt(path).allow(path);
    const wanted = rowsAt(path).wanted(request.headers['access-control-request-method'], path);
    const preflight = wanted === undefined ? [] : cors.preflightFor(wanted.cors === true, request.headers.origin);
    response.writeHead(200, ['Allow', allow, 'Content-Length', '0', 'X-Request-Id', requestId, ...preflight]);
    response.end();
  };

  /** Express waits for it, and gives what it throws to `refuseFailed`. */
  const serveRow: Layer = async (request, response) => {
    const { exchange } = response.locals;
    const { requestId, target } = exchange;
    const isSpoken = dialect?.adoptHeaders(request.headers) === true;
    const { found, isTheirs } = findRow(request.method, exchange.path);
    const blocked = blockedEndpoints();
    if (found instanceof DomainError) {
      refuseBlocked(blocked?.holdsPath(exchange.path), exchange);
      throw found;
    }
    const { route: own, fixedHeaders, refusal } = found.entry;
    if (isSpoken || isTheirs) exchange.translation = dialect?.translationOf(own);
    const { translation } = exchange;
    const route = translation?.route ?? own;
    const corsHeaders = cors.headersFor(route.cors === true, request.headers.origin);
    exchange.route = route;
    nameRequest(request.method, route.path);
    exchange.routeHeaders = fixedHeaders.length === 0 ? corsHeaders : [...fixedHeaders, ...corsHeaders];
    const path = translation?.path(found.path) ?? found.path;
    const isBlocked = blocked?.holds(own, path);
    if (refusal !== undefined) {
      refuseBlocked(isBlocked, exchange);
      throw new DomainError(refusal.code, refusal.message);
    }
    const queryText = translation?.query(exchange.queryText) ?? exchange.queryText;
    const query = parseQuery(queryText);
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
    await serveRoute(route, { exchange, path, queryText, query, caller }, options);
  };

  // Express knows an error handler by its four parameters.
  // oxlint-disable-next-line typescript/no-explicit-any -- as above
  const refuseFailed: ErrorRequestHandler<any, unknown, unknown, unknown, Locals> = (thrown, _request, response, _next) => {
    const { exchange } = response.locals;
    const isMethod = thrown instanceof DomainError && thrown.code === 'METHOD_NOT_ALLOWED' && exchange.route === undefined;
    try {
      refuse(exchange, thrown, options, isMethod ? ['Allow', rowsAt(exchange.path).allow(exchange.path)] : []);
    } catch (err) {
      // The last line: whatever a broken connection does to the refusal must not end the process.
      options.log.error({ requestId: exchange.requestId, err }, 'a refusal could not be sent');
      response.destroy();
    }
  };

  const router = Router();
  router.use(begin, refuseWhileStopping, answerOptions, serveRow, refuseFailed);
  return router;
}
