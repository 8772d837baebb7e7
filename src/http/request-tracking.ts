import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Logger } from 'pino';
import { activeSpan } from '../tracing/spans.ts';
import { requestIdOf } from '../rest-compat/request-id.ts';
import { loggedPath } from './logged-path.ts';
import type { ServerMetrics } from './metrics.ts';

/** Part of the server that a request went to; a label with few values. */
function surfaceOf(path: string): string {
  if (path === '/api' || path.startsWith('/api/')) return 'rest';
  if (path.startsWith('/graphql')) return 'graphql';
  return 'other';
}

/**
 * Names a request, and when it is answered writes one log line and counts it. The name is also in `X-Request-Id` of the
 * answer and in every log line of the request. Queries are not logged: they can hold secrets; nor are
 * credentials in paths.
 */
export function trackRequest(request: IncomingMessage, response: ServerResponse, log: Logger, metrics: ServerMetrics): void {
  const requestId = requestIdOf(request);
  // Later readers of the header find the same id.
  request.headers['x-request-id'] = requestId;
  const started = performance.now();
  const { method = 'GET', url = '/' } = request;
  const mark = url.indexOf('?');
  const path = mark === -1 ? url : url.slice(0, mark);
  const surface = surfaceOf(path);
  const span = activeSpan();
  // REST writes all its headers at once, including this one; a header set earlier would prevent the fast path.
  if (surface !== 'rest') response.setHeader('X-Request-Id', requestId);
  response.once('close', () => {
    const milliseconds = performance.now() - started;
    metrics.observeRequest(surface, method, response.statusCode, milliseconds / 1000);
    log.info(
      {
        requestId,
        method,
        path: loggedPath(path),
        status: response.statusCode,
        ms: Math.round(milliseconds * 10) / 10,
        whole: response.writableFinished,
        ...(span !== undefined && { traceId: span.spanContext().traceId }),
      },
      'request',
    );
  });
}
