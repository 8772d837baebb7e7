import type { Task } from 'graphile-worker';
import { z } from 'zod';
import { findUndeliveredEvent, markEventDelivered, markEventFailed } from '../db/queries/gate/outbox.ts';
import { failureText } from '../errors/failure-text.ts';
import { isForgotten } from '../kernel/events.ts';
import type { JobScope } from '../kernel/subscribers.ts';
import { subscribers } from './subscribers.ts';

const payloadSchema = z.object({ eventId: z.number().int() });

/** The task that delivers an outbox event to its subscribers; a failure is recorded on the event, and the queue retries. */
export function deliverEventTask(scope: JobScope): Task {
  const { db, log } = scope;
  return async (payload, { job }) => {
    const { eventId } = payloadSchema.parse(payload);
    const event = await findUndeliveredEvent(db, eventId);
    if (event === undefined) return;
    const lastAttempt = job.attempts >= job.max_attempts;
    try {
      await subscribers.deliver({ ...scope, eventId, lastAttempt }, event);
    } catch (error) {
      const text = failureText(error);
      // The queue logs every failed attempt; this one is the last.
      if (lastAttempt) log.error({ err: error, eventId, kind: event.kind }, 'An event could not be delivered; no further attempt is made.');
      await markEventFailed(db, eventId, { error: text, lastAttempt, forget: lastAttempt && isForgotten(event.kind, 'given up') });
      // The queue stores the message on its own row, so it gets the bounded text too.
      throw new Error(text, { cause: error });
    }
    await markEventDelivered(db, eventId, { forget: isForgotten(event.kind, 'delivered') });
    log.debug({ eventId, kind: event.kind, attempt: job.attempts }, 'Event delivered.');
  };
}
