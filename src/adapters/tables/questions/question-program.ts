/**
 * The program of a process that answers questions to tables, one at a time. What takes long is interrupted; the process ends itself where that is
 * not enough, or where it takes too much memory.
 */
import { setPriority } from 'node:os';
import { QuestionDesk } from './answer-question.ts';
import type { QuestionAnswer, QuestionOrder } from './question-messages.ts';

/** Of the engine, its buffers and this program. */
const MOST_MEMORY_BYTES = 500 * 1024 ** 2;
/** Beyond it, too little is left for the next question. */
const SPENT_MEMORY_BYTES = 350 * 1024 ** 2;
const MOST_CPU_SECONDS = 10;
const WATCH_MS = 50;
/** After which an interrupted engine has not ended. */
const GRACE_MS = 5000;
/** Requests to the server have priority. */
const NICENESS = 5;

const desk = new QuestionDesk();

function end(): void {
  process.kill(process.pid, 'SIGKILL');
}

async function answer(order: QuestionOrder): Promise<void> {
  const begin = process.cpuUsage();
  let isCostly = false;
  let grace: NodeJS.Timeout | undefined;
  const watch = setInterval(() => {
    if (process.memoryUsage.rss() > MOST_MEMORY_BYTES) end();
    const { user, system } = process.cpuUsage(begin);
    if (isCostly || user + system <= MOST_CPU_SECONDS * 1_000_000) return;
    isCostly = true;
    desk.interrupt();
    grace = setTimeout(end, GRACE_MS);
  }, WATCH_MS);
  let message: QuestionAnswer;
  try {
    const found = await desk.answer(order);
    message = { kind: 'answered', answer: found, isSpent: process.memoryUsage.rss() > SPENT_MEMORY_BYTES };
  } catch (error) {
    const text = error instanceof Error ? error.message : String(error);
    message = isCostly || text.includes('Out of Memory Error') ? { kind: 'costly' } : { kind: 'failed', message: text };
  }
  clearInterval(watch);
  clearTimeout(grace);
  process.send?.(message);
}

setPriority(NICENESS);
// The server says when it ends; a terminal says so to everything that it started.
process.on('SIGINT', () => {}).on('SIGTERM', () => {});
process.on('disconnect', end);
process.on('message', (order: QuestionOrder) => void answer(order));
