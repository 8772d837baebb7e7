/** What each outbox event sets off. An event is delivered at least once, so every handler has to be harmless to repeat. */
import { z } from 'zod';
import type { Logger } from 'pino';
import type { Database } from '../db/client.ts';
import type { OutboxEventRow } from '../db/queries/outbox.ts';
import { removeBytes } from '../domain/files/remove-bytes.ts';
import { registerPid } from '../domain/pid/register-pid.ts';
import type { DomainServices } from '../domain/services.ts';
import { EVENT_KINDS, type EventKind } from '../vocabulary.ts';

/** What a job works with. */
export interface JobScope {
  readonly db: Database;
  readonly services: Pick<DomainServices, 'installation' | 'pids' | 'storage'>;
  readonly log: Logger;
}

/** One delivery of an event. */
export interface DeliveryScope extends JobScope {
  /** Whether the queue gives up if this try fails. */
  readonly lastAttempt: boolean;
}

type EventHandler = (scope: DeliveryScope, event: OutboxEventRow) => Promise<void>;

const filesRemoved = z.object({ authority: z.string(), identifier: z.string(), storageIds: z.array(z.string()) });

const eventHandlers: Readonly<Record<EventKind, readonly EventHandler[]>> = {
  DatasetPublished: [
    async (scope, event) => {
      if (event.subjectId !== null) await registerPid(scope, event.subjectId);
    },
  ],
  FilesRemoved: [
    async ({ db, services, log }, event) => {
      const kept = await removeBytes(db, services, filesRemoved.parse(event.payload));
      if (kept.length > 0) {
        log.error({ eventId: event.id, storageIds: kept }, 'An event asked to delete bytes that a file still has; they were kept.');
      }
    },
  ],
  // The providers of this release keep no record of a dataset that they would have to change.
  DatasetDeaccessioned: [],
  DatasetDestroyed: [],
  // Facts that nothing outside this installation acts on.
  DatasetSubmittedForReview: [],
  DatasetReturnedToAuthor: [],
  CurationStatusChanged: [],
};

/**
 * The handlers of an event, in their order.
 * @throws Error when this release knows no such kind; a newer one that runs beside it may.
 */
export function handlersOf(kind: string): readonly EventHandler[] {
  const known = EVENT_KINDS.find((name) => name === kind);
  if (known === undefined) throw new Error(`Events of the kind ${kind} are unknown to this release.`);
  return eventHandlers[known];
}
