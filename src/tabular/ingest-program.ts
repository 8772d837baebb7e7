/** The program of a thread that ingests one file (ingest-in-worker.ts). */
import { parentPort, workerData } from 'node:worker_threads';
import type { IngestMessage, IngestOrder } from './ingest-messages.ts';
import { ingestTable } from './ingest-table.ts';
import { TableError } from './table-error.ts';
import { yieldToRequests } from './thread-priority.ts';
import { watchBuffers } from './watch-buffers.ts';

/** Progress that is told more often than this is of no use. */
const PROGRESS_MS = 100;

// oxlint-disable-next-line require-post-message-target-origin -- A thread is no window, and has no origin.
const tell = (message: IngestMessage): void => parentPort?.postMessage(message);

async function run({ request, mostMegabytes }: IngestOrder): Promise<void> {
  yieldToRequests();
  const controller = new AbortController();
  watchBuffers('Reading the file', mostMegabytes, (refusal) => controller.abort(refusal));
  let told = 0;
  try {
    const table = await ingestTable(request, {
      signal: controller.signal,
      progress: (progress) => {
        const now = performance.now();
        if (now - told < PROGRESS_MS) return;
        told = now;
        tell({ kind: 'progress', progress });
      },
    });
    tell({ kind: 'done', table });
  } catch (error) {
    if (!(error instanceof TableError)) throw error;
    const { failure, message, row, column } = error;
    tell({ kind: 'failed', failure, message, row, column });
  }
}

// oxlint-disable-next-line no-unsafe-type-assertion -- The thread is started with an order, and with nothing else.
await run(workerData as IngestOrder);
