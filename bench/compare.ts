/** Measures a row: our server and its reference in turn, after both have been seen to give the same answers. */
import { isDeepStrictEqual } from 'node:util';
import type { ChildServer } from './child-server.ts';
import { headersOf, type LoadRequest, measure, type Measurement, type Target, warmUp } from './load.ts';
import type { Question, Scenario } from './scenarios.ts';

/** Questions whose answers are compared before a row is measured. */
const COMPARED_ANSWERS = 30;

export interface Row {
  readonly name: string;
  readonly ours: Measurement;
  readonly reference: Measurement;
  /** Median over the rounds of our throughput divided by the reference's. */
  readonly ratio: number;
  /** Ratio of each round, in order: how far they lie apart is the noise. */
  readonly ratios: readonly number[];
  readonly wanted: number | null;
  /** Mean size of the compared answers. */
  readonly answerBytes: number;
}

/** The middle one, or the mean of the two in the middle. */
export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  const upper = sorted[middle];
  const lower = sorted[sorted.length % 2 === 1 ? middle : middle - 1];
  if (upper === undefined || lower === undefined) throw new Error('There is no median of nothing.');
  return (lower + upper) / 2;
}

/** The median of each figure over rounds. */
export function medianOf(rounds: readonly Measurement[]): Measurement {
  return {
    requestsPerSecond: median(rounds.map((round) => round.requestsPerSecond)),
    p50Milliseconds: median(rounds.map((round) => round.p50Milliseconds)),
    p99Milliseconds: median(rounds.map((round) => round.p99Milliseconds)),
    processorMicroseconds: median(rounds.map((round) => round.processorMicroseconds)),
  };
}

async function ask(server: ChildServer, request: LoadRequest): Promise<string> {
  const { method, path, body } = request;
  const response = await fetch(`${server.url}${path}`, { method, headers: headersOf(request), ...(body !== undefined && { body }) });
  const text = await response.text();
  if (!response.ok) throw new Error(`${method} ${path} gave ${response.status}: ${text.slice(0, 500)}`);
  return text;
}

/** The part of a text around the place where it stops being equal to another. */
function aroundDifference(text: string, other: string): string {
  let at = 0;
  while (at < text.length && text[at] === other[at]) at += 1;
  return text.slice(Math.max(0, at - 200), at + 200);
}

/** An answer of ours without what it says of its own cost, which references do not measure. */
function withoutCost(answer: unknown): unknown {
  if (typeof answer !== 'object' || answer === null || !('extensions' in answer)) return answer;
  const { extensions: _cost, ...told } = answer;
  return told;
}

/** @throws Error unless both sides answer the same; a row that is its own reference asks two different things. */
async function requireSameAnswer(
  ours: ChildServer,
  reference: ChildServer,
  question: Question,
  { compared = (value) => value, referenceCompared = compared }: Scenario,
): Promise<number> {
  const [answer, expected] = await Promise.all([ask(ours, question.ours), ask(reference, question.reference)]);
  if (ours !== reference && !isDeepStrictEqual(compared(withoutCost(JSON.parse(answer))), referenceCompared(JSON.parse(expected)))) {
    throw new Error(
      `${question.ours.path} and its reference differ:\n${aroundDifference(answer, expected)}\n${aroundDifference(expected, answer)}`,
    );
  }
  return Buffer.byteLength(answer);
}

/** Measures one row. @throws Error when the answers of the two sides differ. */
export async function compare(
  scenario: Scenario,
  servers: { readonly ours: ChildServer; readonly reference: ChildServer },
  options: { readonly rounds: number; readonly seconds: number; readonly report: (line: string) => void },
): Promise<Row> {
  const { ours, reference } = servers;
  const { connections } = scenario;
  let bytes = 0;
  for (let index = 0; index < COMPARED_ANSWERS; index += 1) bytes += await requireSameAnswer(ours, reference, scenario.draw(), scenario);

  const target: Target = { url: ours.url, pid: ours.pid, draw: () => scenario.draw().ours, connections };
  const referenceTarget: Target = { url: reference.url, pid: reference.pid, draw: () => scenario.draw().reference, connections };
  await warmUp(target);
  await warmUp(referenceTarget);
  const oursRounds: Measurement[] = [];
  const referenceRounds: Measurement[] = [];
  for (let round = 1; round <= options.rounds; round += 1) {
    const our = await measure(target, options.seconds);
    const other = await measure(referenceTarget, options.seconds);
    oursRounds.push(our);
    referenceRounds.push(other);
    options.report(
      `  round ${round}: ${Math.round(our.requestsPerSecond)} against ${Math.round(other.requestsPerSecond)} requests/s, ratio ${(our.requestsPerSecond / other.requestsPerSecond).toFixed(3)}`,
    );
  }
  const ratios = oursRounds.map((round, index) => round.requestsPerSecond / (referenceRounds[index]?.requestsPerSecond ?? Number.NaN));
  return {
    name: scenario.name,
    ours: medianOf(oursRounds),
    reference: medianOf(referenceRounds),
    ratio: median(ratios),
    ratios,
    wanted: scenario.wanted,
    answerBytes: Math.round(bytes / COMPARED_ANSWERS),
  };
}
