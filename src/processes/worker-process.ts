import cluster from 'node:cluster';
import { setTimeout as sleep } from 'node:timers/promises';
import { StartupError } from '../errors/startup-error.ts';
import { type FromWorker, fromWorker, type ToWorker, type WorkerAssignment } from './worker-messages.ts';

/** How long a worker may take to answer another one; one that is busy is left out. */
const ANSWER_LIMIT_MS = 2_000;

/** What a worker says when it takes requests. */
export type WorkerReady = Omit<Extract<FromWorker, { readonly kind: 'ready' }>, 'kind'>;

/** What a worker asks the others. */
export interface Question {
  /** Number of the worker that asks. */
  readonly from: number;
  readonly subject: string;
  readonly body: unknown;
}

/** A process that answers requests, as its parent has it. */
export interface WorkerProcess {
  readonly pid: number | undefined;
  /** Rejects with the reason when it ends before. */
  readonly ready: Promise<WorkerReady>;
  /** Resolves when it is gone. */
  readonly ended: Promise<{ readonly code: number | null; readonly signal: string | null }>;
  /** Passes a question of another worker on; undefined when it is not answered in time. */
  ask(question: Question): Promise<unknown>;
  /** Passes on what another worker tells. */
  tell(message: Question): void;
  /** Says that another worker has ended. */
  tellGone(number: number): void;
  /** Lets it drain, and resolves when it is gone; after the limit it is killed. */
  stop(limitMs: number): Promise<void>;
}

export interface ForkOptions {
  readonly assignment: Omit<WorkerAssignment, 'kind'>;
  /** Called with what it asks the others; gives their answers. */
  readonly onAsk: (question: Question) => Promise<unknown[]>;
  /** Called with what it tells them. */
  readonly onTell: (message: Question) => void;
}

/** Starts a process with the program and the flags of this one. It ends when this one does, however that ends. */
export function forkWorker({ assignment, onAsk, onTell }: ForkOptions): WorkerProcess {
  const worker = cluster.fork();
  const ready = Promise.withResolvers<WorkerReady>();
  // Whoever stops during the start does not wait for it.
  ready.promise.catch(() => undefined);
  const ended = Promise.withResolvers<{ readonly code: number | null; readonly signal: string | null }>();
  const asked = new Map<number, (answer: unknown) => void>();
  let requests = 0;

  function send(message: ToWorker): void {
    // One that is ending has closed its channel.
    if (worker.isConnected()) worker.send(message, () => undefined);
  }

  function hear(message: FromWorker): void {
    if (message.kind === 'ready') ready.resolve({ version: message.version, newSuperuserToken: message.newSuperuserToken });
    else if (message.kind === 'refused') ready.reject(new StartupError(message.message));
    else if (message.kind === 'answered') asked.get(message.request)?.(message.body);
    else {
      const { request, subject, body } = message;
      const question = { from: assignment.number, subject, body };
      if (request === null) onTell(question);
      else void onAsk(question).then((bodies) => send({ kind: 'answers', request, bodies }));
    }
  }

  worker.on('message', (message: unknown) => {
    const read = fromWorker.safeParse(message);
    if (read.success) hear(read.data);
  });
  worker.on('error', (error) => {
    ready.reject(error);
    // One that could not be made has no end of its own.
    if (worker.process.pid === undefined) ended.resolve({ code: null, signal: null });
  });
  worker.on('exit', (code: number | null, signal: string | null) => {
    ready.reject(new StartupError(`A worker ended while it started (${signal ?? `exit code ${code ?? 'unknown'}`}).`));
    ended.resolve({ code, signal });
  });
  send({ kind: 'begin', ...assignment });

  return {
    pid: worker.process.pid,
    ready: ready.promise,
    ended: ended.promise,
    ask: async (question) => {
      requests += 1;
      const request = requests;
      const answer = new Promise<unknown>((resolve) => asked.set(request, resolve));
      send({ kind: 'asked', request, ...question });
      try {
        // One that ends meanwhile answers nothing more.
        return await Promise.race([answer, ended.promise.then(() => undefined), sleep(ANSWER_LIMIT_MS, undefined, { ref: false })]);
      } finally {
        asked.delete(request);
      }
    },
    tell: (message) => send({ kind: 'asked', request: null, ...message }),
    tellGone: (number) => send({ kind: 'gone', number }),
    stop: async (limitMs) => {
      send({ kind: 'stop' });
      const limit = setTimeout(() => worker.process.kill('SIGKILL'), limitMs);
      await ended.promise;
      clearTimeout(limit);
    },
  };
}
