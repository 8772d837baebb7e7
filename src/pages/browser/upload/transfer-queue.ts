/** Files one after another, a few at the same time; each ends with a word on its line, whatever happens. */
import { ask } from './ask.ts';
import { filled } from './filled.ts';
import { Canceled, isSignedOut, Refused } from './refusals.ts';
import { type Transfer, transferFile, type UploadPage } from './transfer.ts';

/** Files on their way at the same time. */
const LANES = 2;

export interface TransferQueue {
  add(transfer: Transfer): void;
  /** Whether files are on their way. */
  isBusy(): boolean;
}

/** `allDone` is called whenever nothing is left to do. */
export function transferQueue(page: UploadPage, allDone: () => void): TransferQueue {
  const { words, begun } = page;
  const waiting: Transfer[] = [];
  let running = 0;

  function ended(transfer: Transfer, error: unknown): void {
    const { line, key, id } = transfer;
    transfer.worker?.terminate();
    if (error instanceof Canceled) {
      line.say(words.canceled);
      begun.remove(key);
      if (id !== undefined) ask('/deposit/upload/abort', { id }).catch(() => {});
      line.cancel.remove();
      return;
    }
    const isDifferent = error instanceof Refused && error.code === 'CHECKSUM_MISMATCH';
    // What arrived is of no use: it is sent anew from its beginning.
    if (isDifferent) begun.remove(key);
    const reason = error instanceof Error ? error.message : String(error);
    line.say(isSignedOut(error) ? words.signedOut : isDifferent ? words.mismatch : filled(words.failed, { reason }));
    line.fail(() => {
      waiting.push(transfer);
      next();
    });
  }

  async function run(transfer: Transfer): Promise<void> {
    try {
      const { checksum, warning } = await transferFile(page, transfer);
      transfer.line.say(`${filled(words.finished, { checksum })} ${warning}`);
      transfer.line.finish();
      if (Object.keys(begun.all()).length === 0) document.getElementById('unfinished')?.remove();
    } catch (error) {
      ended(transfer, error);
    }
  }

  function next(): void {
    while (running < LANES) {
      const transfer = waiting.shift();
      if (transfer === undefined) return;
      running += 1;
      run(transfer)
        .catch(() => {})
        .finally(() => {
          running -= 1;
          if (running === 0 && waiting.length === 0) allDone();
          next();
        })
        .catch(() => {});
    }
  }

  return {
    add: (transfer) => {
      waiting.push(transfer);
      next();
    },
    isBusy: () => running > 0,
  };
}
