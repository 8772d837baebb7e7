import type { FileHandle } from 'node:fs/promises';
import type { ChecksumAlgorithm } from '../vocabulary/files.ts';
import type { Sums } from './checksum-messages.ts';
import { followFile, type Follower } from './checksum-threads.ts';
import { runningSums } from './running-sums.ts';

/** What is shorter takes the main thread some milliseconds, and another thread longer to begin with. */
const FOLLOWED_FROM_BYTES = 4 * 1024 * 1024;

/** Checksum and CRC-32 of bytes on their way into a file. */
export interface UploadSums {
  update(chunk: Buffer): void;
  /** The file has this many bytes. */
  written(bytes: number, file: FileHandle): void;
  /** Once, when all bytes are written. Rejects when a thread that computed them has ended. */
  sums(): Promise<Sums>;
  /** Resolves when the file can be closed. */
  leave(): Promise<void>;
}

/** Begins on the main thread. A thread that is free takes over when the file gets large, from its first byte. */
export function uploadSums(algorithm: ChecksumAlgorithm): UploadSums {
  const running = runningSums(algorithm);
  let follower: Follower | undefined;
  let wasAsked = false;
  return {
    update(chunk) {
      if (follower === undefined) running.update(chunk);
    },
    written(bytes, file) {
      if (!wasAsked && bytes >= FOLLOWED_FROM_BYTES) {
        wasAsked = true;
        follower = followFile(file.fd, algorithm);
      }
      follower?.written(bytes);
    },
    sums: async () => await (follower === undefined ? running.sums() : follower.sums()),
    leave: async () => await follower?.leave(),
  };
}
