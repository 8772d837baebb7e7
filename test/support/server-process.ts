// The server as its operator runs it: the bundle in a process of its own, with nothing of the test's environment.
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { readFileSync, readdirSync, readlinkSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { onTestFailed, onTestFinished } from 'vitest';
import { z } from 'zod';
import { findPostmaster, isRunning } from '../../src/db/embedded/postmaster-file.ts';
import { stopPostmaster } from '../../src/db/embedded/postmaster.ts';
import { databaseUrl } from '../../src/db/embedded/server-connection.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
/** Generous, since other tests may keep the cores busy, but below the limit of a test, so that the message is seen. */
const PATIENCE_MS = 200_000;
const POLL_MS = 25;
/** Of the log of a server whose test fails. */
const SHOWN_LOG_CHARACTERS = 8_000;

/** For a test that starts several processes. */
export const UNHURRIED = { timeout: 500_000 };

/** How a process ended. */
export interface Ending {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
}

/** A process of the server that may still be starting, or have refused to start. */
export interface LaunchedServer {
  readonly pid: number;
  readonly dataDir: string;
  readonly ended: Promise<Ending>;
  stdout(): string;
  /** The log and refusals. */
  stderr(): string;
  signal(name: NodeJS.Signals): void;
  /** Whether the log is read, as it is at first; its pipe can also be closed for good. */
  readLog(how: 'on' | 'off' | 'never again'): void;
}

/** A process of the server that takes requests. */
export interface ServerProcess extends LaunchedServer {
  /** `http://127.0.0.1:port`. */
  readonly url: string;
  /** The token in `DATA_DIR/superuser-token`. */
  readonly token: string;
}

export interface LaunchOptions {
  readonly dataDir: string;
  /** Adds to or overrides the environment. */
  readonly env?: Readonly<Record<string, string>>;
  /** User and group to run as, for a test that is run by root. */
  readonly identity?: { readonly uid: number; readonly gid: number };
  /** What the command begins with, to run elsewhere. */
  readonly within?: readonly string[];
  /** The program, where it is not the bundle of this tree. */
  readonly bundle?: string;
}

const serverFile = z.object({ url: z.string() });

let built = false;

/** The bundle that `npm start` runs, built if it is stale. */
export function serverBundle(): string {
  if (!built) execFileSync(process.execPath, [join(root, 'tools', 'build.mjs')], { cwd: root, stdio: ['ignore', 'ignore', 'inherit'] });
  built = true;
  return join(root, 'dist', 'main.js');
}

/** Resolves when the condition holds. @throws Error naming what was waited for, after 200 seconds. */
export async function until(what: string, holds: () => boolean | Promise<boolean>): Promise<void> {
  const deadline = Date.now() + PATIENCE_MS;
  while (!(await holds())) {
    if (Date.now() > deadline) throw new Error(`Waited in vain: ${what}.`);
    await sleep(POLL_MS);
  }
}

/** Starts a process without waiting for it; whatever is left of it, and of its PostgreSQL, ends with the test. */
export function launchServer({
  dataDir,
  env = {},
  identity = { uid: -1, gid: -1 },
  within = [],
  bundle = serverBundle(),
}: LaunchOptions): LaunchedServer {
  const [program, ...args] = [...within, process.execPath, bundle];
  const child: ChildProcess = spawn(program, args, {
    cwd: '/',
    env: { PATH: process.env['PATH'], HOST: '127.0.0.1', PORT: '0', DATA_DIR: dataDir, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
    ...(identity.uid === -1 ? {} : identity),
  });
  let stdout = '';
  let stderr = '';
  child.stdout?.setEncoding('utf8').on('data', (text: string) => (stdout += text));
  child.stderr?.setEncoding('utf8').on('data', (text: string) => (stderr += text));
  const ended = new Promise<Ending>((resolve, reject) => {
    child.once('error', reject).once('close', (code, signal) => resolve({ code, signal }));
  });
  let ending: Ending | undefined;
  ended.then(
    (known) => (ending = known),
    () => undefined,
  );
  onTestFailed(() => {
    const state = ending === undefined ? 'still runs' : `has ended (${JSON.stringify(ending)})`;
    console.error(`The server on ${dataDir} ${state}. The end of its log:\n${stderr.slice(-SHOWN_LOG_CHARACTERS)}`);
  });
  onTestFinished(async () => {
    child.kill('SIGKILL');
    await ended;
    const postmaster = await findPostmaster(join(dataDir, 'postgres'));
    if (postmaster !== undefined) await stopPostmaster(postmaster.pid);
  });
  if (child.pid === undefined) throw new Error('The server could not be run.');
  return {
    pid: child.pid,
    dataDir,
    ended,
    stdout: () => stdout,
    stderr: () => stderr,
    signal: (name) => void child.kill(name),
    readLog: (how) => {
      if (how === 'on') child.stderr?.resume();
      else if (how === 'off') child.stderr?.pause();
      else child.stderr?.destroy();
    },
  };
}

/** Starts a process and waits until it has said that it is ready. @throws Error with its output when it refuses. */
export async function startServerProcess(options: LaunchOptions): Promise<ServerProcess> {
  const launched = launchServer(options);
  let ending: Ending | undefined;
  launched.ended.then(
    (known) => (ending = known),
    () => undefined,
  );
  await until('a ready server', () => {
    if (ending !== undefined) throw new Error(`The server ended (${JSON.stringify(ending)}): ${launched.stdout()}${launched.stderr()}`);
    return /^ {2}Superuser .*\n/m.test(launched.stdout());
  });
  // Its own address, whatever public one it was given.
  const { url } = serverFile.parse(JSON.parse(await readFile(join(options.dataDir, 'server.json'), 'utf8')));
  const token = (await readFile(join(options.dataDir, 'superuser-token'), 'utf8')).trim();
  return { ...launched, url, token };
}

/** Stops a process as its operator does. */
export async function stopServer(server: LaunchedServer): Promise<Ending> {
  server.signal('SIGTERM');
  return server.ended;
}

/** Runs a task of the server, such as the doctor, to its end, or until it is killed. */
export async function runTask(
  args: readonly string[],
  { dataDir, env = {}, killed }: LaunchOptions & { readonly killed?: AbortSignal },
): Promise<{ readonly code: number | null; readonly stdout: string; readonly stderr: string }> {
  const child = spawn(process.execPath, [serverBundle(), ...args], {
    cwd: '/',
    env: { PATH: process.env['PATH'], HOST: '127.0.0.1', PORT: '0', DATA_DIR: dataDir, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  killed?.addEventListener('abort', () => child.kill('SIGKILL'));
  let stdout = '';
  let stderr = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => (stdout += text));
  child.stderr.setEncoding('utf8').on('data', (text: string) => (stderr += text));
  const code = await new Promise<number | null>((resolve, reject) => {
    child.once('error', reject).once('close', resolve);
  });
  return { code, stdout, stderr };
}

/** The embedded PostgreSQL of a data folder, if one runs. */
export async function postmasterOf(dataDir: string): Promise<{ readonly pid: number; readonly url: string } | undefined> {
  const running = await findPostmaster(join(dataDir, 'postgres'));
  if (running?.port === undefined || !isRunning(running.pid)) return undefined;
  const password = (await readFile(join(dataDir, 'postgres-password'), 'utf8')).trim();
  return { pid: running.pid, url: databaseUrl(running.port, password) };
}

/** What the descriptors of a process stand for, those of sockets without their numbers. Source: proc_pid_fd(5). */
export function descriptorsOf(pid: number): string[] {
  const folder = `/proc/${pid}/fd`;
  return readdirSync(folder)
    .flatMap((name) => {
      try {
        return [readlinkSync(join(folder, name)).replace(/:\[[0-9]+\]$/, '')];
      } catch {
        return [];
      }
    })
    .sort();
}

/** A figure of the process in bytes. `VmHWM` is the largest resident size so far. Source: proc_pid_status(5). */
export function memoryOf(pid: number, figure: 'VmRSS' | 'VmHWM'): number {
  const match = new RegExp(`^${figure}:\\s+(\\d+) kB`, 'm').exec(readFileSync(`/proc/${pid}/status`, 'utf8'));
  return Number(match?.[1]) * 1024;
}
