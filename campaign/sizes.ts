/** Which sizes of a dimension are sent. */
import type { Step } from './judge.ts';

/** From the smallest to the largest, each `stride` times the one before; the largest is always among them. */
export function growingSizes([from, to]: readonly [from: number, to: number], stride: number): number[] {
  const sizes = [];
  for (let size = from; size < to; size *= stride) sizes.push(size);
  return [...sizes, to];
}

/** What an answer is: two sizes that are answered otherwise have a limit between them. */
function kindOf({ figures }: Step): string {
  const { status, text } = figures.answer;
  return `${status} ${/"(?:code|errorCode)":"([A-Z_]+)"/.exec(text)?.[1] ?? ''}`;
}

/**
 * Two sizes that were sent, without another between them, that are answered otherwise. What costs most lies just before a limit, which a stride
 * passes by. The pair that costs most is given, of those that have a size between them left.
 */
export function findEdge(steps: readonly Step[]): readonly [number, number] | undefined {
  const bySize = steps.toSorted((a, b) => a.size - b.size);
  const edges = bySize.flatMap((step, index) => {
    const next = bySize[index + 1];
    if (next === undefined || kindOf(step) === kindOf(next) || next.size - step.size < 2) return [];
    return [{ pair: [step.size, next.size] as const, costMs: Math.max(step.figures.totalMs, next.figures.totalMs) }];
  });
  return edges.toSorted((a, b) => b.costMs - a.costMs)[0]?.pair;
}
