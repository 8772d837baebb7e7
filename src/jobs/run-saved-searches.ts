/** Saved searches: run every night. Source: users-admin.md 12. */
import type { CronItem, Task } from 'graphile-worker';
import { listSavedSearches } from '../db/queries/search/saved-searches.ts';
import { runOne } from '../domain/search/run-saved-search.ts';
import { DomainError } from '../errors/domain-error.ts';
import { systemActor } from '../kernel/actor.ts';
import type { JobScope } from '../kernel/subscribers.ts';

const TASK = 'run-saved-searches';

/** The task that links what saved searches find. A search that is refused does not keep the others. */
export function savedSearchTasks({ db, commandServices: services, log }: JobScope): Readonly<Record<string, Task>> {
  return {
    [TASK]: async (_payload, { abortSignal }) => {
      if (services === undefined) return;
      const context = { actor: systemActor(), db, services, requestId: TASK };
      for (const search of await listSavedSearches(db, null)) {
        if (abortSignal.aborted) return;
        try {
          const { hits } = await runOne(context, search);
          log.info(
            { savedSearch: search.id, hits: hits.length, linked: hits.filter(({ isNew }) => isNew).length },
            'A saved search was run.',
          );
        } catch (error) {
          if (!(error instanceof DomainError)) throw error;
          log.warn({ savedSearch: search.id, err: error }, 'A saved search was refused.');
        }
      }
    },
  };
}

/** When they are run, in UTC; the queue starts them once for all processes. */
export const SAVED_SEARCH_TIMES: CronItem[] = [{ task: TASK, match: '30 0 * * *', options: { jobKey: TASK, maxAttempts: 3 } }];
