/**
 * The program of a process that makes forms of tables (form-process.ts), one at a time. It watches what it takes, and ends itself when that
 * is too much: an engine of native code can be stopped in no other way.
 */
import { setPriority } from 'node:os';
import type { FormAnswer, FormOrder } from './form-messages.ts';
import { writeForm } from './write-form.ts';

/** A table of a gigabyte takes three minutes as Parquet. */
const MOST_CPU_SECONDS = 20 * 60;
const MOST_MEMORY_BYTES = 1024 ** 3;
const WATCH_MS = 100;
/** Requests to the server have priority. */
const NICENESS = 10;

function end(): void {
  process.kill(process.pid, 'SIGKILL');
}

async function answer(order: FormOrder): Promise<void> {
  const begin = process.cpuUsage();
  const watch = setInterval(() => {
    const { user, system } = process.cpuUsage(begin);
    if (user + system > MOST_CPU_SECONDS * 1_000_000 || process.memoryUsage.rss() > MOST_MEMORY_BYTES) end();
  }, WATCH_MS);
  let failure: string | null = null;
  try {
    await writeForm(order);
  } catch (error) {
    failure = error instanceof Error ? error.message : String(error);
  }
  clearInterval(watch);
  const message: FormAnswer = { failure };
  process.send?.(message);
}

setPriority(NICENESS);
// The server says when it ends; a terminal says so to everything that it started.
process.on('SIGINT', () => {}).on('SIGTERM', () => {});
process.on('disconnect', end);
process.on('message', (order: FormOrder) => void answer(order));
