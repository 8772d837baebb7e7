// postmaster.pid: PostgreSQL's own record of the process that serves a cluster.
// Source: src/include/utils/pidfile.h (line 1 process id, 2 data directory, 4 port).
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { readFile, readdir, readlink, rm } from 'node:fs/promises';
import { join } from 'node:path';

/** A running postmaster. */
export interface RunningPostmaster {
  readonly pid: number;
  /** Absent while the postmaster has not chosen its port yet. */
  readonly port: number | undefined;
}

/**
 * Finds the postmaster that serves the cluster, if one runs.
 *
 * A record whose process id now belongs to another program is removed, since PostgreSQL would refuse to start over it
 * (usual in containers, where ids repeat). A record of a dead process stays: PostgreSQL replaces it itself, after
 * checking that no orphaned backend is left.
 */
export async function findPostmaster(clusterDir: string): Promise<RunningPostmaster | undefined> {
  const path = join(clusterDir, 'postmaster.pid');
  const text = await recordAt(path);
  const [pidLine, , , portLine] = text.split('\n');
  // A postmaster in single-user mode writes a negative id.
  const pid = Math.abs(Number.parseInt(pidLine ?? '', 10));
  if (!Number.isInteger(pid) || pid === 0 || !exists(pid)) return undefined;
  if (!(await servesCluster(pid, clusterDir))) {
    // Backends of a killed postmaster end by themselves; while one is left, PostgreSQL shall go on refusing.
    if (!(await isWorkedIn(clusterDir)) && (await recordAt(path)) === text) await rm(path, { force: true });
    return undefined;
  }
  const port = Number.parseInt(portLine ?? '', 10);
  return { pid, port: Number.isInteger(port) && port > 0 ? port : undefined };
}

/** Empty when there is none. Read again before it is removed: a new postmaster may have replaced it meanwhile. */
function recordAt(path: string): Promise<string> {
  return readFile(path, 'utf8').catch(() => '');
}

/** Whether the process is running, under any user; a zombie is not. */
export function isRunning(pid: number): boolean {
  return exists(pid) && !isZombie(pid);
}

function exists(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}

/** A container whose first process reaps nothing keeps the dead for ever. Source: proc_pid_stat(5), field 3. */
function isZombie(pid: number): boolean {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return text.slice(text.lastIndexOf(')')).startsWith(') Z');
  } catch {
    return false;
  }
}

/** PostgreSQL's processes have the cluster as their working directory. */
async function isWorkedIn(clusterDir: string): Promise<boolean> {
  const processes = (await readdir('/proc').catch(() => [])).filter((name) => /^[0-9]+$/.test(name));
  const folders = await Promise.all(processes.map((name) => readlink(`/proc/${name}/cwd`).catch(() => '')));
  return folders.includes(clusterDir);
}

/** Judged by the command line, which names the program and the cluster; a child of the postmaster shows another title. */
async function servesCluster(pid: number, clusterDir: string): Promise<boolean> {
  const command =
    process.platform === 'linux'
      ? (await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')).replaceAll('\0', ' ')
      : spawnSync('ps', ['-ww', '-p', String(pid), '-o', 'command='], { encoding: 'utf8' }).stdout;
  return /\bpostgres -D /.test(command) && command.includes(` -D ${clusterDir} `);
}
