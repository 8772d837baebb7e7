import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import type { Logger } from 'pino';
import { isFromOwnPage } from '../../browser-cookies.ts';
import type { Neighbours } from '../../neighbours.ts';
import type { RequestContext } from '../../request-context.ts';
import type { Credentials } from '../../rest-compat/credentials.ts';
import { hostFault } from '../host-header.ts';
import type { LiveOptions } from './live-endpoint.ts';
import { createLiveEvents, type LiveEvents, type LiveEventsOptions } from './live-events.ts';
import { createLiveIdentities } from './live-identities.ts';
import { type LiveBounds, LiveLimits } from './live-limits.ts';
import { createLiveSocket, refuseUpgrade } from './live-socket.ts';

/** Both ways of streaming. */
export interface Live {
  readonly events: LiveEvents;
  /** How many subscriptions there are now. */
  count(this: void): number;
  /** Whether a connection is to become a WebSocket: a request that offers another protocol, such as HTTP/2, is one as any. */
  isUpgrade(this: void, request: IncomingMessage): boolean;
  /** Takes connections that become WebSockets. */
  upgrade(this: void, request: IncomingMessage, socket: Duplex, head: Buffer): void;
  /** Ends all streams, so that their clients connect again elsewhere. */
  close(): Promise<void>;
}

export interface CreateLiveOptions {
  readonly bounds: LiveBounds;
  readonly subscriptions: Pick<LiveOptions, 'prepare'> & Pick<LiveEventsOptions, 'isSubscription'>;
  readonly documents: LiveOptions['documents'];
  /** @param again whether the use of the credentials was noted before */
  readonly lookUp: (credentials: Credentials, again: boolean) => Promise<RequestContext>;
  readonly withoutCookie: (credentials: Credentials) => Credentials;
  readonly addressOf: (credentials: Credentials) => { readonly address: string | undefined };
  /** Whether pages of another origin may open a WebSocket. */
  readonly allowsOrigin: (origin: string) => boolean;
  readonly log: Logger;
  /** The other processes behind the port. */
  readonly neighbours: Neighbours | undefined;
}

/** Makes both ways of streaming, under the same limits. */
export function createLive(options: CreateLiveOptions): Live {
  const { bounds, subscriptions, documents, lookUp, withoutCookie, addressOf, log, neighbours } = options;
  const limits = new LiveLimits(bounds, neighbours);
  const both = { ...subscriptions, documents, limits, identify: createLiveIdentities(lookUp), withoutCookie, addressOf, neighbours };
  const events = createLiveEvents(both);
  const sockets = createLiveSocket({
    ...both,
    log,
    // Browsers let every page open a WebSocket: of the page of another origin the server has to see to that itself.
    allowsOrigin: ({ headers }) =>
      headers.origin === undefined || isFromOwnPage({ origin: headers.origin, host: headers.host }) || options.allowsOrigin(headers.origin),
  });
  return {
    events,
    count: () => limits.subscriptions,
    isUpgrade: ({ headers: { upgrade = '' }, url = '' }) => upgrade.toLowerCase() === 'websocket' && url.split('?')[0] === '/graphql',
    upgrade: (request, socket, head) => {
      socket.on('error', () => socket.destroy());
      if (hostFault(request) === undefined) sockets.upgrade(request, socket, head);
      else refuseUpgrade(socket, '400 Bad Request');
    },
    close: async () => {
      events.close();
      await sockets.close();
    },
  };
}
