// Folders of releases, from which servers run as they run from the one of this tree.
import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import { serverBundle } from './server-process.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const MIGRATIONS = 'src/db/migrations';

const journal = z.looseObject({ entries: z.array(z.looseObject({ idx: z.number(), when: z.number(), tag: z.string() })) });

/** A release like the present one, but with one more migration; its program. */
export function nextRelease(folder: string, sql: string): string {
  const bundle = serverBundle();
  cpSync(dirname(bundle), join(folder, 'dist'), { recursive: true });
  for (const name of ['package.json', 'schema', 'data', MIGRATIONS, 'src/pages', 'src/graphql-explorer', 'src/rest-compat']) {
    cpSync(join(root, name), join(folder, name), { recursive: true });
  }
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
  const file = join(folder, MIGRATIONS, 'meta', '_journal.json');
  const { entries, ...rest } = journal.parse(JSON.parse(readFileSync(file, 'utf8')));
  const last = entries.at(-1);
  if (last === undefined) throw new Error('There are migrations.');
  const tag = `${String(last.idx + 1).padStart(4, '0')}_of-the-next-release`;
  writeFileSync(join(folder, MIGRATIONS, `${tag}.sql`), sql);
  writeFileSync(file, JSON.stringify({ ...rest, entries: [...entries, { ...last, idx: last.idx + 1, when: last.when + 1, tag }] }));
  return join(folder, 'dist', 'main.js');
}

/** The release that is upgraded from: `UPGRADE_FROM`, any commit, else the newest tag; a reason where there is none. */
export function previousRelease(): { readonly commit: string } | { readonly reason: string } {
  const wanted = process.env['UPGRADE_FROM'];
  if (wanted !== undefined) return { commit: wanted };
  try {
    const tag = execFileSync('git', ['describe', '--tags', '--abbrev=0', '--match', 'v*'], { cwd: root, encoding: 'utf8', stdio: 'pipe' });
    return { commit: tag.trim() };
  } catch {
    return { reason: 'no release is tagged yet; UPGRADE_FROM names a commit to upgrade from' };
  }
}

/** Builds the program of a commit, with the packages of this tree. */
export function releaseOf(commit: string, folder: string): string {
  mkdirSync(folder, { recursive: true });
  const archive = execFileSync('git', ['archive', '--format=tar', commit], { cwd: root, maxBuffer: 2 ** 30 });
  execFileSync('tar', ['-x', '-C', folder], { input: archive });
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
  execFileSync(process.execPath, [join(folder, 'tools', 'build.mjs')], { cwd: folder, stdio: ['ignore', 'ignore', 'inherit'] });
  return join(folder, 'dist', 'main.js');
}
