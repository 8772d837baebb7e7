import { setTimeout as sleep } from 'node:timers/promises';
import { databaseOutage } from '../errors/database-outage.ts';
import { DomainError } from '../errors/domain-error.ts';
import type { CommandContext, LiveCaller } from './command.ts';
import type { LiveTopic } from './ports/live-signals.ts';

/** Until the database is asked again that did not answer. */
const RETRY_MS = 500;

/** The stream that a read is for. @throws Error where there is none: only subscriptions follow anything. */
export function liveCaller({ live }: CommandContext): LiveCaller {
  if (live === undefined) throw new Error('Only subscriptions follow what happens.');
  return live;
}

/** Tries again while the database, or who answers for the caller, is away: a stream outlives a restart. @throws what is no outage */
export async function throughOutages<Result>(ended: AbortSignal, work: () => Promise<Result>): Promise<Result> {
  for (;;) {
    try {
      return await work();
    } catch (error) {
      const isAway = databaseOutage(error) !== undefined || (error instanceof DomainError && error.code === 'SERVICE_UNAVAILABLE');
      if (!isAway || ended.aborted) throw error;
      await sleep(RETRY_MS, undefined, { signal: ended, ref: false }).catch(() => undefined);
    }
  }
}

/**
 * A turn at once, and one after each change of a topic, each with the context of the stream. Changes during a turn are one turn later. Ends with the stream.
 * @param pauseMs the least time between the beginnings of two turns
 * @throws DomainError when the credentials of the caller have ended
 */
export async function* liveTurns(context: CommandContext, topic: LiveTopic, pauseMs = 0): AsyncGenerator<CommandContext> {
  const { ended } = liveCaller(context);
  const follower = context.services.signals.follow(topic, ended);
  try {
    do {
      yield context;
      if (pauseMs > 0) await sleep(pauseMs, undefined, { signal: ended, ref: false }).catch(() => undefined);
    } while (await follower.next());
    if (ended.reason instanceof DomainError) throw ended.reason;
  } finally {
    follower.close();
  }
}
