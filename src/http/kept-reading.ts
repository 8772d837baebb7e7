import { setTimeout as sleep } from 'node:timers/promises';

/** Counting goes over many rows, and metrics are asked for every few seconds. */
const KEPT_MS = 60_000;
/** A scrape does not wait for a database that does not respond. */
const PATIENCE_MS = 2_000;

/** Reads numbers once in a while; undefined while the database does not answer, so that the other metrics are given all the same. */
export function keptReading<Numbers>(read: () => Promise<Numbers>, keptMs: number = KEPT_MS): () => Promise<Numbers | undefined> {
  let known: { readonly at: number; readonly numbers: Promise<Numbers | undefined> } | undefined;
  return () => {
    if (known === undefined || performance.now() - known.at > keptMs) {
      const fresh = read().catch(() => {
        known = undefined;
        return undefined;
      });
      known = { at: performance.now(), numbers: fresh };
    }
    return Promise.race([known.numbers, sleep(PATIENCE_MS, undefined, { ref: false })]);
  };
}
