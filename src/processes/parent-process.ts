import { setTimeout as sleep } from 'node:timers/promises';
import type { Neighbours } from '../neighbours.ts';
import { type FromWorker, type ToWorker, toWorker, type WorkerAssignment } from './worker-messages.ts';

/** Longer than the parent waits for a worker. */
const ANSWERS_LIMIT_MS = 4_000;

/** The part of `process` that a worker speaks to its parent by. */
export interface ParentChannel {
  on(event: 'message', listener: (message: unknown) => void): unknown;
  send?(message: object): unknown;
}

/** The parent, as a worker has it. */
export interface ParentProcess {
  /** What this worker has to know; the parent sends it at once. */
  readonly assignment: Promise<WorkerAssignment>;
  /** Resolves when the parent wants this worker to stop. */
  readonly stopRequested: Promise<void>;
  tell(message: FromWorker): void;
  /** The other workers. */
  neighbours(own: number): Neighbours;
}

/** Begins to listen to the parent. */
export function createParentProcess(channel: ParentChannel): ParentProcess {
  const assignment = Promise.withResolvers<WorkerAssignment>();
  const stop = Promise.withResolvers<void>();
  const listeners = new Map<string, (body: unknown, from: number) => unknown>();
  const onGone: ((number: number) => void)[] = [];
  const waiting = new Map<number, (bodies: readonly unknown[]) => void>();
  let requests = 0;

  const tell = (message: FromWorker): void => void channel.send?.(message);

  /** Nothing is answered where nobody listens, or the listener fails. */
  async function answer({ request, from, subject, body }: Extract<ToWorker, { readonly kind: 'asked' }>): Promise<void> {
    let found: unknown;
    try {
      found = await listeners.get(subject)?.(body, from);
    } catch {
      found = undefined;
    }
    if (request !== null) tell({ kind: 'answered', request, body: found });
  }

  channel.on('message', (given) => {
    const read = toWorker.safeParse(given);
    if (!read.success) return;
    const message = read.data;
    if (message.kind === 'begin') assignment.resolve(message);
    else if (message.kind === 'stop') stop.resolve();
    else if (message.kind === 'answers') waiting.get(message.request)?.(message.bodies);
    else if (message.kind === 'asked') void answer(message);
    else for (const listener of onGone) listener(message.number);
  });

  return {
    assignment: assignment.promise,
    stopRequested: stop.promise,
    tell,
    neighbours: (own) => ({
      own,
      tell: (subject, body) => tell({ kind: 'ask', request: null, subject, body }),
      ask: async (subject, body) => {
        requests += 1;
        const request = requests;
        const answers = new Promise<readonly unknown[]>((resolve) => waiting.set(request, resolve));
        tell({ kind: 'ask', request, subject, body });
        try {
          return await Promise.race([answers, sleep(ANSWERS_LIMIT_MS, [], { ref: false })]);
        } finally {
          waiting.delete(request);
        }
      },
      hear: (subject, listener) => void listeners.set(subject, listener),
      onGone: (listener) => void onGone.push(listener),
    }),
  };
}
