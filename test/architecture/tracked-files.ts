import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';

/** Paths of what git tracks and the working tree holds, relative to the root of the repository; `**` stands for any folders. */
export function trackedFiles(...patterns: readonly string[]): string[] {
  const globs = patterns.map((pattern) => `:(glob)${pattern}`);
  const listed = execFileSync('git', ['ls-files', '-z', '--', ...globs], { encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 });
  return listed.split('\0').filter((path) => path !== '' && existsSync(path));
}
