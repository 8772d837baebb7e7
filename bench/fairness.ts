/** Latency of reading a dataset while some callers send the costliest allowed operations. */
import { setTimeout as sleep } from 'node:timers/promises';
import { getIntrospectionQuery } from 'graphql';
import { residentBytes } from './child-server.ts';
import type { Seeded } from './seed.ts';

/** The name of the rows. */
export const FAIRNESS = 'fairness: dataset beside eight costly callers';

const COSTLY_CALLERS = 8;
const READERS = 4;
/** Readers pause between requests: what is measured is waiting, not throughput. */
const PAUSE_MS = 10;
/** Between two looks at the memory of the server. */
const LOOK_MS = 200;

/** Two pages of 70 datasets with their metadata: nearly all that an operation may cost, and the one that keeps the event loop longest. */
const COSTLY = `query ($alias: String!) { collection(reference: { alias: $alias }) {
  ${Array.from(
    { length: 2 },
    (_, page) => `p${page}: contents(first: 70) { totalCount nodes { ... on Dataset { persistentId
      latestVersion { title metadataBlocks { name fields { typeName value } } } } } }`,
  ).join('\n')}
} }`;

/** What the callers ask for. */
export interface CostlyTargets {
  readonly seeded: Seeded;
  /** Alias of the collection with the longest list of contents. */
  readonly longList: string;
  /** The dataset with the most files and versions. */
  readonly manyFiles: number;
}

interface CostlyRequest {
  readonly path: string;
  /** Sent by POST where there is one. */
  readonly body?: string;
}

/** Readers beside one kind of callers. */
export interface BesideFigures {
  readonly callers: string;
  readonly p95Milliseconds: number;
  /** Costly requests answered whole meanwhile, and those that were told to come again. */
  readonly answered: number;
  readonly refused: number;
  readonly receivedBytes: number;
  /** Of the server's process, at most. */
  readonly residentBytes: number;
}

export interface FairnessFigures {
  readonly aloneP95Milliseconds: number;
  readonly beside: readonly BesideFigures[];
}

function graphql(query: string, variables: object = {}): CostlyRequest {
  return { path: '/graphql', body: JSON.stringify({ query, variables }) };
}

/** What the callers of each row ask for, the one after the other. */
function rowsOf({ seeded, longList, manyFiles }: CostlyTargets): Readonly<Record<string, readonly CostlyRequest[]>> {
  const lists = graphql(COSTLY, { alias: seeded.largeAlias });
  const schema = graphql(getIntrospectionQuery());
  const contents = { path: `/api/collections/${longList}/contents` };
  const version = { path: `/api/datasets/${manyFiles}/versions/:latest` };
  const versions = { path: `/api/datasets/${manyFiles}/versions` };
  return {
    'two pages of 70 with metadata': [lists],
    'the whole schema': [schema],
    'contents of the longest list': [contents],
    'a version with all its files': [version],
    'all versions with all their files': [versions],
    'each of these': [lists, schema, contents, version, versions],
  };
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

/** Callers from an address each, who send one request after another until they are told to stop. */
class CostlyCallers {
  readonly #over = new AbortController();
  readonly #done: Promise<unknown>;
  answered = 0;
  refused = 0;
  receivedBytes = 0;

  constructor(url: string, requests: readonly CostlyRequest[]) {
    this.#done = Promise.all(Array.from({ length: COSTLY_CALLERS }, (_, caller) => this.#call(url, requests, caller)));
  }

  async stop(): Promise<void> {
    this.#over.abort();
    await this.#done;
  }

  async #call(url: string, requests: readonly CostlyRequest[], caller: number): Promise<void> {
    const headers = { 'content-type': 'application/json', 'x-forwarded-for': `192.0.2.${caller + 1}` };
    for (let round = caller; !this.#over.signal.aborted; round += 1) {
      const request = requests[round % requests.length];
      if (request === undefined) return;
      const { path, body } = request;
      const sent = { headers, signal: this.#over.signal, ...(body === undefined ? {} : { method: 'POST', body }) };
      try {
        const response = await fetch(`${url}${path}`, sent);
        for await (const chunk of response.body ?? []) this.receivedBytes += chunk.length;
        if (response.status === 200) this.answered += 1;
        else if (response.status === 503) this.refused += 1;
        else throw new Error(`A costly request for ${path} was answered ${response.status}.`);
      } catch (error) {
        if (!this.#over.signal.aborted) throw error;
      }
    }
  }
}

async function largestResident(pid: number, over: AbortSignal): Promise<number> {
  let largest = 0;
  while (!over.aborted) {
    largest = Math.max(largest, await residentBytes(pid));
    await sleep(LOOK_MS);
  }
  return largest;
}

/** Measures readers alone, then beside each kind of callers. */
export async function measureFairness(
  server: { readonly url: string; readonly pid: number },
  targets: CostlyTargets,
  seconds: number,
): Promise<FairnessFigures> {
  const { url, pid } = server;
  await readDatasets(url, targets.seeded, seconds);
  const aloneP95Milliseconds = await readDatasets(url, targets.seeded, seconds);
  const beside: BesideFigures[] = [];
  for (const [callers, requests] of Object.entries(rowsOf(targets))) {
    const costly = new CostlyCallers(url, requests);
    const over = new AbortController();
    const resident = largestResident(pid, over.signal);
    const p95Milliseconds = await readDatasets(url, targets.seeded, seconds).finally(() => over.abort());
    await costly.stop();
    const { answered, refused, receivedBytes } = costly;
    beside.push({ callers, p95Milliseconds, answered, refused, receivedBytes, residentBytes: await resident });
  }
  return { aloneP95Milliseconds, beside };
}
