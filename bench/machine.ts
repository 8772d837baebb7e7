import { readFile } from 'node:fs/promises';
import { arch, cpus, loadavg, platform, release, totalmem } from 'node:os';
import type { Sql } from 'postgres';

/** What the figures were taken on; figures of different machines do not compare, ratios nearly do. */
export interface Machine {
  readonly processor: string;
  readonly cores: number;
  readonly memoryGigabytes: number;
  readonly system: string;
  readonly node: string;
  readonly postgres: string;
  /** Load of the last minute before the run: above about 0.5 the machine is shared. */
  readonly loadBefore: number;
  readonly date: string;
}

/** Describes this machine. */
export async function describeMachine(sql: Sql, loadBefore: number): Promise<Machine> {
  const [version] = await sql<{ server_version: string }[]>`show server_version`;
  const name = await readFile('/etc/os-release', 'utf8').then(
    (text) => /^PRETTY_NAME="?([^"\n]+)/m.exec(text)?.[1] ?? platform(),
    () => platform(),
  );
  return {
    processor: cpus()[0]?.model.trim() ?? 'unknown',
    cores: cpus().length,
    memoryGigabytes: Math.round(totalmem() / 1024 ** 3),
    system: `${name}, ${release()}, ${arch()}`,
    node: process.version,
    postgres: version?.server_version ?? 'unknown',
    loadBefore,
    date: new Date().toISOString().slice(0, 16),
  };
}

/** Load of the last minute. */
export function currentLoad(): number {
  return loadavg()[0] ?? 0;
}
