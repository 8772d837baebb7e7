/** Measures a row of single steps: one thing is done in two places in turn, and each time is taken. */
import { type ChildServer, processorMilliseconds } from './child-server.ts';
import { median, type Row } from './compare.ts';
import type { Measurement } from './load.ts';

/** Untimed at first: the first ones run unoptimised code. */
const WARM_UP_STEPS = 5;
/** Pairs of each round. */
const STEPS = 20;

/** Something that is done again and again. */
export interface Step {
  /** Makes ready what the step needs; not timed. */
  readonly prepare?: () => Promise<void>;
  readonly run: () => Promise<unknown>;
}

/** A row whose two sides are steps on our own server. */
export interface StepScenario {
  readonly name: string;
  /** Least ratio of the reference's time to ours. */
  readonly wanted: number;
  readonly ours: Step;
  readonly reference: Step;
}

/** Times of the steps of one side, and the processor time of the server that they took together. */
interface Times {
  readonly milliseconds: number[];
  processor: number;
}

async function timed(step: Step, server: ChildServer, times: Times): Promise<void> {
  await step.prepare?.();
  const usedBefore = await processorMilliseconds(server.pid);
  const began = performance.now();
  await step.run();
  times.milliseconds.push(performance.now() - began);
  times.processor += (await processorMilliseconds(server.pid)) - usedBefore;
}

function measurementOf({ milliseconds, processor }: Times): Measurement {
  const sorted = milliseconds.toSorted((a, b) => a - b);
  const p50 = median(sorted);
  return {
    requestsPerSecond: 1000 / p50,
    p50Milliseconds: Math.round(p50 * 10) / 10,
    p99Milliseconds: Math.round((sorted.at(-1) ?? 0) * 10) / 10,
    processorMicroseconds: (processor * 1000) / milliseconds.length,
  };
}

/** Measures one row; each round gives the ratio of the medians. */
export async function compareSteps(
  scenario: StepScenario,
  server: ChildServer,
  options: { readonly rounds: number; readonly report: (line: string) => void },
): Promise<Row> {
  const { ours, reference } = scenario;
  const unused = { milliseconds: [], processor: 0 };
  for (let step = 0; step < WARM_UP_STEPS; step += 1) {
    await timed(ours, server, unused);
    await timed(reference, server, unused);
  }
  const all = { ours: { milliseconds: [], processor: 0 } as Times, reference: { milliseconds: [], processor: 0 } as Times };
  const ratios: number[] = [];
  for (let round = 1; round <= options.rounds; round += 1) {
    const from = all.ours.milliseconds.length;
    for (let step = 0; step < STEPS; step += 1) {
      await timed(ours, server, all.ours);
      await timed(reference, server, all.reference);
    }
    const ourTime = median(all.ours.milliseconds.slice(from));
    const otherTime = median(all.reference.milliseconds.slice(from));
    ratios.push(otherTime / ourTime);
    options.report(`  round ${round}: ${ourTime.toFixed(1)} against ${otherTime.toFixed(1)} ms, ratio ${(otherTime / ourTime).toFixed(3)}`);
  }
  return {
    name: scenario.name,
    ours: measurementOf(all.ours),
    reference: measurementOf(all.reference),
    ratio: median(ratios),
    ratios,
    wanted: scenario.wanted,
    answerBytes: 0,
  };
}
