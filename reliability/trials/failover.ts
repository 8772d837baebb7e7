/** A primary that is killed, and a standby that takes its place: under writes of every kind, and with open subscriptions. */
import { setTimeout as sleep } from 'node:timers/promises';
import { randomFrom } from '../../campaign/random.ts';
import { startFollowedDatabase } from '../followed-database.ts';
import { followFeed } from '../followers.ts';
import { acknowledgedBy, holdToAccount } from '../held-to-account.ts';
import { startInstallation } from '../installation.ts';
import type { Outcome, Trial, TrialRun } from '../trial.ts';
import { type Losses, type Writer, writeOn } from '../writes/writer.ts';
import { allWriters } from '../writes/writers.ts';

const FOLLOWERS_OF_EACH_PROTOCOL = 2;
/** So many writes are acknowledged between two failovers. */
const WRITES_BETWEEN = 40;
const PATIENCE_MS = 120_000;

/** Waits until so many writes are acknowledged; false when they do not go on. */
async function isReached(writers: readonly Writer[], until: number): Promise<boolean> {
  const patience = performance.now() + PATIENCE_MS;
  while (acknowledgedBy(writers) < until && performance.now() < patience) await sleep(5);
  return acknowledgedBy(writers) >= until;
}

async function run(of: TrialRun): Promise<Outcome> {
  const database = await startFollowedDatabase();
  try {
    const installation = await startInstallation({
      // Whichever is the standby answers reads.
      env: { DATABASE_URL: database.url, DATABASE_READ_URL: database.url },
      database: () => database.primaryUrl(),
    });
    try {
      const random = randomFrom(of.seed);
      const writers = await allWriters(installation.url());
      const losses: Losses = { unanswered: 0, reasons: new Map(), refused: new Map() };
      const following = await followFeed(installation.url, FOLLOWERS_OF_EACH_PROTOCOL);
      const writing = writeOn(writers, installation.url, losses);
      let failovers = 0;
      let goesOn = true;
      while (goesOn && failovers < of.count && performance.now() < of.endsAt) {
        goesOn = await isReached(writers, acknowledgedBy(writers) + 1 + Math.floor(random() * WRITES_BETWEEN));
        if (!goesOn) break;
        await database.failOver();
        failovers += 1;
        if (failovers % 10 === 0) of.print(`${failovers} failovers, ${acknowledgedBy(writers)} writes acknowledged`);
      }
      goesOn = goesOn && (await isReached(writers, acknowledgedBy(writers) + writers.length));
      await writing.stop();
      if (!goesOn) {
        const { server } = installation;
        const stand = `the server ${server.hasEnded() ? 'has ended' : 'runs'} and has printed: ${server.printed()}`;
        return { figures: { failovers }, faults: [`after failover ${failovers} writes do not go on: ${stand}`] };
      }
      const held = await holdToAccount(installation, writers, losses, { mayRefuse: /^(503|200) SERVICE_UNAVAILABLE$/ });
      const heard = await following.stop(installation);
      return {
        figures: { failovers, ...held.figures, 'events heard by 4 streams': heard.heard, 'streams resumed by cursor': heard.resumed },
        faults: [...held.faults, ...heard.faults],
      };
    } finally {
      await installation.remove();
    }
  } finally {
    await database.remove();
  }
}

export const failover: Trial = { name: 'failover', unit: 'failovers', counts: [2, 100], run };
