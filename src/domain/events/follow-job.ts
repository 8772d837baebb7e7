import { type CommandContext, query, type ReadContext } from '../../kernel/command.ts';
import { liveCaller, liveTurns, throughOutages } from '../../kernel/live-turns.ts';
import { noSubject } from '../../kernel/no-subject.ts';
import type { LiveTopic } from '../../kernel/ports/live-signals.ts';

/** A job that counts a thousand things in a second is shown twice. */
const PAUSE_MS = 500;

async function* turns(context: CommandContext, topic: LiveTopic): AsyncGenerator<ReadContext> {
  for await (const turn of liveTurns(context, topic, PAUSE_MS)) {
    const { ended, renew } = liveCaller(turn);
    yield await throughOutages(ended, renew);
  }
}

/**
 * A turn at once and one after each change of a job, until the stream ends. It tells that something may have changed, and nothing of the
 * job: that is read by its own guarded read, with the caller of the turn.
 */
export const followJob = query({
  name: 'followJob',
  subject: noSubject,
  requires: 'Public',
  run: (context, _subject, topic: LiveTopic): AsyncGenerator<ReadContext> => turns(context, topic),
});
