/** Long life in a short time: mixed load, with the clock and the jobs that run by it 24 times as fast. Memory, descriptors and connections stay as they are. */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { residentBytes } from '../../bench/child-server.ts';
import { followFeed } from '../followers.ts';
import { acknowledgedBy, holdToAccount } from '../held-to-account.ts';
import { type Installation, startInstallation } from '../installation.ts';
import type { Outcome, Trial, TrialRun } from '../trial.ts';
import { type Losses, writeOn } from '../writes/writer.ts';
import { allWriters } from '../writes/writers.ts';

const SPEED = 24;
const SAMPLED_EVERY_MS = 5_000;
/** Samples between two lines of progress. */
const TOLD_EVERY = 60;
const READERS = 3;
const WRITE_PAUSE_MS = 100;
const MEGABYTE = 1024 * 1024;
/** What the last quarter may have more than the second one. */
const MORE = { memory: 50, descriptors: 25, connections: 4 };
const READS = [
  '/api/collections/root',
  '/api/collections/root/contents',
  '/api/search?q=library',
  '/api/datasets/3',
  '/api/info/version',
  '/',
] as const;

interface Sample {
  readonly memory: number;
  readonly descriptors: number;
  readonly connections: number;
}

async function sample({ server, look }: Installation): Promise<Sample> {
  const [row] = await look(
    (sql) =>
      sql<{ connections: number }[]>`select count(*)::int as connections from pg_stat_activity where backend_type = 'client backend'`,
  );
  return {
    memory: (await residentBytes(server.pid)) / MEGABYTE,
    descriptors: readdirSync(`/proc/${server.pid}/fd`).length,
    connections: row?.connections ?? 0,
  };
}

const mean = (samples: readonly Sample[], of: keyof Sample): number =>
  Math.round(samples.reduce((sum, one) => sum + one[of], 0) / Math.max(1, samples.length));

async function run(of: TrialRun): Promise<Outcome> {
  const clock = pathToFileURL(join(import.meta.dirname, '..', 'clock.mjs')).href;
  const installation = await startInstallation({ env: { NODE_OPTIONS: `--import=${clock}`, TRIAL_CLOCK_SPEED: String(SPEED) } });
  try {
    const writers = await allWriters(installation.url());
    const losses: Losses = { unanswered: 0, reasons: new Map(), refused: new Map() };
    const following = await followFeed(installation.url, 2);
    const writing = writeOn(writers, installation.url, losses, WRITE_PAUSE_MS);
    const began = performance.now();
    // A signal may have moved the end meanwhile.
    const hasTime = (): boolean => performance.now() < Math.min(of.endsAt, began + of.count * 60_000);
    const faults = new Set<string>();
    let reads = 0;
    const readers = Array.from({ length: READERS }, async () => {
      while (hasTime()) {
        const path = READS[reads % READS.length] ?? '/';
        reads += 1;
        const response = await fetch(`${installation.url()}${path}`);
        await response.arrayBuffer();
        if (response.status >= 500) faults.add(`${path} gives ${response.status}`);
      }
    });
    const samples: Sample[] = [];
    while (hasTime()) {
      samples.push(await sample(installation));
      if (samples.length % TOLD_EVERY === 0) {
        const { memory, descriptors, connections } = samples.at(-1) ?? { memory: 0, descriptors: 0, connections: 0 };
        const minutes = Math.round((performance.now() - began) / 60_000);
        of.print(`${minutes} minutes: ${Math.round(memory)} MB, ${descriptors} descriptors, ${connections} connections`);
      }
      await sleep(SAMPLED_EVERY_MS);
    }
    const hours = ((performance.now() - began) * SPEED) / 3_600_000;
    await Promise.all(readers);
    await writing.stop();
    const quarter = Math.max(1, Math.floor(samples.length / 4));
    const [early, late] = [samples.slice(quarter, 2 * quarter), samples.slice(-quarter)];
    for (const what of ['memory', 'descriptors', 'connections'] as const) {
      if (samples.length >= 40 && mean(late, what) > mean(early, what) + MORE[what]) {
        faults.add(`${what} grew from ${mean(early, what)} to ${mean(late, what)}`);
      }
    }
    const held = await holdToAccount(installation, writers, losses);
    const heard = await following.stop(installation);
    return {
      figures: {
        'hours by the clock of the server': Math.round(hours * 10) / 10,
        reads,
        ...held.figures,
        'events heard by 4 streams': heard.heard,
        'memory, MB': `${mean(early, 'memory')} in the second quarter, ${mean(late, 'memory')} in the last`,
        descriptors: `${mean(early, 'descriptors')}, ${mean(late, 'descriptors')}`,
        'connections of the database': `${mean(early, 'connections')}, ${mean(late, 'connections')}`,
      },
      faults: [...faults, ...held.faults, ...heard.faults, ...(acknowledgedBy(writers) === 0 ? ['nothing was written'] : [])],
    };
  } finally {
    await installation.remove();
  }
}

export const soak: Trial = { name: 'soak', unit: 'minutes', counts: [1, 60], run };
