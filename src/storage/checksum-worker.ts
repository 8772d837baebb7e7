/** The program of a thread that computes checksums (checksum-threads.ts): several at once, each block after block. */
import type { Hash } from 'node:crypto';
import { parentPort } from 'node:worker_threads';
import { crc32 } from 'node:zlib';
import { checksumHash } from './checksum-hash.ts';
import type { FromChecksumThread, ToChecksumThread } from './checksum-messages.ts';

/** Measured: one checksum after the other is a tenth faster over pieces that the processor's cache still holds. */
const PIECE_BYTES = 64 * 1024;

const begun = new Map<number, { readonly hash: Hash; crc32: number }>();

function answer(message: FromChecksumThread): void {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread is no window
  parentPort?.postMessage(message);
}

function follow(message: ToChecksumThread): void {
  const { id } = message;
  if (message.step === 'begin') {
    begun.set(id, { hash: checksumHash(message.algorithm), crc32: 0 });
    return;
  }
  if (message.step === 'forget') {
    begun.delete(id);
    return;
  }
  const checksum = begun.get(id);
  if (checksum === undefined) throw new Error('A checksum was continued that nobody began.');
  if (message.step === 'take') {
    const { memory, offset, length } = message;
    for (let at = 0; at < length; at += PIECE_BYTES) {
      const piece = new Uint8Array(memory, offset + at, Math.min(PIECE_BYTES, length - at));
      checksum.hash.update(piece);
      checksum.crc32 = crc32(piece, checksum.crc32);
    }
    answer({ id, answer: 'taken' });
  } else {
    begun.delete(id);
    answer({ id, answer: 'ended', value: checksum.hash.digest('hex'), crc32: checksum.crc32 });
  }
}

parentPort?.on('message', follow);
