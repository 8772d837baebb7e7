import type { Logger } from 'pino';

/** Levels of the queue's own log; its messages about every job would drown those of the server at `info`. */
const levels = { error: 'warn', warning: 'warn', info: 'debug', debug: 'debug' } as const;

type QueueLevel = keyof typeof levels;

/** The function behind the queue's logger: writes to the server's log with the queue's scope as fields. */
export function queueLog(log: Logger): (scope: object) => (level: QueueLevel, message: string, meta?: object) => void {
  return (scope) => (level, message, meta) => {
    const failure = meta !== undefined && 'error' in meta ? { err: meta.error } : {};
    // The rest of a message is the stack that `err` has already.
    log[levels[level]]({ queue: scope, ...failure }, message.split('\n', 1)[0]);
  };
}
