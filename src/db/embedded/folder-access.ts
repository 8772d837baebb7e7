// A foreign account needs the right to enter every folder on the way to its files. PostgreSQL's own message about a missing one is hard to
// read, so the path is checked first.
import { spawnSync } from 'node:child_process';
import { accessSync, constants } from 'node:fs';
import { chmod, chown, realpath, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { StartupError } from '../../errors/startup-error.ts';
import type { ServerAccount } from './server-account.ts';

/**
 * Checks that the account can enter `folder` and all its parents.
 * @param purpose what lies there, as the message shall call it.
 * @throws StartupError naming the first closed folder, the account and the cure.
 */
export async function requireEnterable(folder: string, account: ServerAccount, purpose: string): Promise<void> {
  const way: string[] = [];
  for (let step = await realpath(folder); ; step = dirname(step)) {
    way.unshift(step);
    if (dirname(step) === step) break;
  }
  for (const step of way) {
    if (await canEnter(step, account)) continue;
    throw new StartupError(
      `The user ${account.name}, which runs PostgreSQL, cannot enter the folder ${step} on the way to ${purpose} (${folder}): ` +
        `run "chmod o+x ${step}", move it elsewhere, or set DATABASE_URL.`,
    );
  }
}

/**
 * Lets the account's group pass through the data folder when it is root's private folder (mode 0700, as `mktemp -d`
 * makes it); any wider mode is the operator's choice and stays as it is.
 */
export async function openPrivateFolder(folder: string, account: ServerAccount): Promise<void> {
  if (!account.foreign) return;
  const { mode, uid } = await stat(folder);
  if (uid !== process.geteuid?.() || (mode & 0o777) !== 0o700) return;
  await chown(folder, uid, account.gid);
  await chmod(folder, 0o710);
}

async function canEnter(folder: string, account: ServerAccount): Promise<boolean> {
  if (!account.foreign) {
    try {
      accessSync(folder, constants.X_OK);
      return true;
    } catch {
      return false;
    }
  }
  const { mode, uid, gid } = await stat(folder);
  const bit = uid === account.uid ? 0o100 : gid === account.gid ? 0o010 : 0o001;
  if ((mode & bit) !== 0) return true;
  // The mode says no, but an access control list may say yes: let the account try.
  return spawnSync('test', ['-x', folder], { uid: account.uid, gid: account.gid, cwd: '/' }).status === 0;
}
