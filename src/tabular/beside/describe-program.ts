/** The program of a thread that describes the variables of a table which another one reads (accounts-beside.ts). */
import { parentPort, workerData } from 'node:worker_threads';
import { createScratchFiles } from '../scratch-files.ts';
import { LocalAccounts } from '../table-accounts.ts';
import { TableError } from '../table-error.ts';
import { yieldToRequests } from '../thread-priority.ts';
import { watchBuffers } from '../watch-buffers.ts';
import type { BesideAnswer, BesideOrder, BesideRequest } from './beside-messages.ts';
import { sharedColumns } from './shared-batch.ts';

// oxlint-disable-next-line no-unsafe-type-assertion -- The thread is started with an order, and with nothing else.
const { scratchFolder, mostScratchBytes, mostMegabytes } = workerData as BesideOrder;
yieldToRequests();
const scratch = createScratchFiles(scratchFolder, mostScratchBytes);
let accounts = new LocalAccounts([]);

// oxlint-disable-next-line require-post-message-target-origin -- A thread is no window, and has no origin.
const tell = (answer: BesideAnswer): void => parentPort?.postMessage(answer);

const refuse = ({ failure, message }: TableError): void => tell({ kind: 'failed', failure, message });
watchBuffers('Describing the table', mostMegabytes, refuse);

async function take(request: BesideRequest): Promise<void> {
  if (request.kind === 'begin') {
    accounts = new LocalAccounts(request.variables, { scratch: () => scratch.make() });
    return;
  }
  if (request.kind === 'batch') {
    accounts.add(sharedColumns(request.batch));
    tell({ kind: 'taken' });
    return;
  }
  const result = await accounts.endLook();
  if (result !== 'again') await scratch.remove();
  tell({ kind: 'ended', result });
}

parentPort?.on('message', (request: BesideRequest) => {
  take(request).catch((error: unknown) => {
    if (!(error instanceof TableError)) throw error;
    refuse(error);
  });
});
