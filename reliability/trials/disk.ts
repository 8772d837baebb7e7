/** A disk that is full, with the database and the files on it: writes are refused, nothing acknowledged is lost, and all goes on once there is room. */
import { execFileSync } from 'node:child_process';
import { chmod, mkdir, mkdtemp, open, rm, statfs } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { acknowledgedBy, holdToAccount } from '../held-to-account.ts';
import { startInstallation } from '../installation.ts';
import type { Outcome, Trial, TrialRun } from '../trial.ts';
import { type Losses, writeOn } from '../writes/writer.ts';
import { allWriters } from '../writes/writers.ts';

const DISK = '600m';
/** What is left free, so that the disk fills up in the middle of a write. */
const LEFT_BYTES = 256 * 1024;
const FULL_MS = 8_000;
const PATIENCE_MS = 120_000;

function mount(folder: string): void {
  execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${DISK}`, 'tmpfs', folder], { stdio: 'ignore' });
}

/** Takes all room but a little. */
async function fill(folder: string): Promise<void> {
  const { bavail, bsize } = await statfs(folder);
  const file = await open(join(folder, 'filler'), 'w');
  try {
    const piece = Buffer.alloc(128 * 1024, 1);
    for (let left = bavail * bsize - LEFT_BYTES; left > piece.length; left -= piece.length) await file.write(piece);
  } catch (error) {
    // Those who write beside it have taken the rest.
    if (!(error instanceof Error && 'code' in error && error.code === 'ENOSPC')) throw error;
  } finally {
    await file.close();
  }
}

async function run(of: TrialRun): Promise<Outcome> {
  const disk = await mkdtemp(join(tmpdir(), 'archivolt-disk-'));
  mount(disk);
  await chmod(disk, 0o755);
  const dataDir = join(disk, 'data');
  await mkdir(dataDir);
  const installation = await startInstallation({ dataDir, env: { DATABASE_CACHE_MB: '32' } });
  try {
    const writers = await allWriters(installation.url());
    const losses: Losses = { unanswered: 0, reasons: new Map(), refused: new Map() };
    const faults: string[] = [];
    let [times, restarts, meanwhile] = [0, 0, 0];
    while (times < of.count && performance.now() < of.endsAt && faults.length === 0) {
      const writing = writeOn(writers, installation.url, losses);
      await sleep(FULL_MS / 4);
      await fill(disk);
      const before = acknowledgedBy(writers);
      await sleep(FULL_MS);
      meanwhile += acknowledgedBy(writers) - before;
      await rm(join(disk, 'filler'));
      // The operator starts a server again that has ended: its database could not be started on a full disk.
      if (installation.server.hasEnded()) {
        restarts += 1;
        await installation.start();
      }
      const until = acknowledgedBy(writers) + writers.length;
      const patience = performance.now() + PATIENCE_MS;
      while (acknowledgedBy(writers) < until && performance.now() < patience && !installation.server.hasEnded()) await sleep(20);
      if (acknowledgedBy(writers) < until) faults.push(`with room again writes do not go on: ${installation.server.printed()}`);
      await writing.stop();
      times += 1;
      of.print(`full ${times} times, ${acknowledgedBy(writers)} writes acknowledged, ${restarts} starts`);
    }
    const held = await holdToAccount(installation, writers, losses, {
      mayEnd: restarts > 0,
      mayRefuse: /^(507|503|200) (INSUFFICIENT_STORAGE|SERVICE_UNAVAILABLE|STORAGE_UNAVAILABLE)$/,
    });
    if (losses.refused.size + losses.unanswered === 0) faults.push('nothing was refused: the disk was not full');
    return {
      figures: { 'times full': times, 'starts by the operator': restarts, 'writes acknowledged while full': meanwhile, ...held.figures },
      faults: [...faults, ...held.faults],
    };
  } finally {
    await installation.remove();
    execFileSync('umount', ['--lazy', disk], { stdio: 'ignore' });
    await rm(disk, { recursive: true, force: true });
  }
}

/** A file system of its own is needed, which only root may mount. */
function absence(): string | undefined {
  return process.getuid?.() === 0 ? undefined : 'only root may mount a disk of its own';
}

export const disk: Trial = { name: 'disk', unit: 'times full', counts: [1, 20], absence, run };
