import type { Server } from 'node:http';
import type { Socket } from 'node:net';

/**
 * Tracks the connections with a request in progress. The result ends a server: it takes no more connections, closes those without a request
 * at once, the others after their answer, and all of them when the limit is over.
 *
 * Node alone would wait for a connection that a client opened in advance, and for one whose response had promised to keep it alive.
 */
export function followConnections(server: Server): (limitMs: number) => Promise<void> {
  const requestsOf = new Map<Socket, number>();
  let draining = false;

  server.on('connection', (socket) => {
    requestsOf.set(socket, 0);
    socket.once('close', () => requestsOf.delete(socket));
  });
  server.prependListener('request', ({ socket }, response) => {
    const change = (by: number) => {
      const requests = requestsOf.get(socket);
      if (requests === undefined) return;
      requestsOf.set(socket, requests + by);
      if (draining && requests + by === 0) socket.end();
    };
    change(1);
    if (draining) response.setHeader('Connection', 'close');
    response.once('close', () => change(-1));
  });

  return async (limitMs) => {
    draining = true;
    const closed = new Promise((resolve) => server.close(resolve));
    for (const [socket, requests] of requestsOf) if (requests === 0) socket.destroy();
    const limit = setTimeout(() => server.closeAllConnections(), limitMs);
    await closed;
    clearTimeout(limit);
  };
}
