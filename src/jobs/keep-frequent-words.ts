/** Keeps the hits of frequent words as they are. See docs/adr/0100-hits-of-frequent-words-are-kept.md. */
import type { CronItem, Task } from 'graphile-worker';
import { keepFrequentWords } from '../domain/search/keep-frequent-words.ts';
import type { JobScope } from '../kernel/subscribers.ts';

const TASK = 'keep-frequent-words';
/** How long a job goes on; the next minute goes on from there. */
const SLICE_MS = 30_000;

/** The task. */
export function keptWordTasks({ db, log }: JobScope): Readonly<Record<string, Task>> {
  return {
    [TASK]: async (_payload, { abortSignal }) => {
      const endsAt = performance.now() + SLICE_MS;
      const { kept, forgotten } = await keepFrequentWords(db, {
        pauses: () => abortSignal.aborted || performance.now() >= endsAt,
      });
      if (kept.length + forgotten.length === 0) return;
      log.info({ kept: kept.length, forgotten: forgotten.length }, 'Hits of other frequent words are kept.');
    },
  };
}

/** Every minute, once for all processes. */
export const KEPT_WORD_TIMES: CronItem[] = [{ task: TASK, match: '* * * * *', options: { jobKey: TASK, maxAttempts: 1 } }];
