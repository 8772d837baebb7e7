/** `kill -9` of the server with writes of every kind under way: nothing that was acknowledged is lost, and each has its effects once. */
import { setTimeout as sleep } from 'node:timers/promises';
import { randomFrom } from '../../campaign/random.ts';
import { compareBytes } from '../bytes-of-rows.ts';
import { type Installation, startInstallation } from '../installation.ts';
import { startReceiver, tellOfPublications } from '../receiver.ts';
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

const lostOf = (installation: Installation, writers: readonly Writer[]): Promise<string[]> =>
  installation.look(async (sql) => {
    const lost: string[] = [];
    for (const writer of writers) lost.push(...(await writer.lost(sql)));
    return lost;
  });

const count = (writers: readonly Writer[]): number => writers.reduce((sum, writer) => sum + writer.acknowledged(), 0);

async function killOften(installation: Installation, writers: readonly Writer[], losses: Losses, run: TrialRun): Promise<{ readonly kills: number; readonly faults: string[] }> {
  const random = randomFrom(run.seed);
  for (let kills = 1; ; kills += 1) {
    const writing = writeOn(writers, installation.url, losses);
    const until = count(writers) + 1 + Math.floor(random() * MOST_WRITES);
    const patience = performance.now() + PATIENCE_MS;
    while (count(writers) < until && performance.now() < patience) await sleep(2);
    await sleep(random() * MOMENT_MS);
    await Promise.all([installation.kill(), writing.stop()]);
    await installation.start();
    const last = kills >= run.count || performance.now() > run.endsAt;
    if (!last && kills % COMPARED_EVERY > 0) continue;
    const faults = [...(await untilSettled(installation)), ...(await lostOf(installation, writers))];
    run.print(`after ${kills} kills ${count(writers)} writes are acknowledged, ${losses.unanswered} without an answer, ${faults.length} lost`);
    if (last || faults.length > 0) return { kills, faults };
  }
}

async function run(of: TrialRun): Promise<Outcome> {
  const receiver = await startReceiver();
  const installation = await startInstallation({ env: { WEBHOOK_HOSTS: '127.0.0.1' } });
  try {
    await tellOfPublications(installation.url(), receiver);
    const writers = await allWriters(installation.url());
    const losses: Losses = { unanswered: 0, refused: new Map() };
    const { kills, faults } = await killOften(installation, writers, losses, of);
    const bytes = await compareBytes(installation);
    faults.push(...bytes.faults);
    faults.push(...[...losses.refused].map(([what, times]) => `${what}, ${times} times`));
    const published = await installation.look(
      (sql) => sql<{ id: number }[]>`select subject_id as id from feed_event where kind = 'DATASET_PUBLISHED'`,
    );
    const deliveries = [...receiver.received.values()];
    const told = new Set(deliveries.map(({ subject }) => subject));
    faults.push(...published.filter(({ id }) => !told.has(id)).map(({ id }) => `no webhook told of the publication of ${id}`));
    if (deliveries.length !== published.length) faults.push(`${published.length} publications have ${deliveries.length} messages`);
    return {
      figures: {
        kills,
        'kinds of writes': writers.length,
        'writes acknowledged': count(writers),
        'writes without an answer': losses.unanswered,
        'files compared by checksum': bytes.files,
        'bytes compared': bytes.bytes,
        'publications, each with one message': published.length,
        'messages delivered again under their id': deliveries.filter(({ times }) => times > 1).length,
      },
      faults: [...new Set(faults)],
    };
  } finally {
    await installation.remove();
    receiver.stop();
  }
}

export const kills: Trial = { name: 'kills', unit: 'kills', counts: [5, 1_000], run };
