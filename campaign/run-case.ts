/** Sends a dimension in growing sizes until it is done or something is found. */
import type { Dimension, HostileRequest, Sent } from './dimension.ts';
import { findingOf, powerOfGrowth, type Step, type Yardstick } from './judge.ts';
import { measureRequests } from './measure.ts';
import type { ServerUnderTest } from './server-under-test.ts';
import { findEdge, growingSizes } from './sizes.ts';
import type { World } from './world.ts';

/** What the short form and the long one differ in. */
const FORMS = {
  short: { stride: 8, halvings: 2 },
  long: { stride: 2, halvings: 8 },
};

/** How long an answer may take; what it costs is judged, and a machine may be loaded. */
const LIMIT_MS = 60_000;

export interface CaseResult {
  readonly dimension: Dimension;
  /** The step that was found fault with, else the one that cost most. */
  readonly step: Step;
  /** The power of the size by which the cost grew to that step. */
  readonly growth: number | undefined;
  readonly finding: string | undefined;
}

export interface CaseOptions {
  readonly under: ServerUnderTest;
  readonly world: World;
  readonly yardstick: Yardstick;
  /** Measures the harmless request once more: what the machine does beside the run changes what everything costs. */
  readonly measureAgain: () => Promise<Yardstick>;
  readonly long: boolean;
}

function signed(requests: Sent, token: string | undefined): HostileRequest[] {
  const list = 'path' in requests ? [requests] : requests;
  if (token === undefined) return [...list];
  return list.map((request) => ({ ...request, headers: { 'x-service-key': token, ...request.headers } }));
}

function slower(one: Yardstick, other: Yardstick): Yardstick {
  return { blockingMs: Math.max(one.blockingMs, other.blockingMs), totalMs: Math.max(one.totalMs, other.totalMs) };
}

interface Judged {
  readonly step: Step;
  readonly finding: string | undefined;
}

/** Sends one size and judges it. A server that is lost by it is started again. */
async function trySize(dimension: Dimension, size: number, before: Step | undefined, options: CaseOptions): Promise<Judged> {
  const { under, world, yardstick } = options;
  const requests = signed(await dimension.requests(size, world), world.tokens[dimension.as ?? 'guest']);
  const figures = await measureRequests(under.current, requests, {
    limitMs: LIMIT_MS,
    background: dimension.background === true,
    mayAnswer: dimension.mayAnswer ?? [],
  });
  world.release();
  const step = { size, figures };
  if (under.current.hasEnded()) {
    const printed = under.current.printed().trim().slice(0, 1000);
    await under.restart();
    return { step, finding: `ends the server, which printed last:\n${printed}` };
  }
  if (figures.answer.late) await under.restart();
  return { step, finding: findingOf(dimension, before, step, yardstick) };
}

/** Runs one case. */
export async function runCase(dimension: Dimension, options: CaseOptions): Promise<CaseResult> {
  const { stride, halvings } = FORMS[options.long ? 'long' : 'short'];
  const steps: Step[] = [];
  let growth: number | undefined;
  let finding: string | undefined;

  async function take(size: number, before: Step | undefined): Promise<Step> {
    let judged = await trySize(dimension, size, before, options);
    // What is suspicious once may be another program's doing, or the first use of something: it has to be so again.
    if (judged.finding !== undefined && !judged.step.figures.answer.late) {
      const yardstick = slower(options.yardstick, await options.measureAgain());
      judged = await trySize(dimension, size, before, { ...options, yardstick });
    }
    finding = judged.finding;
    growth = powerOfGrowth(before, judged.step) ?? growth;
    steps.push(judged.step);
    return judged.step;
  }

  let last: Step | undefined;
  for (const size of growingSizes(dimension.sizes, stride)) {
    last = await take(size, last);
    if (finding !== undefined) return { dimension, step: last, growth, finding };
  }
  for (let halving = 0; halving < halvings; halving += 1) {
    const edge = findEdge(steps);
    if (edge === undefined) break;
    const step = await take(Math.floor((edge[0] + edge[1]) / 2), undefined);
    if (finding !== undefined) return { dimension, step, growth, finding };
  }
  const costliest = steps.toSorted((a, b) => b.figures.totalMs - a.figures.totalMs)[0];
  if (costliest === undefined) throw new Error(`${dimension.name} has no size.`);
  return { dimension, step: costliest, growth, finding };
}
