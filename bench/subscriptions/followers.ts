/** Clients that do no more than note when something comes: what they take is not to be measured. */
import { Agent, request } from 'node:http';
import { WebSocket } from 'ws';

export const WAYS = ['WebSocket', 'Server-Sent Events'] as const;

export interface FollowersOptions {
  readonly count: number;
  /** Taken in turn; undefined for a guest. */
  readonly tokens: readonly (string | undefined)[];
  readonly onEvent: () => void;
}

interface Followers {
  close(): Promise<void>;
}

const QUERY = 'subscription { collectionFeed { cursor kind subjectDatabaseId collectionAlias occurredAt } }';
/** Opened at the same time: a thousand handshakes at once would wait for each other. */
const TOGETHER = 50;

interface Opened {
  readonly close: () => void;
}

async function overSocket(url: string, token: string | undefined, onEvent: () => void): Promise<Opened> {
  const socket = new WebSocket(`${url.replace('http', 'ws')}/graphql`, 'graphql-transport-ws');
  const isReady = Promise.withResolvers<void>();
  socket.on('error', isReady.reject);
  socket.on('open', () => socket.send(JSON.stringify({ type: 'connection_init', payload: { 'X-Service-key': token } })));
  let isAcknowledged = false;
  socket.on('message', () => {
    if (isAcknowledged) {
      onEvent();
      return;
    }
    isAcknowledged = true;
    socket.send(JSON.stringify({ id: '1', type: 'subscribe', payload: { query: QUERY } }), () => isReady.resolve());
  });
  await isReady.promise;
  return { close: () => socket.terminate() };
}

const agent = new Agent({ keepAlive: false, maxSockets: Infinity });

async function overEvents(url: string, token: string | undefined, onEvent: () => void): Promise<Opened> {
  const headers = { accept: 'text/event-stream', ...(token === undefined ? {} : { 'x-service-key': token }) };
  const asked = request(`${url}/graphql/stream?query=${encodeURIComponent(QUERY)}`, { agent, headers });
  const isReady = Promise.withResolvers<void>();
  asked.on('error', isReady.reject);
  asked.on('response', (response) => {
    response.setEncoding('utf8').on('data', (text: string) => {
      for (let at = text.indexOf('event: next'); at !== -1; at = text.indexOf('event: next', at + 1)) onEvent();
      isReady.resolve();
    });
    response.on('error', () => undefined);
  });
  asked.end();
  await isReady.promise;
  return { close: () => asked.destroy() };
}

/** Opens streams, and waits until all follow the feed. */
export async function createFollowers(
  url: string,
  way: (typeof WAYS)[number],
  { count, tokens, onEvent }: FollowersOptions,
): Promise<Followers> {
  const open = way === 'WebSocket' ? overSocket : overEvents;
  const opened: Opened[] = [];
  while (opened.length < count) {
    const together = Math.min(TOGETHER, count - opened.length);
    const from = opened.length;
    opened.push(
      ...(await Promise.all(Array.from({ length: together }, (_, at) => open(url, tokens[(from + at) % tokens.length], onEvent)))),
    );
  }
  // The server begins to follow some moments after it has answered.
  await new Promise((resolve) => {
    setTimeout(resolve, 3_000);
  });
  return {
    close: async () => {
      for (const one of opened) one.close();
      await new Promise((resolve) => {
        setTimeout(resolve, 1_000);
      });
    },
  };
}
