import type { TaskList } from 'graphile-worker';
import { inSpan } from '../tracing/spans.ts';

/** The tasks, each run of which is a trace of its own where the server is traced. */
export function tracedTasks(tasks: TaskList): TaskList {
  return Object.fromEntries(
    Object.entries(tasks).map(([name, task]) => [
      name,
      (payload, helpers) =>
        inSpan({ name: `job ${name}`, attributes: { 'job.attempt': helpers.job.attempts }, isRoot: true }, async () =>
          task?.(payload, helpers),
        ),
    ]),
  );
}
