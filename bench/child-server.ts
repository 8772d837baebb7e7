/** A server in a process of its own: started, asked until it answers, looked at through /proc, stopped. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile, writeFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';

const POLL_INTERVAL_MS = 10;
/** A start takes a second; where other programs have the machine, minutes. One that has ended is told at once. */
const START_LIMIT_MS = 300_000;
const STOP_LIMIT_MS = 40_000;
/** Length of the kernel's unit of process time (USER_HZ), the same on every Linux. */
const TICK_MS = 10;

export interface ChildServer {
  readonly url: string;
  readonly pid: number;
  /** From the start of the process to its first answer. */
  readonly startMilliseconds: number;
  /** Whether the process is gone, whatever ended it. */
  hasEnded(): boolean;
  /** The last of what it printed. */
  printed(): string;
  stop(): Promise<void>;
  /** Ends it as a fault would, without a chance to clean up. */
  kill(): Promise<void>;
}

export interface ChildServerOptions {
  readonly command: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  /** Folder that it runs in; ours when absent. */
  readonly cwd?: string;
  readonly port: number;
  /** Path that answers 200 once the server is up. */
  readonly readyPath: string;
  /** How it is asked; by a plain read when absent. */
  readonly readyRequest?: RequestInit;
  /** Finds the process that serves, where it is not the one started; undefined while it cannot be told. */
  readonly findPid?: () => Promise<number | undefined>;
}

async function answers(url: string, request?: RequestInit): Promise<boolean> {
  try {
    const response = await fetch(url, request);
    await response.arrayBuffer();
    return response.ok;
  } catch {
    return false;
  }
}

function hasEnded(child: ChildProcess): boolean {
  return child.exitCode !== null || child.signalCode !== null;
}

async function stop(child: ChildProcess, pid: number, signal: NodeJS.Signals): Promise<void> {
  if (hasEnded(child)) return;
  const exited = once(child, 'exit');
  process.kill(pid, signal);
  const late = setTimeout(() => child.kill('SIGKILL'), STOP_LIMIT_MS);
  await exited;
  clearTimeout(late);
}

/** Starts a server and waits for its first answer. @throws Error with what it printed when it ends instead. */
export async function startChildServer(options: ChildServerOptions): Promise<ChildServer> {
  const began = performance.now();
  const child = spawn(options.command, [...options.args], {
    env: { ...process.env, ...options.env },
    stdio: ['ignore', 'pipe', 'pipe'],
    ...(options.cwd !== undefined && { cwd: options.cwd }),
  });
  let printed = '';
  const keep = (text: string): void => {
    printed = (printed + text).slice(-4000);
  };
  child.stdout.setEncoding('utf8').on('data', keep);
  child.stderr.setEncoding('utf8').on('data', keep);
  child.on('error', (error) => keep(error.message));
  const url = `http://127.0.0.1:${options.port}`;
  while (!(await answers(`${url}${options.readyPath}`, options.readyRequest))) {
    if (hasEnded(child) || child.pid === undefined || performance.now() - began > START_LIMIT_MS) {
      child.kill();
      throw new Error(`${options.command} ${options.args.join(' ')} does not answer at ${url}.\n${printed}`);
    }
    await sleep(POLL_INTERVAL_MS);
  }
  const startMilliseconds = performance.now() - began;
  let pid = child.pid;
  if (options.findPid !== undefined) {
    // The server leaves its process id behind a moment after its first answer.
    do {
      await sleep(POLL_INTERVAL_MS);
      pid = await options.findPid();
    } while (pid === undefined && child.exitCode === null);
  }
  if (pid === undefined) throw new Error(`${url} has no process id.\n${printed}`);
  const serving = pid;
  return {
    url,
    pid: serving,
    startMilliseconds,
    hasEnded: () => hasEnded(child),
    printed: () => printed,
    stop: () => stop(child, serving, 'SIGTERM'),
    kill: () => stop(child, serving, 'SIGKILL'),
  };
}

/** Resident memory of a process in bytes. */
export async function residentBytes(pid: number): Promise<number> {
  return statusBytes(pid, 'VmRSS');
}

/** How long something took, and what it did to the memory of a process. */
export interface Timed {
  readonly seconds: number;
  /** Highest resident memory meanwhile, less the one before. */
  readonly growthBytes: number;
}

/** Begins to watch a process; gives what tells the highest resident memory since then, less the one at the beginning. The kernel keeps it: nothing has to be sampled. */
export async function watchMemory(pid: number): Promise<() => Promise<number>> {
  // Begins the highest value anew (proc_pid_clear_refs(5)).
  await writeFile(`/proc/${pid}/clear_refs`, '5');
  const before = await residentBytes(pid);
  return async () => (await statusBytes(pid, 'VmHWM')) - before;
}

/** Takes the time of a piece of work. */
export async function timed(pid: number, work: () => Promise<unknown>): Promise<Timed> {
  const growthBytes = await watchMemory(pid);
  const began = performance.now();
  await work();
  const seconds = (performance.now() - began) / 1000;
  return { seconds, growthBytes: await growthBytes() };
}

async function statusBytes(pid: number, field: 'VmRSS' | 'VmHWM'): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  const kilobytes = new RegExp(`^${field}:\\s+(\\d+) kB`, 'm').exec(status)?.[1];
  if (kilobytes === undefined) throw new Error(`Process ${pid} has no ${field} to read.`);
  return Number(kilobytes) * 1024;
}

/** Processor time that a process has used so far, all threads, in milliseconds. */
export async function processorMilliseconds(pid: number): Promise<number> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8');
  // The second field is the program's name in parentheses and can hold spaces; user and system time are the 14th and 15th.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[11]) + Number(fields[12])) * TICK_MS;
}
