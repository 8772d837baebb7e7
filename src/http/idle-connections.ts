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

/** As Node answers what is not a request, or not in time; the rest is 400. */
const UNREADABLE: ReadonlyMap<string | undefined, string> = new Map([
  ['ERR_HTTP_REQUEST_TIMEOUT', '408 Request Timeout'],
  ['HPE_CHUNK_EXTENSIONS_OVERFLOW', '413 Payload Too Large'],
  ['HPE_HEADER_OVERFLOW', '431 Request Header Fields Too Large'],
]);

function closeUnreadable(socket: Socket, code: string | undefined, last: Exchange | undefined): void {
  const isAnswering = last?.response.headersSent === true && !last.response.writableFinished;
  if (socket.writable && !isAnswering) {
    socket.write(`HTTP/1.1 ${UNREADABLE.get(code) ?? '400 Bad Request'}\r\nConnection: close\r\n\r\n`);
  }
  socket.destroySoon();
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
  const endStalled = (socket: Socket): void => {
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
  };
  // After a pause of the process, timers run before what has arrived meanwhile is read: a client is late only if nothing is there after that.
  server.on('timeout', (socket: Socket) => {
    const { bytesRead } = socket;
    setImmediate(() => {
      if (socket.bytesRead === bytesRead) endStalled(socket);
    });
  });
  server.on('clientError', (error: NodeJS.ErrnoException, socket: Socket) => {
    const exchange = exchanges.get(socket);
    if (error.code !== 'ERR_HTTP_REQUEST_TIMEOUT') return closeUnreadable(socket, error.code, exchange);
    setImmediate(() => {
      // The headers that were missing may have come.
      if (exchanges.get(socket) === exchange) closeUnreadable(socket, error.code, exchange);
    });
  });
}
