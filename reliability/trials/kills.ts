/** `kill -9` of the server with writes of every kind under way: nothing that was acknowledged is lost, and each has its effects once. */
import { setTimeout as sleep } from 'node:timers/promises';
import { randomFrom } from '../../campaign/random.ts';
import { acknowledgedBy, holdToAccount, lostOf } from '../held-to-account.ts';
import { type Installation, startInstallation } from '../installation.ts';
import { type Receiver, startReceiver, tellOfPublications } from '../receiver.ts';
import { untilSettled } from '../settled.ts';
import type { Outcome, Trial, TrialRun } from '../trial.ts';
import { type Losses, type Writer, writeOn } from '../writes/writer.ts';
import { allWriters } from '../writes/writers.ts';

/** So many writes are acknowledged at most before a kill, which comes a moment after the last of them. */
const MOST_WRITES = 60;
const MOMENT_MS = 60;
/** A server that has not come so far by then is killed as it is. */
const PATIENCE_MS = 60_000;
/** So many kills between two comparisons: what is lost is to be found near the kill that lost it. */
const COMPARED_EVERY = 25;

/** Kills until it is enough or something is lost; how often it has. */
async function killOften(installation: Installation, writers: readonly Writer[], losses: Losses, of: TrialRun): Promise<number> {
  const random = randomFrom(of.seed);
  for (let kills = 1; ; kills += 1) {
    const writing = writeOn(writers, installation.url, losses);
    const until = acknowledgedBy(writers) + 1 + Math.floor(random() * MOST_WRITES);
    const patience = performance.now() + PATIENCE_MS;
    while (acknowledgedBy(writers) < until && performance.now() < patience) await sleep(2);
    await sleep(random() * MOMENT_MS);
    await Promise.all([installation.kill(), writing.stop()]);
    await installation.start();
    const last = kills >= of.count || performance.now() > of.endsAt;
    if (!last && kills % COMPARED_EVERY > 0) continue;
    const lost = [...(await untilSettled(installation)), ...(await lostOf(installation, writers))];
    of.print(`${kills} kills: ${acknowledgedBy(writers)} acknowledged, ${losses.unanswered} without an answer, ${lost.length} lost`);
    if (last || lost.length > 0) return kills;
  }
}

/** Each publication has one message, which was delivered: again under its id where the server was killed before it knew. */
async function compareMessages({ look }: Installation, { received }: Receiver): Promise<Outcome> {
  const published = await look((sql) => sql<{ id: number }[]>`select subject_id as id from feed_event where kind = 'DATASET_PUBLISHED'`);
  const messages = [...received.values()];
  const told = new Set(messages.map(({ subject }) => subject));
  const faults = published.filter(({ id }) => !told.has(id)).map(({ id }) => `no webhook told of the publication of ${id}`);
  if (messages.length !== published.length) faults.push(`${published.length} publications have ${messages.length} messages`);
  return {
    figures: {
      'publications, each with one message': published.length,
      'messages delivered again under their id': messages.filter(({ times }) => times > 1).length,
    },
    faults,
  };
}

async function run(of: TrialRun): Promise<Outcome> {
  const receiver = await startReceiver();
  const installation = await startInstallation({ env: { WEBHOOK_HOSTS: '127.0.0.1' } });
  try {
    await tellOfPublications(installation.url(), receiver);
    const writers = await allWriters(installation.url());
    const losses: Losses = { unanswered: 0, reasons: new Map(), refused: new Map() };
    const kills = await killOften(installation, writers, losses, of);
    const held = await holdToAccount(installation, writers, losses, { mayEnd: true });
    const messages = await compareMessages(installation, receiver);
    return { figures: { kills, ...held.figures, ...messages.figures }, faults: [...held.faults, ...messages.faults] };
  } finally {
    await installation.remove();
    receiver.stop();
  }
}

export const kills: Trial = { name: 'kills', unit: 'kills', counts: [5, 1_000], run };
