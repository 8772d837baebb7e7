/** Tells an engine beside the database what has changed, and builds its index. See docs/adr/0073-search-in-opensearch.md. */
import type { CronItem, Task } from 'graphile-worker';
import { BUILD_TASK, ENGINE_QUEUE, FEED_TASK, findEngineIndexes } from '../db/queries/search/engine-feed.ts';
import { buildEngineIndex, feedEngine } from '../domain/search/engine/feed-engine.ts';
import { type ChosenEngine, SearchEngineFault } from '../kernel/ports/search-engine.ts';
import type { JobScope } from '../kernel/subscribers.ts';

/** Progress is logged each time that so many documents are written. */
const LOGGED_EVERY = 100_000;

async function feed({ db, log }: JobScope, { engine }: ChosenEngine, signal: AbortSignal | undefined): Promise<void> {
  const { refused } = await feedEngine(db, engine, signal);
  const [first] = refused;
  if (first === undefined) return;
  const { kind, rowId, reason } = first;
  log.error({ refused: refused.length, kind, rowId, reason }, 'The search engine does not take what was written; it is sent again later.');
}

async function build({ db, log }: JobScope, { engine, nameOfIndex }: ChosenEngine, signal: AbortSignal | undefined): Promise<void> {
  const indexes = await findEngineIndexes(db);
  if (indexes === undefined || (indexes.current !== null && (await engine.hasIndex(indexes.current)))) return;
  const name = nameOfIndex(new Date());
  log.info({ index: name }, 'The index of the search engine is being built.');
  await buildEngineIndex(db, engine, {
    name,
    ...(signal !== undefined && { signal }),
    onProgress: ({ kind, done }) => {
      if (done % LOGGED_EVERY === 0) log.info({ index: name, kind, done }, 'The index of the search engine grows.');
    },
  });
  log.info({ index: name }, 'The index of the search engine is complete and answers.');
}

/** The tasks; in a process without an engine they leave everything as it is. What an engine does not do now is tried by the next minute. */
export function searchEngineTasks(scope: JobScope): Readonly<Record<string, Task>> {
  const engine = scope.commandServices?.searchEngine;
  const tried =
    (work: typeof feed): Task =>
    async (_payload, { abortSignal }) => {
      if (engine === undefined) return;
      try {
        await work(scope, engine, abortSignal);
      } catch (error) {
        if (!(error instanceof SearchEngineFault)) throw error;
        scope.log.warn({ err: error }, 'The search engine failed; it is told later.');
      }
    };
  return { [FEED_TASK]: tried(feed), [BUILD_TASK]: tried(build) };
}

/** Every minute, for what an engine could not be told: a retry of its own would wait for hours after a while. */
export function searchEngineTimes({ commandServices }: Pick<JobScope, 'commandServices'>): CronItem[] {
  if (commandServices?.searchEngine === undefined) return [];
  return [BUILD_TASK, FEED_TASK].map((task) => ({
    task,
    match: '* * * * *',
    options: { queueName: ENGINE_QUEUE, jobKey: `${task}-due`, maxAttempts: 1 },
  }));
}
