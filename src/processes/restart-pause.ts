const FIRST_MS = 100;
const LONGEST_MS = 10_000;

/** Milliseconds until a worker is started again that has ended, or failed to start, so often in a row. */
export function restartPauseMs(failures: number): number {
  return Math.min(LONGEST_MS, FIRST_MS * 2 ** failures);
}
