/** The program of a thread that follows files while they are written (checksum-threads.ts). */
import { readSync } from 'node:fs';
import { parentPort } from 'node:worker_threads';
import type { ChecksumAnswer, ChecksumOrder } from './checksum-messages.ts';
import { runningSums, type RunningSums } from './running-sums.ts';

/** What a file is read in: it is in the page cache, where the writer has just put it. */
const piece = Buffer.allocUnsafeSlow(1024 * 1024);

interface FollowedFile {
  readonly descriptor: number;
  readonly running: RunningSums;
  bytes: number;
  fault: string | undefined;
}

let file: FollowedFile | undefined;

function readOn(followed: FollowedFile, upTo: number): void {
  while (followed.bytes < upTo) {
    const count = readSync(followed.descriptor, piece, 0, Math.min(piece.length, upTo - followed.bytes), followed.bytes);
    if (count === 0) throw new Error(`The file ends at ${followed.bytes} of ${upTo} bytes.`);
    followed.running.update(piece.subarray(0, count));
    followed.bytes += count;
  }
}

function answerOf(followed: FollowedFile | undefined): ChecksumAnswer {
  if (followed === undefined) return { fault: 'No file was begun.' };
  if (followed.fault !== undefined) return { fault: followed.fault };
  return { sums: followed.running.sums() };
}

parentPort?.on('message', (order: ChecksumOrder) => {
  if (order.kind === 'begin') {
    file = { descriptor: order.descriptor, running: runningSums(order.algorithm), bytes: 0, fault: undefined };
  } else if (order.kind === 'end') {
    // oxlint-disable-next-line require-post-message-target-origin -- A thread is no window, and has no origin.
    parentPort?.postMessage(answerOf(file));
    file = undefined;
  } else if (file !== undefined && file.fault === undefined) {
    try {
      readOn(file, order.bytes);
    } catch (error) {
      file.fault = String(error);
    }
  }
});
