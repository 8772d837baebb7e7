/** Compares what a request cost with what a harmless one costs. */
import type { Bound, Dimension } from './dimension.ts';
import { type Figures, isFault } from './measure.ts';

/**
 * What everything has to keep to that declares nothing else. A harmless request reads a dataset with its files over GraphQL: about one
 * millisecond of the main thread, two of all threads and the database together, so that these are a quarter of a second and a second. The
 * largest accepted body costs some dozens of harmless ones by parsing alone, and has paid for its transfer.
 */
export const COMMON_BOUND: Bound = { blocking: 250, total: 500, memoryMegabytes: 300, answerMegabytes: 5 };

/** Growth by more than this power of the size is said to be too fast, once it costs enough to be told exactly. */
const STEEPEST_POWER = 1.8;
/** Part of a bound from which on growth is judged. */
const NOTICEABLE = 0.5;
/** Process time is told in steps of 10 ms: of less no power can be computed. */
const LEAST_TOLD_MS = 50;

/** What a harmless request costs. */
export interface Yardstick {
  readonly blockingMs: number;
  readonly totalMs: number;
}

export interface Step {
  readonly size: number;
  readonly figures: Figures;
}

/** The power of the size by which the cost grew between two steps; undefined when they are too cheap to tell. */
export function powerOfGrowth(before: Step | undefined, after: Step): number | undefined {
  if (before === undefined || before.figures.totalMs < LEAST_TOLD_MS) return undefined;
  return Math.log(Math.max(1, after.figures.totalMs) / before.figures.totalMs) / Math.log(after.size / before.size);
}

/** Why a step is a finding, seen after the one before it; undefined when it is none. */
export function findingOf(dimension: Dimension, before: Step | undefined, step: Step, yardstick: Yardstick): string | undefined {
  const { answer, blockingMs, totalMs, memoryMegabytes, answerMegabytes } = step.figures;
  const bound = { ...COMMON_BOUND, ...dimension.bound };
  if (isFault(answer, dimension.mayAnswer)) return `is answered ${answer.status}: ${answer.text.slice(0, 300)}`;
  const blocking = blockingMs / yardstick.blockingMs;
  if (blocking > bound.blocking) return `blocks the main thread for ${Math.round(blocking)} harmless requests, over ${bound.blocking}`;
  const total = totalMs / yardstick.totalMs;
  if (total > bound.total) return `costs ${Math.round(total)} harmless requests, over ${bound.total}`;
  if (memoryMegabytes > bound.memoryMegabytes) return `takes ${Math.round(memoryMegabytes)} MB of memory, over ${bound.memoryMegabytes}`;
  if (answerMegabytes > bound.answerMegabytes) return `is answered with ${answerMegabytes.toFixed(1)} MB, over ${bound.answerMegabytes}`;
  const power = powerOfGrowth(before, step);
  if (power !== undefined && power > STEEPEST_POWER && total > bound.total * NOTICEABLE) {
    return `grows by the power ${power.toFixed(1)} of its size, over ${STEEPEST_POWER}`;
  }
  return undefined;
}
