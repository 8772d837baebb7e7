/** Clients of subscriptions, as their protocols' own libraries make them. */
import { type Client as EventsClient, createClient as createEventsClient } from 'graphql-sse';
import { type Client as SocketClient, createClient as createSocketClient } from 'graphql-ws';
import { WebSocket } from 'ws';
import { readJson, type JsonReader } from './json-reader.ts';

type Variables = Record<string, unknown>;

/** What a subscription is told, in order. */
export interface Subscription {
  /** The next answer. @throws Error when the stream ends first */
  next(): Promise<JsonReader>;
  /** Whether the stream has ended, once it has. */
  ended(): Promise<boolean>;
  close(): Promise<void>;
}

/** A client of one of the protocols. */
export interface Subscriber {
  subscribe(query: string, variables?: Variables): Subscription;
  close(): Promise<void>;
}

function reading(results: AsyncIterableIterator<unknown>): Subscription {
  return {
    next: async () => {
      const { done, value } = await results.next();
      if (done === true) throw new Error('The stream has ended.');
      return readJson(value);
    },
    ended: async () => (await results.next()).done === true,
    close: async () => {
      await results.return?.();
    },
  };
}

/** A subscriber over a WebSocket; the token is sent with the first message. */
export function socketSubscriber(
  url: string,
  token?: string,
  headers: Record<string, string> = {},
): Subscriber & { readonly connected: Promise<void> } {
  class Socket extends WebSocket {
    constructor(address: string | URL, protocols?: string | string[]) {
      super(address, protocols, { headers });
    }
  }
  let markConnected = (): void => undefined;
  const connected = new Promise<void>((resolve) => {
    markConnected = resolve;
  });
  const client: SocketClient = createSocketClient({
    url: `${url.replace('http', 'ws')}/graphql`,
    webSocketImpl: Socket,
    lazy: true,
    retryAttempts: 0,
    on: { connected: () => markConnected() },
    ...(token === undefined ? {} : { connectionParams: { 'X-Service-key': token } }),
  });
  return {
    connected,
    subscribe: (query, variables = {}) => reading(client.iterate({ query, variables })),
    close: async () => {
      await client.dispose();
    },
  };
}

/** A subscriber over Server-Sent Events, on a connection for each subscription or on one for all. */
export function eventsSubscriber(url: string, token?: string, singleConnection = false): Subscriber {
  const client: EventsClient<boolean> = createEventsClient({
    url: `${url}/graphql/stream`,
    singleConnection,
    retryAttempts: 0,
    headers: token === undefined ? {} : { 'X-Service-key': token },
  });
  return {
    subscribe: (query, variables = {}) => reading(client.iterate({ query, variables })),
    close: async () => client.dispose(),
  };
}
