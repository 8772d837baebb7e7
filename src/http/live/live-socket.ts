/** Subscriptions over WebSockets, by the protocol `graphql-transport-ws`. Source: graphql-ws, PROTOCOL.md. */
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { type ConnectionInitMessage, handleProtocols, makeServer } from 'graphql-ws';
import { type ExecutionArgs, type FormattedExecutionResult, GraphQLError, GraphQLSchema, parse } from 'graphql';
import type { Logger } from 'pino';
import { type RawData, type WebSocket, WebSocketServer } from 'ws';
import { DomainError } from '../../errors/domain-error.ts';
import type { Credentials } from '../../rest-compat/credentials.ts';
import {
  type Answers,
  asGraphqlError,
  beginSubscription,
  liveCredentials,
  type LiveOptions,
  LONGEST_SUBSCRIPTION,
} from './live-endpoint.ts';
import type { LiveIdentity } from './live-identities.ts';

/** Largest message of a client: a subscription of the longest kind, in characters of four bytes. */
const MAXIMUM_MESSAGE_BYTES = 4 * LONGEST_SUBSCRIPTION;
/** For the first message of a connection, which a process with thousands of new ones reads late. */
const FIRST_MESSAGE_MS = 10_000;
/** What a client may leave unread of answers to its own messages; what it is told waits until it reads. */
const MOST_UNREAD_BYTES = 1024 * 1024;
/** A client that answers no ping is gone. */
const PING_MS = 25_000;
/** For clients to answer the end of the connection. */
const CLOSE_MS = 1_000;
/** Source: graphql-ws, CloseCode. */
const CLOSE = { unauthorized: 4401, internalError: 4500, restart: 1012 } as const;

export interface LiveSocketOptions extends LiveOptions {
  readonly withoutCookie: (credentials: Credentials) => Credentials;
  readonly addressOf: (credentials: Credentials) => { readonly address: string | undefined };
  /** Whether pages of an origin may open a connection. */
  readonly allowsOrigin: (request: IncomingMessage) => boolean;
  readonly log: Logger;
}

export interface LiveSocket {
  upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void;
  /** Has all clients connect again, to another process or after a restart. */
  close(): Promise<void>;
}

interface Extra {
  readonly socket: WebSocket;
  readonly request: IncomingMessage;
  identity: LiveIdentity | undefined;
}

/** Headers of credentials that a page cannot send with the handshake: they come with the first message. */
const STATED = ['authorization', 'x-service-key', 'x-service-unblock-key'] as const;

function statedHeaders(params: ConnectionInitMessage['payload']): IncomingHttpHeaders {
  const stated: IncomingHttpHeaders = {};
  for (const [name, value] of Object.entries(params ?? {})) {
    const known = STATED.find((header) => header === name.toLowerCase());
    if (known !== undefined && typeof value === 'string') stated[known] = value;
  }
  return stated;
}

/** A reason that fits into the frame that ends a connection, else none: those of the library repeat what a client has sent. Source: RFC 6455, 5.5. */
function sayable(reason = ''): string {
  return Buffer.byteLength(reason) <= 123 ? reason : '';
}

/** Answers a connection that does not become a WebSocket. */
export function refuseUpgrade(socket: Duplex, status: string): void {
  socket.end(`HTTP/1.1 ${status}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`);
}

// The library wants arguments of an execution, whose stream is begun by us.
const DOCUMENT = parse('subscription { __typename }');
const SCHEMA = new GraphQLSchema({});

/** What the library calls with what `onSubscribe` gave. */
interface BegunArgs extends ExecutionArgs {
  readonly answers: Answers;
}

/** Makes the endpoint of WebSockets. */
export function createLiveSocket(options: LiveSocketOptions): LiveSocket {
  const { limits, identify, withoutCookie, addressOf, allowsOrigin, log } = options;
  const sockets = new WebSocketServer({
    noServer: true,
    maxPayload: MAXIMUM_MESSAGE_BYTES,
    perMessageDeflate: false,
    handleProtocols,
  });
  const served = makeServer<ConnectionInitMessage['payload'], Extra>({
    connectionInitWaitTimeout: FIRST_MESSAGE_MS,
    onConnect: async ({ connectionParams, extra }) => {
      const identity = identify(liveCredentials(extra.request, withoutCookie, statedHeaders(connectionParams)));
      try {
        await identity.renew();
      } catch (error) {
        if (!(error instanceof DomainError)) throw error;
        extra.socket.close(CLOSE.unauthorized, sayable(error.message));
        return false;
      }
      extra.identity = identity;
      return true;
    },
    onSubscribe: async ({ extra }, _id, asked) => {
      const { identity } = extra;
      if (identity === undefined) return [new GraphQLError('The connection has no caller.')];
      try {
        const answers = await beginSubscription(options, asked, identity);
        const args: BegunArgs = { schema: SCHEMA, document: DOCUMENT, answers };
        return args;
      } catch (error) {
        const { message, extensions } = asGraphqlError(error);
        const { http: _status, ...told } = extensions;
        return [new GraphQLError(message, { extensions: told })];
      }
    },
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- they are what `onSubscribe` gave
    subscribe: (args) => (args as unknown as BegunArgs).answers as never,
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- they are formatted already; the library would format them again
    onNext: (_context, _id, _payload, _args, result) => result as unknown as FormattedExecutionResult,
  });

  function serve(socket: WebSocket, request: IncomingMessage, giveBack: () => void): void {
    let answered = true;
    const pinging = setInterval(() => {
      if (!answered) {
        socket.terminate();
        return;
      }
      answered = false;
      socket.ping();
    }, PING_MS);
    socket.on('pong', () => {
      answered = true;
    });
    socket.on('error', (err) => log.debug({ err }, 'A WebSocket failed.'));
    const closed = served.opened(
      {
        protocol: socket.protocol,
        send: (text) =>
          new Promise((resolve) => {
            // The answer is taken when it has left: what is told next waits for that.
            socket.send(text, () => resolve());
          }),
        close: (code, reason) => socket.close(code, sayable(reason)),
        onMessage: (take) => {
          socket.on('message', (data: RawData) => {
            if (socket.bufferedAmount > MOST_UNREAD_BYTES) {
              socket.terminate();
              return;
            }
            // The library of sockets gives one buffer unless it is told otherwise.
            take(Buffer.isBuffer(data) ? data.toString() : '').catch((err: unknown) => {
              log.error({ err }, 'A message of a WebSocket failed.');
              socket.close(CLOSE.internalError, 'The server failed.');
            });
          });
        },
      },
      { socket, request, identity: undefined },
    );
    socket.once('close', (code, reason) => {
      clearInterval(pinging);
      giveBack();
      closed(code, String(reason)).catch((err: unknown) => log.error({ err }, 'A WebSocket did not end cleanly.'));
    });
  }

  let closing = false;
  return {
    upgrade: (request, socket, head) => {
      if (closing) return refuseUpgrade(socket, '503 Service Unavailable');
      if (!allowsOrigin(request)) return refuseUpgrade(socket, '403 Forbidden');
      let giveBack: () => void;
      try {
        giveBack = limits.connect(addressOf(liveCredentials(request, withoutCookie)).address);
      } catch {
        return refuseUpgrade(socket, '429 Too Many Requests');
      }
      socket.once('close', giveBack);
      sockets.handleUpgrade(request, socket, head, (opened) => serve(opened, request, giveBack));
      return undefined;
    },
    close: async () => {
      closing = true;
      if (sockets.clients.size === 0) return;
      for (const client of sockets.clients) client.close(CLOSE.restart, 'The server stops.');
      const limit = performance.now() + CLOSE_MS;
      while (sockets.clients.size > 0 && performance.now() < limit) await sleep(20);
      for (const client of sockets.clients) client.terminate();
    },
  };
}
