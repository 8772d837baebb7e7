/** The pages of this server over HTTP. */
import { createHash } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { TypedDocumentNode } from '@graphql-typed-document-node/core';
import { pageFiles } from '../browser-page.ts';
import { DomainError } from '../errors/domain-error.ts';
import type { RequestContext } from '../request-context.ts';
import type { RunOperation } from '../graphql/execute.ts';
import { pageHeaders } from '../page-headers.ts';
import { discardBody } from '../rest-compat/discard-body.ts';
import { evaluatePreconditions } from '../rest-compat/preconditions.ts';
import { parseQuery } from '../rest-compat/query-string.ts';
import { dataOf } from '../rest-compat/run-operation.ts';
import { renderPage } from './frame.ts';
import type { Page, Redirect, Site } from './page.ts';
import { findFormAnswer, findPage } from './page-routes.ts';
import { refusalPage } from './refusal-page.ts';

export interface PageOptions {
  readonly execute: RunOperation;
  /** Determines the reader: a guest, or with a token the bearer of a private URL. */
  readonly authenticate: (request: IncomingMessage, requestId: string, token?: string) => Promise<RequestContext>;
  readonly site: () => Site;
  readonly requestIdOf: (request: IncomingMessage) => string;
  readonly log: { error(details: object, message: string): void };
}

/** Of a signed address in a page, which works for an hour, at least three quarters are left when a browser shows its copy again. */
const COPY_IS_GOOD_MS = 15 * 60 * 1000;
const SIGNATURES = /expires=\d+&amp;signature=[\w-]+/g;

const serveAsset = pageFiles({
  '/pages.css': { type: 'css', repository: 'src/pages/assets/pages.css' },
  '/favicon.svg': { type: 'svg', repository: 'src/pages/assets/favicon.svg' },
  '/favicon.ico': { type: 'ico', repository: 'src/pages/assets/favicon.ico' },
});

/** Names what a page says, whatever signatures it has today. */
function entityTag(html: string): string {
  const lasting = html.replace(SIGNATURES, '');
  const hash = createHash('sha256').update(lasting);
  if (lasting !== html) hash.update(String(Math.floor(Date.now() / COPY_IS_GOOD_MS)));
  return `W/"${hash.digest('base64url').slice(0, 22)}"`;
}

function sendPage(request: IncomingMessage, response: ServerResponse, page: Page, site: Site): void {
  const html = renderPage(page, site);
  const status = page.status ?? 200;
  const lasting = status === 200 && page.secret !== true;
  const etag = lasting ? entityTag(html) : undefined;
  const headers = {
    ...pageHeaders(undefined, page.sendsForm),
    // What a page shows may depend on the network that the reader is in.
    'Cache-Control': lasting ? 'private, no-cache' : 'no-store',
    ...(etag === undefined ? {} : { ETag: etag }),
    ...(page.listed === false || page.secret === true ? { 'X-Robots-Tag': 'noindex' } : {}),
    ...(status === 401 ? { 'WWW-Authenticate': 'X-Service-key realm="api"' } : {}),
    ...(status === 503 ? { 'Retry-After': '5' } : {}),
  };
  if (etag !== undefined && evaluatePreconditions(request.headers, { etag, lastModified: null }) === 'not-modified') {
    response.writeHead(304, headers).end();
    return;
  }
  response.writeHead(status, { ...headers, 'Content-Type': 'text/html; charset=utf-8', 'Content-Length': Buffer.byteLength(html) });
  // Node leaves the body out of the answer to HEAD.
  response.end(html);
}

function sendRedirect(response: ServerResponse, { location }: Redirect): void {
  response.writeHead(302, { ...pageHeaders(), Location: location, 'Cache-Control': 'no-cache', 'Content-Length': 0 }).end();
}

async function runFor<Data, Variables>(
  context: Promise<RequestContext>,
  execute: RunOperation,
  operation: TypedDocumentNode<Data, Variables>,
  variables: Variables,
): Promise<Data> {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the data of an operation, whose type its document carries
  return dataOf(await execute(operation, variables, await context)) as Data;
}

/**
 * Answers browsers, and whatever follows a link, with pages, and with what those load.
 * @returns a function that says whether it takes the request; it takes no other methods than GET and HEAD, and POST from its own forms.
 */
export function createPages(options: PageOptions): (request: IncomingMessage, response: ServerResponse, path: string) => boolean {
  const { execute, authenticate, log } = options;

  function makePage(request: IncomingMessage, requestId: string, path: string): Promise<Page | Redirect> {
    const answer = request.method === 'POST' ? findFormAnswer(path) : undefined;
    const found = answer === undefined ? findPage(path) : { make: answer, parameter: '' };
    if (found === undefined) throw new DomainError('NOT_FOUND', 'There is no page at this address.');
    const target = request.url ?? '';
    const mark = target.indexOf('?');
    return found.make({
      site: options.site(),
      parameter: found.parameter,
      query: parseQuery(mark === -1 ? '' : target.slice(mark + 1)),
      run: (operation, variables) => runFor(authenticate(request, requestId), execute, operation, variables),
      runAsBearer: (token, operation, variables) => runFor(authenticate(request, requestId, token), execute, operation, variables),
    });
  }

  async function serve(request: IncomingMessage, response: ServerResponse, path: string): Promise<void> {
    const requestId = options.requestIdOf(request);
    try {
      const made = await makePage(request, requestId, path);
      if ('location' in made) sendRedirect(response, made);
      else sendPage(request, response, made, options.site());
    } catch (thrown) {
      const error =
        thrown instanceof DomainError ? thrown : new DomainError('INTERNAL_SERVER_ERROR', 'The page could not be made.', { cause: thrown });
      if (thrown !== error) log.error({ requestId, err: thrown }, 'a page could not be made');
      if (response.headersSent) response.destroy();
      else sendPage(request, response, refusalPage(error, requestId), options.site());
    }
  }

  return function handle(request, response, path) {
    const sendsForm = request.method === 'POST' && findFormAnswer(path) !== undefined;
    if (request.method !== 'GET' && request.method !== 'HEAD' && !sendsForm) return false;
    // Nothing in the body of a form counts.
    if (sendsForm) discardBody(request);
    if (serveAsset(request, response, path)) return true;
    const wantsPage = findPage(path) !== undefined || (request.headers.accept ?? '').includes('text/html');
    if (!wantsPage) return false;
    serve(request, response, path).catch((err: unknown) => {
      log.error({ err }, 'the error page could not be made either');
      response.destroy();
    });
    return true;
  };
}
