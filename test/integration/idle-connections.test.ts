import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { connect, type Socket } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { endIdleConnections } from '../../src/http/idle-connections.ts';

const LIMIT_MS = 200;

/** A server of this process that answers with the body it was sent, and an open connection to it. */
async function connected(): Promise<{ socket: Socket; received: () => Promise<string> }> {
  const answer = (request: IncomingMessage, response: ServerResponse): void => {
    request.pipe(response);
  };
  const server = createServer({ connectionsCheckingInterval: LIMIT_MS }, answer);
  endIdleConnections(server, LIMIT_MS);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('A server on a port has one.');
  const accepted = once(server, 'connection');
  const socket = connect(address.port, '127.0.0.1');
  await Promise.all([accepted, once(socket, 'connect')]);
  onTestFinished(() => {
    socket.destroy();
    server.close();
  });
  let text = '';
  socket.setEncoding('utf8').on('data', (part: string) => (text += part));
  return { socket, received: async () => (await once(socket, 'close'), text) };
}

/** Holds this process up, and with it the server, for longer than the limit of clients. */
function pauseOfTheProcess(): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 5 * LIMIT_MS);
}

const request = 'POST / HTTP/1.1\r\nHost: a.example\r\nContent-Length: 4\r\nConnection: close\r\n\r\n';

test('a request that came while the server was held up is answered', async () => {
  const { socket, received } = await connected();
  socket.write(`${request}late`);
  pauseOfTheProcess();
  expect(await received()).toMatch(/^HTTP\/1\.1 200 [^]*late/);
});

test('the rest of a request that came while the server was held up is taken', async () => {
  const { socket, received } = await connected();
  socket.write(request.slice(0, 20));
  // Until the server has read it.
  await new Promise((resolve) => setImmediate(() => setImmediate(resolve)));
  socket.write(`${request.slice(20)}late`);
  pauseOfTheProcess();
  expect(await received()).toMatch(/^HTTP\/1\.1 200 [^]*late/);
});

test('a client that goes on sending nothing is cut', async () => {
  const { socket, received } = await connected();
  socket.write(request.slice(0, 20));
  expect(await received()).toMatch(/^(?:HTTP\/1\.1 408 Request Timeout\r\nConnection: close\r\n\r\n)?$/);
});

test.each([
  ['no request', 'HELLO\r\n\r\n', '400 Bad Request'],
  ['headers without end', `GET / HTTP/1.1\r\nX: ${'x'.repeat(20_000)}`, '431 Request Header Fields Too Large'],
])('%s is refused', async (_what, text, status) => {
  const { socket, received } = await connected();
  socket.write(text);
  expect(await received()).toBe(`HTTP/1.1 ${status}\r\nConnection: close\r\n\r\n`);
});
