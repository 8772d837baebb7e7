/** How long others wait for a dataset while some ask for as much as an operation may. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Seeded } from './seed.ts';

/** The name of the row. */
export const FAIRNESS = 'fairness: dataset beside eight costly callers';

const COSTLY_CALLERS = 8;
const READERS = 4;
/** Readers pause between requests: what is measured is waiting, not throughput. */
const PAUSE_MS = 10;

/** Two pages of 70 datasets with their metadata: nearly all that an operation may cost, and the one that keeps the event loop longest. */
const COSTLY = `query ($alias: String!) { collection(reference: { alias: $alias }) {
  ${Array.from(
    { length: 2 },
    (_, page) => `p${page}: contents(first: 70) { totalCount nodes { ... on Dataset { persistentId
      latestVersion { title metadataBlocks { name fields { typeName value } } } } } }`,
  ).join('\n')}
} }`;

export interface FairnessFigures {
  readonly aloneP95Milliseconds: number;
  readonly besideP95Milliseconds: number;
  /** Costly operations answered meanwhile, and those that were told to come again. */
  readonly costlyAnswered: number;
  readonly costlyRefused: number;
}

function percentile95(values: readonly number[]): number {
  const sorted = values.toSorted((one, other) => one - other);
  return sorted[Math.floor(sorted.length * 0.95)] ?? 0;
}

async function readDatasets(url: string, { datasets }: Seeded, seconds: number): Promise<number> {
  const waited: number[] = [];
  const until = performance.now() + seconds * 1000;
  async function read(reader: number): Promise<void> {
    for (let round = 0; performance.now() < until; round += 1) {
      const id = datasets.first + ((round * READERS + reader) % datasets.count);
      const before = performance.now();
      const response = await fetch(`${url}/api/datasets/${id}`);
      await response.arrayBuffer();
      if (response.status !== 200) throw new Error(`A dataset was answered ${response.status}.`);
      waited.push(performance.now() - before);
      await sleep(PAUSE_MS);
    }
  }
  await Promise.all(Array.from({ length: READERS }, (_, reader) => read(reader)));
  return percentile95(waited);
}

/** Measures readers alone, then beside the callers, each of whom comes from an address of his own and sends one operation after another. */
export async function measureFairness(url: string, seeded: Seeded, seconds: number): Promise<FairnessFigures> {
  const body = JSON.stringify({ query: COSTLY, variables: { alias: seeded.largeAlias } });
  const over = new AbortController();
  let costlyAnswered = 0;
  let costlyRefused = 0;
  async function askForMuch(caller: number): Promise<void> {
    const headers = { 'content-type': 'application/json', 'x-forwarded-for': `192.0.2.${caller + 1}` };
    while (!over.signal.aborted) {
      const response = await fetch(`${url}/graphql`, { method: 'POST', headers, body });
      const text = await response.text();
      if (response.status === 200 && !text.startsWith('{"errors"')) costlyAnswered += 1;
      else if (response.status === 503) costlyRefused += 1;
      else throw new Error(`A costly operation was answered ${response.status}: ${text.slice(0, 200)}`);
    }
  }
  await readDatasets(url, seeded, seconds);
  const aloneP95Milliseconds = await readDatasets(url, seeded, seconds);
  const callers = Promise.all(Array.from({ length: COSTLY_CALLERS }, (_, caller) => askForMuch(caller)));
  const besideP95Milliseconds = await readDatasets(url, seeded, seconds).finally(() => over.abort());
  await callers;
  return { aloneP95Milliseconds, besideP95Milliseconds, costlyAnswered, costlyRefused };
}
