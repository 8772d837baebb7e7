/** How pages and redirects leave the server. */
import { createHash } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { EMBEDDING_PAGE, pageHeaders, SCRIPTED_PAGE } from '../page-headers.ts';
import { evaluatePreconditions } from '../rest-compat/preconditions.ts';
import { renderPage } from './frame.ts';
import type { Page, Redirect, Site, TextDocument, VisitorMessage } from './page.ts';
import { USAGE_ID } from './usage-section.ts';
import { linkHeader } from './programs/signposts.ts';
import { reading } from './messages/page-language.ts';

/** Of a signed address in a page, which works for an hour, at least three quarters are left when a browser shows its copy again. */
const COPY_IS_GOOD_MS = 15 * 60 * 1000;
const SIGNATURES = /expires=\d+&amp;signature=[\w-]+/g;

/** Counts of readers change with each of them: they alone are no reason to send a page again. */
const COUNTS = new RegExp(`<section id="${USAGE_ID}".*?</section>`, 's');

/** Names what a page says, whatever signatures it has today. */
function entityTag(html: string): string {
  const said = html.replace(COUNTS, '');
  const lasting = said.replace(SIGNATURES, '');
  const hash = createHash('sha256').update(lasting);
  if (lasting !== said) hash.update(String(Math.floor(Date.now() / COPY_IS_GOOD_MS)));
  return `W/"${hash.digest('base64url').slice(0, 22)}"`;
}

/** Headers that a page is sent with beside those of all pages. */
export type MoreHeaders = Readonly<Record<string, string | string[]>>;

/** What a page has around it. */
export interface Surroundings {
  readonly site: Site;
  readonly messages: readonly VisitorMessage[];
}

/** Sends a page. */
export function sendPage(
  request: IncomingMessage,
  response: ServerResponse,
  page: Page,
  { site, messages }: Surroundings,
  more: MoreHeaders = {},
): void {
  const html = renderPage(page, site, messages);
  const status = page.status ?? 200;
  const lasting = status === 200 && page.secret !== true;
  const etag = lasting ? entityTag(html) : undefined;
  const headers = {
    ...pageHeaders(page.scripts !== undefined ? SCRIPTED_PAGE : page.embeds === true ? EMBEDDING_PAGE : undefined, true),
    Vary: 'Accept, Accept-Language, Cookie',
    'Content-Language': reading().language,
    // What a page shows may depend on the network that the reader is in.
    'Cache-Control': lasting ? 'private, no-cache' : 'no-store',
    ...(etag === undefined ? {} : { ETag: etag }),
    ...(page.links === undefined ? {} : { Link: linkHeader(page.links) }),
    ...(page.listed === false || page.secret === true ? { 'X-Robots-Tag': 'noindex' } : {}),
    ...(status === 401 ? { 'WWW-Authenticate': 'X-Service-key realm="api"' } : {}),
    ...(status === 503 ? { 'Retry-After': '5' } : {}),
    ...more,
  };
  if (etag !== undefined && evaluatePreconditions(request.headers, { etag, lastModified: null }) === 'not-modified') {
    response.writeHead(304, headers).end();
    return;
  }
  response.writeHead(status, { ...headers, 'Content-Type': 'text/html; charset=utf-8', 'Content-Length': Buffer.byteLength(html) });
  // Node leaves the body out of the answer to HEAD.
  response.end(html);
}

/** How long caches may keep a text for programs, in seconds. */
const DOCUMENT_IS_FRESH_S = 300;

/** Sends a text for programs, which may ask whether it changed. */
export function sendDocument(request: IncomingMessage, response: ServerResponse, { contentType, text }: TextDocument): void {
  const etag = entityTag(text);
  const headers = {
    ETag: etag,
    'Cache-Control': `public, max-age=${DOCUMENT_IS_FRESH_S}`,
    'X-Content-Type-Options': 'nosniff',
    'Access-Control-Allow-Origin': '*',
  };
  if (evaluatePreconditions(request.headers, { etag, lastModified: null }) === 'not-modified') {
    response.writeHead(304, headers).end();
    return;
  }
  response.writeHead(200, { ...headers, 'Content-Type': contentType, 'Content-Length': Buffer.byteLength(text) });
  response.end(text);
}

/** Sends a browser to another address: with 302, or with 303 after a form. */
export function sendRedirect(
  response: ServerResponse,
  { location, status: own = 302 }: Redirect,
  status: 302 | 303 = own,
  more: MoreHeaders = {},
): void {
  const headers = { ...pageHeaders(), Location: location, Vary: 'Accept', 'Cache-Control': 'no-cache', 'Content-Length': 0, ...more };
  response.writeHead(status, headers).end();
}

/** Sends what a script of a page asked for. */
export function sendJson(response: ServerResponse, value: unknown, status: number): void {
  const text = JSON.stringify(value);
  const headers = { 'Cache-Control': 'no-store', 'X-Content-Type-Options': 'nosniff', 'Content-Type': 'application/json; charset=utf-8' };
  response.writeHead(status, { ...headers, 'Content-Length': Buffer.byteLength(text) }).end(text);
}
