import { readFileSync } from 'node:fs';

/** A worker of a server: its number and its process. */
export interface RunningWorker {
  readonly number: number;
  readonly pid: number;
}

/** What the metrics say of each worker that takes requests. */
export async function answeredByWorker(url: string): Promise<Map<number, number>> {
  const text = await (await fetch(`${url}/metrics`)).text();
  const answered = new Map<number, number>();
  for (const [, labels = '', count] of text.matchAll(/^http_request_duration_seconds_count\{([^}]*)\} (\d+)$/gm)) {
    const worker = Number(/worker="(\d+)"/.exec(labels)?.[1]);
    answered.set(worker, (answered.get(worker) ?? 0) + Number(count));
  }
  return answered;
}

/** The processes below one, those of PostgreSQL left out. Source: proc_pid_task_children(5). */
export function workerPids(parent: number): number[] {
  const children = readFileSync(`/proc/${parent}/task/${parent}/children`, 'utf8').split(' ').filter(Boolean).map(Number);
  return children.filter((pid) => readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('main.js'));
}
