/** Delivers to webhooks in every server process, beside the job queue: its jobs are made for seconds, not for a thousand of them a second. */
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { deliverWebhooks, type DeliveringScope } from '../domain/events/webhooks/deliver-webhooks.ts';

/** Until it is looked again where there was nothing to do. */
const PAUSE_MS = 500;
/** The same after a failure of the database. */
const FAILURE_PAUSE_MS = 5_000;

export interface WebhookWorker {
  /** Begins nothing more, and waits for the requests under way. */
  stop(): Promise<void>;
}

/** Starts to deliver. */
export function startWebhooks(scope: Omit<DeliveringScope, 'worker' | 'signal'>): WebhookWorker {
  const stopping = new AbortController();
  const { signal } = stopping;
  const delivering: DeliveringScope = { ...scope, worker: randomUUID(), signal };

  async function once(): Promise<number> {
    try {
      return (await deliverWebhooks(delivering)) ? 0 : PAUSE_MS;
    } catch (error) {
      if (!signal.aborted) scope.services.log.warn({ err: error }, 'Deliveries to webhooks failed; they are tried again.');
      return FAILURE_PAUSE_MS;
    }
  }

  async function run(): Promise<void> {
    while (!signal.aborted) {
      const pause = await once();
      if (pause > 0) await sleep(pause, undefined, { signal, ref: false }).catch(() => undefined);
    }
  }

  const ended = run();
  return {
    stop: async () => {
      stopping.abort();
      await ended;
    },
  };
}
