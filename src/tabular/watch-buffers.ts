/** Holds a thread to its memory beyond the heap, which has a limit of its own. */
import { TableError } from './table-error.ts';

const WATCH_MS = 100;

/** Calls with a refusal, again and again, while the buffers of this thread are more. Memory that threads share is not counted. */
export function watchBuffers(what: string, mostMegabytes: number, refuse: (refusal: TableError) => void): void {
  setInterval(() => {
    if (process.memoryUsage().arrayBuffers <= mostMegabytes * 1024 ** 2) return;
    refuse(new TableError('TOO_LARGE', `${what} takes more than ${mostMegabytes} MB of memory.`));
  }, WATCH_MS).unref();
}
