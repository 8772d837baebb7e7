import { randomUUID } from 'node:crypto';
import * as fs from 'node:fs/promises';
import { constants } from 'node:fs';
import path from 'node:path';
import { DomainError } from '../errors/domain-error.ts';
import { ignoringAbsence, systemErrorCode } from './file-system-error.ts';

const NO_HARD_LINKS = new Set(['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS']);

/**
 * Moves a file, whose bytes are durable already, to an unused path, creating folders on the way. A file of another file system is copied to
 * `copyFolder` first, which has to be on the file system of the target. After it resolves a crash cannot undo the move; before, a crash
 * leaves the old place or both.
 * @throws Error when the target exists; it is left as it was.
 * @throws DomainError FILE_BYTES_MISSING when there is no file to move.
 */
export async function placeFile(source: string, target: string, copyFolder: string): Promise<void> {
  const folder = path.dirname(target);
  let firstCreated: string | undefined;
  const reserved = await claim(source, target, copyFolder).catch(async (error: unknown) => {
    if (systemErrorCode(error) !== 'ENOENT') throw error;
    // The folder is not there yet, or the bytes are gone.
    firstCreated = await fs.mkdir(folder, { recursive: true });
    return claim(source, target, copyFolder).catch(namingAbsence);
  });
  try {
    await syncFolders(folder, firstCreated === undefined ? folder : path.dirname(firstCreated));
  } catch (error) {
    // An unsynced name may vanish in a crash; the bytes go with the staging file or, when renamed, with this one.
    await fs.rm(target, { force: true });
    throw error;
  }
  if (!reserved) await ignoringAbsence(fs.unlink(source));
}

/** Takes the target name, and tells whether the source name is gone with it. A link, unlike a rename, never replaces. */
async function claim(source: string, target: string, copyFolder: string): Promise<boolean> {
  try {
    await fs.link(source, target);
    return false;
  } catch (error) {
    const code = systemErrorCode(error);
    if (code === 'EEXIST') throw new Error('A stored file already exists under this storage id.', { cause: error });
    if (code === 'EXDEV') return claimCopy(source, target, copyFolder);
    if (code === undefined || !NO_HARD_LINKS.has(code)) throw error;
  }
  // Some file systems have no hard links: reserve the name, then replace the empty file of our own.
  await (await fs.open(target, 'wx', 0o600)).close();
  try {
    await fs.rename(source, target);
  } catch (error) {
    await fs.rm(target, { force: true });
    throw error;
  }
  return true;
}

function namingAbsence(error: unknown): never {
  if (systemErrorCode(error) !== 'ENOENT') throw error;
  throw new DomainError('FILE_BYTES_MISSING', 'The uploaded bytes are no longer there.', { cause: error });
}

/** Claims the target for a durable copy. The source stays until the caller removes it. */
async function claimCopy(source: string, target: string, copyFolder: string): Promise<boolean> {
  await fs.mkdir(copyFolder, { recursive: true, mode: 0o700 });
  const copy = path.join(copyFolder, randomUUID());
  try {
    await fs.copyFile(source, copy, constants.COPYFILE_EXCL);
    const handle = await fs.open(copy, 'r+');
    try {
      await handle.sync();
    } finally {
      await handle.close();
    }
    await claim(copy, target, copyFolder);
  } finally {
    await fs.rm(copy, { force: true });
  }
  return false;
}

/** Makes the names in `folder` and in its parents up to `top` durable. */
async function syncFolders(folder: string, top: string): Promise<void> {
  for (let current = folder; ; current = path.dirname(current)) {
    const handle = await fs.open(current, 'r');
    try {
      await handle.sync();
    } finally {
      await handle.close();
    }
    if (current === top || current === path.dirname(current)) return;
  }
}
