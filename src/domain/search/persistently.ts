import { isConcurrentChange } from '../../errors/concurrent-change.ts';

/** Attempts in all where concurrent changes abort a batch. */
const MOST_ATTEMPTS = 5;

/** Does a batch of the index; again, where concurrent changes have aborted it. */
export async function persistently<Result>(attempt: () => Promise<Result>): Promise<Result> {
  for (let attempts = 1; ; attempts += 1) {
    try {
      return await attempt();
    } catch (error) {
      if (attempts >= MOST_ATTEMPTS || !isConcurrentChange(error)) throw error;
    }
  }
}
