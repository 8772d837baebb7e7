import { constants } from 'node:fs';
import * as fs from 'node:fs/promises';
import { systemErrorCode } from './file-system-error.ts';

/** File systems on disks of this machine by their numbers (statfs(2)): ext2 to ext4, XFS. Over a network each direct write would wait for a server. */
const LOCAL_DISKS: readonly number[] = [0xef53, 0x58465342];

/** A file that is written past the page cache (O_DIRECT of open(2)): from aligned memory, whole blocks at multiples of their length. */
export interface DirectFile {
  /** Writes at a position and tells how many bytes were written: none where the file cannot be written so. @throws the system's error. */
  write(blocks: readonly Buffer[], position: number): Promise<number>;
  close(): Promise<void>;
}

/** The same file as an open one, which stays open. The system is asked at the first write whether it can be. */
export function directFile(file: fs.FileHandle): DirectFile {
  let opened: fs.FileHandle | null | undefined;

  async function close(): Promise<void> {
    const closing = opened;
    opened = null;
    await closing?.close();
  }

  return {
    async write(blocks, position) {
      if (opened === undefined) opened = await openDirectly(file);
      if (opened === null) return 0;
      try {
        return (await opened.writev(blocks, position)).bytesWritten;
      } catch (error) {
        // The disk wants it otherwise.
        if (systemErrorCode(error) !== 'EINVAL') throw error;
        await close();
        return 0;
      }
    },
    close,
  };
}

/** Null where the system or the file system is not known to do it well. */
async function openDirectly(file: fs.FileHandle): Promise<fs.FileHandle | null> {
  // Only Linux has the flag, whatever the types say.
  const { O_DIRECT: direct } = constants as { readonly O_DIRECT?: number };
  if (direct === undefined) return null;
  const path = `/proc/self/fd/${file.fd}`;
  try {
    const { type } = await fs.statfs(path);
    return LOCAL_DISKS.includes(type) ? await fs.open(path, constants.O_WRONLY | direct) : null;
  } catch {
    // No /proc, or the file system refuses the flag.
    return null;
  }
}
