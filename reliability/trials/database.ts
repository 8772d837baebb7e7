/** A PostgreSQL that is killed, or stopped at once, and starts again: under writes of every kind, and with open subscriptions. */
import { setTimeout as sleep } from 'node:timers/promises';
import { randomFrom } from '../../campaign/random.ts';
import { followFeed } from '../followers.ts';
import { acknowledgedBy, holdToAccount } from '../held-to-account.ts';
import { type Installation, startInstallation } from '../installation.ts';
import type { Outcome, Trial, TrialRun } from '../trial.ts';
import { type Losses, writeOn } from '../writes/writer.ts';
import { allWriters } from '../writes/writers.ts';

/** Crash, immediate shutdown, fast shutdown. Source: PostgreSQL documentation, 18.5. */
const ENDS = ['SIGKILL', 'SIGQUIT', 'SIGINT'] as const;
const FOLLOWERS_OF_EACH_PROTOCOL = 2;
/** So many writes are acknowledged between two ends. */
const WRITES_BETWEEN = 40;
/** A PostgreSQL that ends sooner after a start has failed to start, and after five of those the server ends as well; so each second end comes later. */
const RAN_MS = 2_500;
const PATIENCE_MS = 120_000;

const standOf = ({ server }: Installation): string =>
  `the server ${server.hasEnded() ? 'has ended' : 'runs'} and has printed: ${server.printed()}`;

async function run(of: TrialRun): Promise<Outcome> {
  const installation = await startInstallation();
  try {
    const random = randomFrom(of.seed);
    const writers = await allWriters(installation.url());
    const losses: Losses = { unanswered: 0, reasons: new Map(), refused: new Map() };
    const following = await followFeed(installation.url, FOLLOWERS_OF_EACH_PROTOCOL);
    const writing = writeOn(writers, installation.url, losses);
    const faults: string[] = [];
    let ends = 0;
    while (ends < of.count && performance.now() < of.endsAt && faults.length === 0) {
      const until = acknowledgedBy(writers) + 1 + Math.floor(random() * WRITES_BETWEEN);
      const patience = performance.now() + PATIENCE_MS;
      const before = acknowledgedBy(writers);
      while (acknowledgedBy(writers) === before && performance.now() < patience) await sleep(5);
      const answeredSince = performance.now();
      while (acknowledgedBy(writers) < until && performance.now() < patience) await sleep(5);
      if (ends % 2 === 1) await sleep(Math.max(0, answeredSince + RAN_MS - performance.now()));
      if (acknowledgedBy(writers) < until) {
        faults.push(`${PATIENCE_MS / 1000} s after end ${ends} of PostgreSQL writes do not go on: ${standOf(installation)}`);
      } else {
        const pid = await installation.databasePid();
        process.kill(pid, ENDS[ends % ENDS.length]);
        // Writes that were done before it ended are answered after it.
        while (
          (await installation.databasePid().catch(() => pid)) === pid &&
          !installation.server.hasEnded() &&
          performance.now() < patience
        ) {
          await sleep(20);
        }
      }
      ends += 1;
      if (ends % 10 === 0) of.print(`${ends} ends, ${acknowledgedBy(writers)} writes acknowledged`);
    }
    // The last one is over, too.
    const until = acknowledgedBy(writers) + writers.length;
    const patience = performance.now() + PATIENCE_MS;
    while (acknowledgedBy(writers) < until && performance.now() < patience) await sleep(5);
    await writing.stop();
    if (acknowledgedBy(writers) < until) {
      return { figures: { 'ends of PostgreSQL': ends }, faults: [...faults, `writes did not go on: ${standOf(installation)}`] };
    }
    const held = await holdToAccount(installation, writers, losses, { mayRefuse: /^(503|200) SERVICE_UNAVAILABLE$/ });
    const heard = await following.stop(installation);
    return {
      figures: {
        'ends of PostgreSQL': ends,
        ...held.figures,
        'events heard by 4 streams': heard.heard,
        'streams resumed by cursor': heard.resumed,
      },
      faults: [...faults, ...held.faults, ...heard.faults],
    };
  } finally {
    await installation.remove();
  }
}

export const database: Trial = { name: 'database', unit: 'ends of PostgreSQL', counts: [3, 200], run };
