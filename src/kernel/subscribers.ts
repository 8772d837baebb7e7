/** How areas hear of events: each lists its subscribers, and src/jobs/subscribers.ts puts the lists together. */
import type { Logger } from 'pino';
import type { Database } from '../db/client.ts';
import type { OutboxEventRow } from '../db/queries/gate/outbox.ts';
import { type DomainEvent, EVENT_KINDS, type EventKind, type EventOf, isOfKind, readEvent } from './events.ts';
import type { DomainServices, EventSubscribers } from './services.ts';

/** What a job works with. */
export interface JobScope {
  readonly db: Database;
  readonly services: Pick<DomainServices, 'blocks' | 'installation' | 'pids' | 'storage'> &
    Partial<Pick<DomainServices, 'citations' | 'fixity' | 'uploads'>>;
  /** All services of a server, for what jobs do by commands; absent in a process that only delivers. */
  readonly commandServices?: DomainServices;
  readonly log: Logger;
}

/** One delivery of an event. */
export interface DeliveryScope extends JobScope {
  readonly eventId: number;
  /** Whether the queue gives up if this try fails. */
  readonly lastAttempt: boolean;
}

type Handler<Scope> = (scope: Scope, event: DomainEvent) => Promise<void>;

/** What is done on events of a kind. */
export interface Subscriber {
  readonly kind: EventKind;
  readonly afterwards: Handler<DeliveryScope>;
}

/**
 * Subscribes a job to a kind of event. It runs after the commit and at least once, so it has to be harmless to repeat; what it throws
 * has it tried again.
 */
export function afterwards<Kind extends EventKind>(
  kind: Kind,
  handle: (scope: DeliveryScope, event: EventOf<Kind>) => Promise<void>,
): Subscriber {
  return {
    kind,
    afterwards: async (scope, event) => {
      if (isOfKind(event, kind)) await handle(scope, event);
    },
  };
}

/** All subscribers of a process. */
export interface Subscribers extends EventSubscribers {
  /**
   * Hands a stored event to those who subscribed to it, one after another.
   * @throws Error when this release knows no such kind; a newer one that runs beside it may.
   */
  deliver(scope: DeliveryScope, stored: OutboxEventRow): Promise<void>;
}

/** Puts lists of subscribers together. Those of one kind run in the order of the lists. */
export function gatherSubscribers(...lists: readonly (readonly Subscriber[])[]): Subscribers {
  const byKind = Map.groupBy(lists.flat(), ({ kind }) => kind);
  return {
    areDelivered: (kind) => byKind.has(kind),
    deliver: async (scope, stored) => {
      const kind = EVENT_KINDS.find((known) => known === stored.kind);
      if (kind === undefined) throw new Error(`Events of the kind ${stored.kind} are unknown to this release.`);
      const subscribers = byKind.get(kind) ?? [];
      if (subscribers.length === 0) return;
      const event = readEvent(stored);
      for (const subscriber of subscribers) await subscriber.afterwards(scope, event);
    },
  };
}
