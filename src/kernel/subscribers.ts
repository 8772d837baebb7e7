/** Subscriptions of areas to events: each area lists its subscribers, and src/jobs/subscribers.ts combines the lists. */
import type { Logger } from 'pino';
import type { Database } from '../db/client.ts';
import type { OutboxEventRow } from '../db/queries/gate/outbox.ts';
import { type DomainEvent, EVENT_KINDS, type EventKind, type EventOf, isOfKind, readEvent } from './events.ts';
import type { DomainServices, EventSubscribers, WithinScope } from './services.ts';

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
  /** Whether this is the last attempt. */
  readonly lastAttempt: boolean;
}

type Handler<Scope> = (scope: Scope, event: DomainEvent) => Promise<void>;

/** What is done on events of a kind. */
export type Subscriber = { readonly kind: EventKind } & (
  | { readonly when: 'within'; readonly handle: Handler<WithinScope> }
  | { readonly when: 'afterwards'; readonly handle: Handler<DeliveryScope> }
);

function ofKind<Scope, Kind extends EventKind>(kind: Kind, handle: (scope: Scope, event: EventOf<Kind>) => Promise<void>): Handler<Scope> {
  return async (scope, event) => {
    if (isOfKind(event, kind)) await handle(scope, event);
  };
}

/**
 * Subscribes a handler whose effect must exist when the command is acknowledged. It runs in the transaction of the command, after the
 * command: it may only write rows, and if it throws, everything is rolled back.
 */
export function within<Kind extends EventKind>(
  kind: Kind,
  handle: (scope: WithinScope, event: EventOf<Kind>) => Promise<void>,
): Subscriber {
  return { kind, when: 'within', handle: ofKind(kind, handle) };
}

/**
 * Subscribes a job to a kind of event. It runs after the commit and at least once, so it must be idempotent; it is retried if it throws.
 */
export function afterwards<Kind extends EventKind>(
  kind: Kind,
  handle: (scope: DeliveryScope, event: EventOf<Kind>) => Promise<void>,
): Subscriber {
  return { kind, when: 'afterwards', handle: ofKind(kind, handle) };
}

/** All subscribers of a process. */
export interface Subscribers extends EventSubscribers {
  /**
   * Delivers a stored event to its subscribers, one after another.
   * @throws Error when this release knows no such kind; a newer one that runs beside it may.
   */
  deliver(scope: DeliveryScope, stored: OutboxEventRow): Promise<void>;
}

/** Puts lists of subscribers together. Those of one kind run in the order of the lists. */
export function gatherSubscribers(...lists: readonly (readonly Subscriber[])[]): Subscribers {
  const inside = new Map<EventKind, Handler<WithinScope>[]>();
  const later = new Map<EventKind, Handler<DeliveryScope>[]>();
  for (const subscriber of lists.flat()) {
    const { kind } = subscriber;
    if (subscriber.when === 'within') inside.set(kind, [...(inside.get(kind) ?? []), subscriber.handle]);
    else later.set(kind, [...(later.get(kind) ?? []), subscriber.handle]);
  }
  return {
    tell: async (scope, event) => {
      for (const handle of inside.get(event.kind) ?? []) await handle(scope, event);
    },
    areDelivered: (kind) => later.has(kind),
    deliver: async (scope, stored) => {
      const kind = EVENT_KINDS.find((known) => known === stored.kind);
      if (kind === undefined) throw new Error(`This release does not know events of the kind ${stored.kind}.`);
      const handlers = later.get(kind);
      if (handlers === undefined) return;
      const event = readEvent(stored);
      for (const handle of handlers) await handle(scope, event);
    },
  };
}
