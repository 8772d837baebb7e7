/** Searches in requests a second, beside a server that sends the statement and nothing else. */
import { z } from 'zod';
import type { ChildServer } from '../child-server.ts';
import { compare } from '../compare.ts';
import { get, randomNumbers } from '../scenarios.ts';
import { wordBetween } from './measure-latencies.ts';

const WANTED = 0.5;
const ours = z.object({ data: z.object({ total_count: z.number() }) });
const others = z.object({ total: z.number() });

/** A line of figures. @throws Error where both sides count differently */
export async function measureAgainstStatement(server: ChildServer, reference: ChildServer): Promise<string> {
  const below = randomNumbers();
  const row = await compare(
    {
      name: 'search',
      reference: 'hand-written',
      wanted: WANTED,
      connections: 8,
      compared: (answer) => ours.parse(answer).data.total_count,
      referenceCompared: (answer) => others.parse(answer).total,
      draw: () => {
        const word = wordBetween(below, { from: 30, to: 3000 });
        return { ours: get(`/api/search?q=${word}&show_facets=true`), reference: get(`/search/${word}`) };
      },
    },
    { ours: server, reference },
    { rounds: 3, seconds: 8, report: (line) => void process.stderr.write(`${line}\n`) },
  );
  return `searches a second: ${row.ours.requestsPerSecond.toFixed(0)} against ${row.reference.requestsPerSecond.toFixed(0)}, ratio ${row.ratio.toFixed(2)} (wanted ${WANTED}; rounds ${row.ratios.map((ratio) => ratio.toFixed(2)).join(' ')})`;
}
