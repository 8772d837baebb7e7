/** Describes variables in a thread of its own, beside the one that reads the table and writes its text. */
import { Worker } from 'node:worker_threads';
import type { TableAccounts, VariableDescription } from '../table-accounts.ts';
import { TableError } from '../table-error.ts';
import type { Batch, Variable } from '../table.ts';
import type { BesideAnswer, BesideOrder, BesideRequest } from './beside-messages.ts';
import { shareBatch } from './shared-batch.ts';

/** Batches on their way: one that is read from, one that waits, and one that is written. */
const BATCHES = 3;
/** A batch of very long texts is handed over alone, so that there are not three of them. */
const LARGE_BYTES = 8 * 1024 * 1024;
/** Numbers that are held for medians have at most half of it. */
const MOST_MEGABYTES = 128;

/** The thread starts when this is made, so that it is there when the variables are known. */
export class AccountsBeside implements TableAccounts {
  readonly #worker: Worker;
  readonly #memories = Array.from({ length: BATCHES }, () => new SharedArrayBuffer(0));
  #sent = 0;
  #taken = 0;
  readonly #results: (readonly VariableDescription[] | 'again')[] = [];
  #failure: Error | undefined;
  /** Goes on when the thread has said something. */
  #heard: () => void = () => undefined;

  constructor(given: Omit<BesideOrder, 'mostMegabytes'> & { mostMegabytes?: number }) {
    const order = { mostMegabytes: MOST_MEGABYTES, ...given };
    this.#worker = start(order);
    this.#worker.on('message', (answer: BesideAnswer) => {
      if (answer.kind === 'taken') this.#taken += 1;
      else if (answer.kind === 'ended') this.#results.push(answer.result);
      else this.#failure = new TableError(answer.failure, answer.message);
      this.#heard();
    });
    const fail = (error: Error): void => {
      this.#failure ??= isOutOfMemory(error)
        ? new TableError('TOO_LARGE', `Describing the table takes more than ${order.mostMegabytes} MB of memory.`)
        : error;
      this.#heard();
    };
    this.#worker.on('error', fail);
    this.#worker.on('exit', () => fail(new Error('The thread that describes a table ended before it had answered.')));
  }

  /** Says which variables are described, before the first batch. */
  begin(variables: readonly Variable[]): void {
    this.#tell({ kind: 'begin', variables });
  }

  async add(batch: Batch): Promise<void> {
    await this.#until(() => this.#sent - this.#taken < BATCHES);
    const slot = this.#sent % BATCHES;
    const shared = shareBatch(batch, this.#memories[slot] ?? new SharedArrayBuffer(0));
    const isLarge = shared.memory.byteLength > LARGE_BYTES;
    this.#memories[slot] = isLarge ? new SharedArrayBuffer(0) : shared.memory;
    this.#tell({ kind: 'batch', batch: shared });
    this.#sent += 1;
    if (isLarge) await this.#until(() => this.#sent === this.#taken);
  }

  async endLook(): Promise<readonly VariableDescription[] | 'again'> {
    this.#tell({ kind: 'end' });
    await this.#until(() => this.#results.length > 0);
    return this.#results.shift() ?? 'again';
  }

  /** Ends the thread, whatever it does. */
  async close(): Promise<void> {
    this.#failure ??= new Error('The thread that describes a table was ended.');
    await this.#worker.terminate();
  }

  #tell(request: BesideRequest): void {
    // oxlint-disable-next-line require-post-message-target-origin -- A thread is no window, and has no origin.
    this.#worker.postMessage(request);
  }

  async #until(isSo: () => boolean): Promise<void> {
    while (!isSo()) {
      if (this.#failure !== undefined) throw this.#failure;
      await new Promise<void>((resolve) => {
        this.#heard = resolve;
      });
    }
    if (this.#failure !== undefined) throw this.#failure;
  }
}

function start(order: BesideOrder): Worker {
  const here = import.meta.url;
  // The built server has the program in a folder beside it.
  const program = new URL(here.endsWith('.ts') ? 'describe-program.ts' : 'describe-program.js', here);
  return new Worker(program, {
    workerData: order,
    env: {},
    execArgv: [],
    resourceLimits: { maxOldGenerationSizeMb: order.mostMegabytes, maxYoungGenerationSizeMb: 16 },
  });
}

function isOutOfMemory(error: Error): boolean {
  return 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY';
}
