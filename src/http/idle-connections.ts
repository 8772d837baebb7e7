import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { DomainError } from '../errors/domain-error.ts';
import { refuseAndClose } from './early-refusal.ts';

interface Exchange {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
}

/** Whether the server waits for the client. Received bytes that are still unread mean that the client waits for the server. */
function awaitsBody({ request }: Exchange): boolean {
  return !request.complete && request.readableLength === 0;
}

/**
 * Times out stalled clients: a request whose body stalls, with 408, and a response that is not read. A connection on which the server is
 * working is left alone, however long that takes. Node's own limit for whole requests stays off: an upload may take hours as long as bytes
 * arrive.
 */
export function endIdleConnections(server: Server, limitMs: number): void {
  const exchanges = new WeakMap<Socket, Exchange>();
  server.requestTimeout = 0;
  server.headersTimeout = limitMs;
  server.timeout = limitMs;
  // Longer than that of the proxies in front, which must be the ones to close an unused connection.
  server.keepAliveTimeout = Math.min(65_000, limitMs + 5_000);
  server.prependListener('request', (request, response) => exchanges.set(request.socket, { request, response }));
  server.on('timeout', (socket: Socket) => {
    const exchange = exchanges.get(socket);
    if (exchange === undefined || exchange.response.writableFinished) {
      socket.destroy();
    } else if (awaitsBody(exchange) && !exchange.response.headersSent) {
      const message = `No byte of the request body arrived for ${limitMs / 1000} seconds; nothing was stored.`;
      refuseAndClose(exchange.request, exchange.response, new DomainError('REQUEST_TIMEOUT', message));
    } else if (awaitsBody(exchange) || socket.writableLength > 0) {
      socket.destroy();
    } else {
      // Node does not check again until there is activity.
      socket.setTimeout(limitMs);
    }
  });
}
