/**
 * How long one caller waits for searches and for completion. The mix is of queries of one to three words (40, 35 and 25 of 100) that one title
 * has: words come as often as in titles, where by Zipf's law one in four is among the ten most frequent. Nobody's queries are known here;
 * those of people name rarer words, so that this is the dearer side. Single words by their frequency have rows of their own.
 */
import type { Sql } from 'postgres';
import { z } from 'zod';
import { randomNumbers } from '../scenarios.ts';
import { LARGE_ALIAS } from '../seed.ts';
import { wordOfRank } from './seed-search.ts';

const WARM_UP = 10;
const ASKED = 100;

/** Ranks that words are drawn from, evenly by their logarithm. */
interface Ranks {
  readonly name: string;
  readonly from: number;
  readonly to: number;
}

const KINDS: readonly Ranks[] = [
  { name: 'words that 0.6 to 0.02 % of datasets have', from: 100, to: 3000 },
  { name: 'words that 2 to 0.02 % of datasets have', from: 30, to: 3000 },
  { name: 'words that 6 to 30 % of datasets have', from: 2, to: 10 },
];

/** Searches as they go on from a page of a collection and from a facet. */
const NARROWED: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  '': {},
  ' in a collection with half of all datasets': { subtree: LARGE_ALIAS },
  ' with a filter': { fq: 'subject_ss:"Social Sciences"' },
  ' of a licence': { fq: 'license:"CC0 1.0"' },
};

const answer = z.object({ data: z.object({ total_count: z.number(), facets: z.array(z.unknown()) }) });

function percentile(times: readonly number[], part: number): number {
  return times.toSorted((one, other) => one - other)[Math.ceil(times.length * part) - 1] ?? Number.NaN;
}

/** Queries of the mix, the same ones in each run. */
async function mixedQueries(sql: Sql, below: (count: number) => number, count: number): Promise<string[]> {
  const [range] = await sql<{ first: number; last: number }[]>`
    select min(v.id)::int as first, max(v.id)::int as last from dataset_version v where v.title like 'Of %'`;
  const { first = 0, last = 0 } = range ?? {};
  const queries: string[] = [];
  while (queries.length < count) {
    const [version] = await sql<{ title: string }[]>`
      select title from dataset_version where id >= ${first + below(last - first + 1)}::int and title like 'Of %' order by id limit 1`;
    const part = below(100);
    const words = (version?.title ?? '').split(' ').slice(2, part < 40 ? 3 : part < 75 ? 4 : 5);
    if (words.length > 0) queries.push(words.join(' '));
  }
  return queries;
}

/** A word of a rank between two. */
export function wordBetween(below: (count: number) => number, { from, to }: Pick<Ranks, 'from' | 'to'>): string {
  return wordOfRank(Math.round(from * (to / from) ** (below(1_000_000) / 1_000_000)));
}

async function timesOf(ask: () => Promise<void>, count = ASKED): Promise<number[]> {
  for (let number = 0; number < WARM_UP; number += 1) await ask();
  const taken: number[] = [];
  for (let number = 0; number < count; number += 1) {
    const began = performance.now();
    await ask();
    taken.push(performance.now() - began);
  }
  return taken;
}

const shown = (taken: readonly number[]): string =>
  `p50 ${percentile(taken, 0.5).toFixed(1)} ms, p95 ${percentile(taken, 0.95).toFixed(1)} ms, longest ${percentile(taken, 1).toFixed(0)} ms`;

/** Reports lines of figures as they come: searches of datasets, files and collections with all facets that the root shows, as a guest and as a reader of drafts; and completion. */
export async function measureLatencies(
  { sql, url, readerToken }: { readonly sql: Sql; readonly url: string; readonly readerToken: string },
  report: (line: string) => void,
): Promise<void> {
  const queries = await mixedQueries(sql, randomNumbers(), WARM_UP + ASKED);
  const callers = { 'a guest': {}, 'a reader of drafts': { 'x-service-key': readerToken } };
  for (const [caller, headers] of Object.entries(callers)) {
    const below = randomNumbers();
    const search = async (query: string, more: Readonly<Record<string, string>> = {}): Promise<number> => {
      const asked = new URLSearchParams({ q: query, show_facets: 'true', ...more });
      const response = await fetch(`${url}/api/search?${asked}`, { headers });
      if (!response.ok) throw new Error(`A search gave ${response.status}: ${await response.text()}`);
      return answer.parse(await response.json()).data.total_count;
    };
    let number = 0;
    const mixed = await timesOf(async () => {
      await search(queries[number % queries.length] ?? '');
      number += 1;
    });
    report(`search, the mix of one to three words of a title, as ${caller}: ${shown(mixed)}`);
    for (const ranks of KINDS) {
      let hits = 0;
      const taken = await timesOf(async () => {
        hits = Math.max(hits, await search(wordBetween(below, ranks)));
      });
      report(`search, ${ranks.name}, at most ${hits} hits, as ${caller}: ${shown(taken)}`);
    }
    for (const [what, more] of Object.entries(NARROWED)) {
      let hits = 0;
      const taken = await timesOf(async () => {
        hits = await search('*', more);
      }, 10);
      report(`search for everything${what}, ${hits} hits, as ${caller}: ${shown(taken)}`);
      if (Object.keys(more).length === 0) continue;
      const ofMix = await timesOf(async () => {
        await search(queries[number % queries.length] ?? '', more);
        number += 1;
      });
      report(`search, the mix${what}, as ${caller}: ${shown(ofMix)}`);
    }
    const completed = await timesOf(async () => {
      const beginning = wordBetween(below, { from: 2, to: 3000 }).slice(0, 4 + below(3));
      const response = await fetch(`${url}/graphql`, {
        method: 'POST',
        headers: { ...headers, 'content-type': 'application/json' },
        body: JSON.stringify({
          query: 'query ($beginning: String!) { searchNames(beginning: $beginning, first: 10) }',
          variables: { beginning },
        }),
      });
      const text = await response.text();
      if (text.includes('"errors"')) throw new Error(text);
    });
    report(`completion, as ${caller}: ${shown(completed)}`);
  }
}
