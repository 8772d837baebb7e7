/** Tells an engine beside the database what has changed, and builds its index. See docs/adr/0073-search-in-opensearch.md. */
import type { Task } from 'graphile-worker';
import { BUILD_TASK, FEED_TASK, findEngineIndexes } from '../db/queries/search/engine-feed.ts';
import { buildEngineIndex, feedEngine } from '../domain/search/engine/feed-engine.ts';
import type { JobScope } from '../kernel/subscribers.ts';

/** Progress is logged each time that so many documents are written. */
const LOGGED_EVERY = 100_000;

/** The tasks; in a process without an engine they leave everything as it is. */
export function searchEngineTasks({ db, commandServices, log }: JobScope): Readonly<Record<string, Task>> {
  const engine = commandServices?.searchEngine;
  return {
    [FEED_TASK]: async (_payload, { abortSignal }) => {
      if (engine !== undefined) await feedEngine(db, engine.engine, abortSignal);
    },
    [BUILD_TASK]: async (_payload, { abortSignal }) => {
      if (engine === undefined) return;
      const indexes = await findEngineIndexes(db);
      if (indexes === undefined || (indexes.current !== null && (await engine.engine.hasIndex(indexes.current)))) return;
      const name = engine.nameOfIndex(new Date());
      log.info({ index: name }, 'The index of the search engine is being built.');
      await buildEngineIndex(db, engine.engine, {
        name,
        signal: abortSignal,
        onProgress: ({ kind, done }) => {
          if (done % LOGGED_EVERY === 0) log.info({ index: name, kind, done }, 'The index of the search engine grows.');
        },
      });
      log.info({ index: name }, 'The index of the search engine is complete and answers.');
    },
  };
}
