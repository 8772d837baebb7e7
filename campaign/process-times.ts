/** Processor time of the server and of everything that works for it, from /proc. */
import { readdirSync, readFileSync } from 'node:fs';

/** Length of the kernel's unit of process time (USER_HZ), the same on every Linux. */
const TICK_MS = 10;

interface ProcessStat {
  readonly pid: number;
  readonly parent: number;
  /** Of all threads, and of the children that it has waited for. */
  readonly milliseconds: number;
}

/** The fields of a stat file behind the name, which stands in parentheses and may hold anything. Source: proc_pid_stat(5). */
function statFields(path: string): string[] | undefined {
  try {
    const text = readFileSync(path, 'utf8');
    return text.slice(text.lastIndexOf(')') + 2).split(' ');
  } catch {
    // It has ended meanwhile.
    return undefined;
  }
}

function sumTicks(fields: readonly string[], from: number, to: number): number {
  return fields.slice(from, to).reduce((sum, field) => sum + Number(field), 0) * TICK_MS;
}

function readProcesses(): ProcessStat[] {
  const pids = readdirSync('/proc').map(Number).filter(Number.isInteger);
  return pids.flatMap((pid) => {
    const fields = statFields(`/proc/${pid}/stat`);
    return fields === undefined ? [] : [{ pid, parent: Number(fields[1]), milliseconds: sumTicks(fields, 11, 15) }];
  });
}

/** Time used so far by processes and all that descend from them, those included that have ended and were waited for. */
export function treeMilliseconds(roots: readonly number[]): number {
  const processes = readProcesses();
  const tree = new Set(roots);
  // A child usually has the larger number, but not always: repeat until no process is added.
  for (let before = -1; before !== tree.size;) {
    before = tree.size;
    for (const { pid, parent } of processes) if (tree.has(parent)) tree.add(pid);
  }
  return processes.filter(({ pid }) => tree.has(pid)).reduce((sum, { milliseconds }) => sum + milliseconds, 0);
}

/** Time used so far by the first thread of a process, which runs its event loop; 0 when it is gone. */
export function mainThreadMilliseconds(pid: number): number {
  const fields = statFields(`/proc/${pid}/task/${pid}/stat`);
  return fields === undefined ? 0 : sumTicks(fields, 11, 13);
}
