import type { IncomingMessage, ServerResponse } from 'node:http';
import type { BlockList } from 'node:net';
import { context, propagation, ROOT_CONTEXT, SpanKind, SpanStatusCode } from '@opentelemetry/api';
import type { Logger } from 'pino';
import { beginSpan, insideSpan, isTracing } from '../tracing/spans.ts';
import { loggedPath } from './logged-path.ts';
import type { ServerMetrics } from './metrics.ts';
import { trackRequest } from './request-tracking.ts';
import { isTrustedProxy } from './trusted-proxy.ts';

interface Followed {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly log: Logger;
  readonly metrics: ServerMetrics;
  readonly trustedProxies: BlockList;
}

/** The trace that a trusted proxy has begun; anybody else could have their requests traced, or written into the traces of others. */
function traceOf({ request, trustedProxies }: Followed): typeof ROOT_CONTEXT {
  const isTold = request.headers['traceparent'] !== undefined && isTrustedProxy(trustedProxies, request.socket.remoteAddress);
  return isTold ? propagation.extract(context.active(), request.headers) : ROOT_CONTEXT;
}

/**
 * Names, logs and counts a request while it is handled; where the server is traced, in a span that ends with its answer.
 * Source: OpenTelemetry, semantic conventions for HTTP server spans.
 */
export function followRequest(followed: Followed, handle: () => void): void {
  const { request, response, log, metrics } = followed;
  const run = (): void => {
    trackRequest(request, response, log, metrics);
    handle();
  };
  if (!isTracing()) {
    run();
    return;
  }
  const { method = 'GET', url = '/' } = request;
  const parent = traceOf(followed);
  const [path = '/'] = url.split('?', 1);
  const span = beginSpan(method, SpanKind.SERVER, { 'http.request.method': method, 'url.path': loggedPath(path) }, parent);
  if (span === undefined) {
    run();
    return;
  }
  response.once('close', () => {
    span.setAttribute('http.response.status_code', response.statusCode);
    if (response.statusCode >= 500) span.setStatus({ code: SpanStatusCode.ERROR });
    span.end();
  });
  insideSpan(span, parent, run);
}
