import { setTimeout as sleep } from 'node:timers/promises';

/** What work gives, or undefined if that takes longer. Failures that come later are nobody's. */
export async function withinTime<Result>(work: Promise<Result>, limitMs: number): Promise<Result | undefined> {
  const over = new AbortController();
  work.catch(() => undefined);
  try {
    return await Promise.race([work, sleep(limitMs, undefined, { signal: over.signal, ref: false })]);
  } finally {
    over.abort();
  }
}
