import { type ErrorCode, errorCatalog } from '../errors/catalog.ts';
import { DomainError } from '../errors/domain-error.ts';
import { pageHeaders } from '../page-headers.ts';
import { discardBody } from './discard-body.ts';
import { ENVELOPE_CONTENT_TYPE, refusalBody, replyParts } from './envelope.ts';
import type { Exchange, RestLog } from './exchange.ts';
import { originOf } from './origin.ts';
import { maskSecrets } from './query-string.ts';
import type { Reply } from './route.ts';
import { type ReadPart, streamLists } from './stream-lists.ts';

/** Writes a text as a header value may hold it: anything outside printable ASCII is percent-encoded. */
function headerText(text: string): string {
  return text.replace(/[^\x21-\x7e]+/g, (part) => encodeURIComponent(part.toWellFormed()));
}

const NO_SNIFFING = ['X-Content-Type-Options', 'nosniff'];
/** Of a text that a browser would show as a page, such as a citation. */
const PAGE_HEADERS = Object.entries(pageHeaders()).flat();

function writeHead(exchange: Exchange, status: number, contentType: string, more: readonly string[]): void {
  exchange.response.writeHead(status, [
    'Content-Type',
    contentType,
    'Cache-Control',
    'no-store',
    ...(contentType.startsWith('text/html') ? PAGE_HEADERS : NO_SNIFFING),
    'X-Request-Id',
    exchange.requestId,
    ...exchange.routeHeaders,
    ...more,
  ]);
}

function send(exchange: Exchange, status: number, contentType: string, body: string | Buffer, more: readonly string[]): void {
  writeHead(exchange, status, contentType, ['Content-Length', String(Buffer.byteLength(body)), ...more]);
  // Node leaves the body out of the answer to HEAD.
  exchange.response.end(body);
}

function locationOf({ translation }: Exchange, path: string): string {
  return translation === undefined ? path : translation.location(path);
}

/** Answers with what a route's `reply` gave; where a list in it goes on, its parts are read while it is sent. */
export async function answer(exchange: Exchange, reply: Reply, siteUrl: string | undefined, readPart: ReadPart): Promise<void> {
  if ('empty' in reply) {
    exchange.response.writeHead(204, ['Cache-Control', 'no-store', 'X-Request-Id', exchange.requestId, ...exchange.routeHeaders]);
    exchange.response.end();
    return;
  }
  if ('seeOther' in reply) {
    send(exchange, 303, 'text/plain;charset=UTF-8', '', ['Location', headerText(reply.seeOther)]);
    return;
  }
  const spoken = exchange.translation?.answer;
  if ('bare' in reply) {
    const disposition = reply.attachment === undefined ? [] : ['Content-Disposition', `attachment; filename="${reply.attachment}"`];
    const isSpoken = spoken !== undefined && reply.contentType.startsWith('application/json');
    send(exchange, reply.status ?? 200, reply.contentType, isSpoken ? spoken(reply.bare.toString()) : reply.bare, disposition);
    return;
  }
  const location =
    reply.location === undefined
      ? []
      : ['Location', headerText(originOf(exchange.request, siteUrl) + locationOf(exchange, reply.location))];
  const etag = reply.etag === undefined ? [] : ['ETag', `"${reply.etag}"`];
  const status = reply.status ?? 200;
  const parts = replyParts(reply);
  const [body] = parts;
  if (parts.length === 1 && typeof body === 'string') {
    send(exchange, status, ENVELOPE_CONTENT_TYPE, spoken === undefined ? body : spoken(body), [...location, ...etag]);
    return;
  }
  writeHead(exchange, status, ENVELOPE_CONTENT_TYPE, [...location, ...etag]);
  if (exchange.request.method !== 'HEAD') await streamLists(exchange.response, parts, readPart, spoken);
  exchange.response.end();
}

/** Codes whose answer names the request itself. */
const namesRequest: ReadonlySet<ErrorCode> = new Set<ErrorCode>(['METHOD_NOT_ALLOWED', 'INTERNAL_SERVER_ERROR', 'SERVICE_UNAVAILABLE']);

/** What the refusals of the layer need to know of the server. */
export interface RefusalSetting {
  readonly log: RestLog;
  readonly siteUrl?: string | undefined;
}

function headersOf(code: ErrorCode, status: number, tokenHeader = 'X-Service-key'): string[] {
  if (status === 401) return ['WWW-Authenticate', `${tokenHeader} realm="api"`];
  return code === 'SERVICE_UNAVAILABLE' ? ['Retry-After', '5', 'Connection', 'close'] : [];
}

/**
 * Answers with a refusal, whatever was thrown. A DomainError gets its status from the route or the catalogue; anything else is
 * logged and told as a fault of ours. An answer that has begun is cut off, so that the client does not take it for whole.
 */
export function refuse(exchange: Exchange, thrown: unknown, setting: RefusalSetting, more: readonly string[] = []): void {
  const { request, response, requestId, route, translation } = exchange;
  const error = thrown instanceof DomainError ? thrown : undefined;
  if (error === undefined) {
    setting.log.error({ requestId, err: thrown, ...(route === undefined ? {} : { route: route.id }) }, 'a REST request failed');
  }
  if (response.headersSent || response.destroyed) {
    response.destroy();
    return;
  }
  const code = error?.code ?? 'INTERNAL_SERVER_ERROR';
  const status = route?.statuses?.[code] ?? errorCatalog[code].status;
  const query = exchange.queryText === '' ? '' : `?${maskSecrets(exchange.queryText)}`;
  const path = exchange.path.startsWith('/api/v1/') ? exchange.path : exchange.path.replace(/^\/api(?=\/)/, '/api/v1');
  const refused = { url: `${originOf(request, setting.siteUrl)}${path}${query}`, method: request.method ?? 'GET' };
  const body = refusalBody({
    code,
    status,
    message: error?.message ?? '',
    problems: translation?.problems(error?.problems ?? []) ?? error?.problems ?? [],
    inputNames: route?.inputNames,
    oauthErrors: route?.oauthErrors,
    requestId,
    ...(route === undefined || namesRequest.has(code) ? { request: refused } : {}),
  });
  discardBody(request);
  send(exchange, status, ENVELOPE_CONTENT_TYPE, body, [...headersOf(code, status, translation?.tokenHeader), ...more]);
}
