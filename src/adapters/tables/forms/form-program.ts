/**
 * The program of a process that makes forms of tables (form-process.ts), one at a time. It watches what it takes, and ends itself when that
 * is too much: an engine of native code can be stopped in no other way.
 */
import { setPriority } from 'node:os';
import { TableError } from '../../../tabular/table-error.ts';
import type { FormAnswer, FormOrder } from './form-messages.ts';
import { writeForm } from './write-form.ts';

/** A table of a gigabyte takes three minutes as Parquet. */
const MOST_CPU_SECONDS = 20 * 60;
const MOST_MEMORY_BYTES = 1024 ** 3;
/** More than this is not kept while nothing is asked for. */
const SPENT_MEMORY_BYTES = 200 * 1024 ** 2;
const WATCH_MS = 100;
/** Requests to the server have priority. */
const NICENESS = 10;

function end(): void {
  process.kill(process.pid, 'SIGKILL');
}

/** What the engine says of values that it cannot write. Of a full disk and the like it says something else. */
const REFUSALS = /^(Conversion|Invalid Input|Out of Range|Out of Memory) Error/;

async function outcomeOf(order: FormOrder): Promise<FormAnswer> {
  try {
    await writeForm(order);
    return { kind: 'made', isSpent: process.memoryUsage.rss() > SPENT_MEMORY_BYTES };
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    return error instanceof TableError || REFUSALS.test(message)
      ? { kind: 'refused', message, isSpent: false }
      : { kind: 'failed', message };
  }
}

async function answer(order: FormOrder): Promise<void> {
  const begin = process.cpuUsage();
  let isOver = false;
  const tell = (message: FormAnswer, then: () => void): void => {
    if (isOver) return;
    isOver = true;
    clearInterval(watch);
    process.send?.(message, then);
  };
  const watch = setInterval(() => {
    const { user, system } = process.cpuUsage(begin);
    if (user + system <= MOST_CPU_SECONDS * 1_000_000 && process.memoryUsage.rss() <= MOST_MEMORY_BYTES) return;
    // Told before the end: a process that is killed by something else must not be taken for one that has had enough.
    tell({ kind: 'refused', message: 'Making the form took too much time or memory.', isSpent: true }, end);
  }, WATCH_MS);
  tell(await outcomeOf(order), () => undefined);
}

setPriority(NICENESS);
// The server says when it ends; a terminal says so to everything that it started.
process.on('SIGINT', () => {}).on('SIGTERM', () => {});
process.on('disconnect', end);
process.on('message', (order: FormOrder) => void answer(order));
