/** Ingests in a thread of its own, so that requests are answered meanwhile, and a file that takes too much ends the thread only. */
import { rm } from 'node:fs/promises';
import { Worker } from 'node:worker_threads';
import type { IngestMessage, IngestOrder } from './ingest-messages.ts';
import type { IngestedTable, IngestRequest, IngestRun } from './ingest-table.ts';
import { TableError } from './table-error.ts';

export interface WorkerRun extends IngestRun {
  /** Of the thread's heap, and again of its buffers. */
  readonly mostMegabytes?: number;
  readonly mostMilliseconds?: number;
  /** The program of the thread; the one beside this file without it. */
  readonly program?: URL;
}

/** Together under 400 MB with what the process has beside them. */
const MOST_MEGABYTES = 160;
/** A table of some gigabytes takes minutes. */
const MOST_MILLISECONDS = 6 * 60 * 60 * 1000;

/** As {@link ingestTable}. @throws TableError, also TOO_LARGE when the file takes too much memory or time; the reason of the signal */
export async function ingestInWorker(request: IngestRequest, run: WorkerRun = {}): Promise<IngestedTable> {
  const { mostMegabytes = MOST_MEGABYTES, mostMilliseconds = MOST_MILLISECONDS, signal } = run;
  signal?.throwIfAborted();
  const worker = start({ request, mostMegabytes }, run.program ?? programBeside());
  const over = new AbortController();
  let endedEarly = true;
  try {
    return await new Promise<IngestedTable>((resolve, reject) => {
      const timer = setTimeout(() => {
        reject(new TableError('TOO_LARGE', `Reading the file takes longer than ${Math.round(mostMilliseconds / 1000)} seconds.`));
      }, mostMilliseconds);
      over.signal.addEventListener('abort', () => clearTimeout(timer));
      signal?.addEventListener('abort', () => reject(reasonOf(signal)), { signal: over.signal });
      worker.on('message', (message: IngestMessage) => {
        if (message.kind === 'progress') {
          run.progress?.(message.progress);
          return;
        }
        endedEarly = false;
        if (message.kind === 'done') resolve(message.table);
        else reject(new TableError(message.failure, message.message, message));
      });
      worker.on('error', (error) => {
        const ranOut = isOutOfMemory(error);
        endedEarly = ranOut;
        reject(ranOut ? outOfMemory(mostMegabytes) : error);
      });
      worker.on('exit', (code) => reject(new Error(`The thread of an ingest ended with ${code} before it had answered.`)));
    });
  } finally {
    over.abort();
    await worker.terminate();
    // A thread that was ended has not removed what it had written.
    if (endedEarly) await rm(request.textPath, { force: true });
  }
}

function reasonOf(signal: AbortSignal): Error {
  return signal.reason instanceof Error ? signal.reason : new Error('The ingest was given up.', { cause: signal.reason });
}

/** The built server has it beside itself. */
function programBeside(): URL {
  const here = import.meta.url;
  return new URL(here.endsWith('.ts') ? 'ingest-program.ts' : 'ingest-program.js', here);
}

function start(order: IngestOrder, program: URL): Worker {
  // The environment holds passwords, and flags of the process may be meant for its own program.
  return new Worker(program, {
    workerData: order,
    env: {},
    execArgv: [],
    resourceLimits: { maxOldGenerationSizeMb: order.mostMegabytes, maxYoungGenerationSizeMb: 32 },
  });
}

function isOutOfMemory(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY';
}

function outOfMemory(mostMegabytes: number): TableError {
  return new TableError('TOO_LARGE', `Reading the file takes more than ${mostMegabytes} MB of memory.`);
}
