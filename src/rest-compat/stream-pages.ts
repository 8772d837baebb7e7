import { once } from 'node:events';
import { pageHeaders } from '../page-headers.ts';
import type { Exchange } from './exchange.ts';
import { attachmentDisposition } from './file-headers.ts';
import type { StreamFormat } from './sent-content.ts';

const PAGE_HEADERS = Object.entries(pageHeaders()).flat();

/** Resolves when the connection takes more, or is gone. */
export async function drained(response: Exchange['response']): Promise<void> {
  const done = new AbortController();
  const settled = { signal: done.signal };
  try {
    await Promise.race([once(response, 'drain', settled), once(response, 'close', settled)]);
  } finally {
    done.abort();
  }
}

/**
 * Answers with a list that is made page by page and sent as it is made: no more than a page is in memory, and none is made for a client
 * that has left. The first page is made before the answer begins, so that its refusal is an ordinary one; what fails later rejects, and the
 * caller must close the connection. `makePage` gets the cursor of the page before, null for the first.
 */
export async function streamPages<Data, Query>(
  { request, response, requestId, routeHeaders }: Exchange,
  format: StreamFormat<Data, Query>,
  query: Query,
  makePage: (after: string | null) => Promise<Data>,
): Promise<void> {
  const first = await makePage(null);
  let page = format.page(first, query);
  const opening = typeof format.opening === 'string' ? format.opening : format.opening(first, query);
  const disposition = format.fileName === undefined ? [] : ['Content-Disposition', attachmentDisposition(format.fileName(first))];
  response.writeHead(200, [
    'Content-Type',
    format.contentType,
    'Cache-Control',
    'no-store',
    ...(format.contentType.startsWith('text/html') ? PAGE_HEADERS : ['X-Content-Type-Options', 'nosniff']),
    'X-Request-Id',
    requestId,
    ...disposition,
    ...routeHeaders,
  ]);
  if (request.method === 'HEAD') {
    response.end();
    return;
  }
  let before = opening;
  for (;;) {
    const text = page.lines.map((line, index) => `${index === 0 ? before : format.separator}${line}`).join('');
    if (text !== '') before = format.separator;
    if (text !== '' && !response.write(text)) await drained(response);
    if (page.next === null || response.destroyed) break;
    page = format.page(await makePage(page.next), query);
  }
  response.end(before === opening ? `${opening}${format.closing}` : format.closing);
}
