/** Threads that read tables leave the processors to those that answer requests. */
import { setPriority } from 'node:os';
import { platform } from 'node:process';

const NICENESS = 10;

/** Only on Linux a priority is of the thread that asks for it; elsewhere it would be of the whole process. */
export function yieldToRequests(): void {
  if (platform !== 'linux') return;
  try {
    setPriority(NICENESS);
  } catch {
    // A system that refuses it, such as a container, has its own order.
  }
}
