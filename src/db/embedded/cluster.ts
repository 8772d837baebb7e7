// The cluster on disk: made once, in a sibling folder that takes its name only when complete, so that a start which
// was killed half way leaves nothing that looks like a database.
import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chown, lchown, mkdir, open, readFile, readdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { StartupError } from '../../errors/startup-error.ts';
import type { PostgresBinaries } from './postgres-binaries.ts';
import type { ServerAccount } from './server-account.ts';

/** Name of the only role and of the application's database. */
export const ARCHIVOLT = 'archivolt';

interface ClusterOptions {
  readonly dataDir: string;
  readonly clusterDir: string;
  readonly binaries: PostgresBinaries;
  readonly account: ServerAccount;
  /** False leaves flushing to the operating system; for throw-away databases only. */
  readonly durable: boolean;
  readonly log: (line: string) => void;
}

/**
 * Makes sure that a cluster of the right version exists and belongs to the account; returns the password of its role.
 * @throws StartupError when the cluster cannot be made, or the existing one cannot be used.
 */
export async function ensureCluster(options: ClusterOptions): Promise<string> {
  const { clusterDir, dataDir, binaries, account } = options;
  const passwordFile = join(dataDir, 'postgres-password');
  await removeUnfinished(clusterDir);
  const version = await readFile(join(clusterDir, 'PG_VERSION'), 'utf8').catch(() => undefined);
  if (version === undefined) return createCluster(options, passwordFile);
  if (version.trim() !== binaries.majorVersion) {
    throw new StartupError(
      `The database in ${clusterDir} was made by PostgreSQL ${version.trim()}, this release brings ${binaries.majorVersion}: ` +
        'dump it with the release that made it and restore it here, or set DATABASE_URL.',
    );
  }
  if (account.foreign && (await stat(clusterDir)).uid !== account.uid) await give(clusterDir, account);
  try {
    return (await readFile(passwordFile, 'utf8')).trim();
  } catch (error) {
    throw new StartupError(`Cannot read ${passwordFile}, the password of the database in ${clusterDir}: restore that file from a backup.`, {
      cause: error,
    });
  }
}

async function createCluster(options: ClusterOptions, passwordFile: string): Promise<string> {
  const { clusterDir, account, log } = options;
  const present = await readdir(clusterDir).catch(() => []);
  if (present.length > 0) {
    throw new StartupError(
      `The folder ${clusterDir} is not empty and holds no PostgreSQL database: move it away, or set another DATA_DIR.`,
    );
  }
  log('Creating the database (first start)');
  const password = randomBytes(24).toString('base64url');
  const workDir = `${clusterDir}.init-${randomBytes(6).toString('hex')}`;
  try {
    await writeDurably(passwordFile, `${password}\n`);
    await mkdir(workDir, { mode: 0o700 });
    await writeFile(join(workDir, 'password'), password, { mode: 0o600 });
    await give(workDir, account);
    await runInitdb(options, workDir);
    await rename(join(workDir, 'cluster'), clusterDir);
    await flush(dirname(clusterDir));
    return password;
  } catch (error) {
    if (error instanceof StartupError) throw error;
    const reason = error instanceof Error ? error.message : String(error);
    throw new StartupError(`Cannot create the database in ${clusterDir}: ${reason}.`, { cause: error });
  } finally {
    await rm(workDir, { recursive: true, force: true, maxRetries: 3 }).catch(() => undefined);
  }
}

/**
 * Locale: the built-in C.UTF-8 provider. It sorts by code point, the same on every machine and after every upgrade of
 * the system's C library (whose changes would silently corrupt text indexes), and still knows case for all of Unicode.
 */
async function runInitdb({ binaries, account, durable, clusterDir }: ClusterOptions, workDir: string): Promise<void> {
  const args = [
    '-D',
    join(workDir, 'cluster'),
    '-U',
    ARCHIVOLT,
    `--pwfile=${join(workDir, 'password')}`,
    '--auth=scram-sha-256',
    '--encoding=UTF8',
    '--locale-provider=builtin',
    '--builtin-locale=C.UTF-8',
    '--locale=C',
    '--no-instructions',
    ...(durable ? [] : ['--no-sync']),
  ];
  const identity = account.foreign ? { uid: account.uid, gid: account.gid } : {};
  const child = spawn(binaries.initdb, args, { ...identity, cwd: '/', env: serverEnvironment(), stdio: ['ignore', 'ignore', 'pipe'] });
  let complaints = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => (complaints += text));
  const code = await new Promise<number | null>((resolve, reject) => child.on('error', reject).on('close', resolve));
  if (code === 0) return;
  const lines = complaints.split('\n').filter((line) => line.trim() !== '');
  const cause = lines.find((line) => /FATAL|PANIC|error:|could not/i.test(line)) ?? lines.at(-1) ?? `exit code ${code}`;
  throw new StartupError(`Cannot create the database in ${clusterDir}: ${cause.replace(/^.*?(FATAL|PANIC|error): */, '').trim()}.`);
}

/** Environment of the PostgreSQL programs: nothing of the operator's PG* variables, messages in English. */
export function serverEnvironment(): NodeJS.ProcessEnv {
  return { PATH: process.env['PATH'], LC_ALL: 'C', TZ: 'UTC' };
}

async function removeUnfinished(clusterDir: string): Promise<void> {
  const parent = dirname(clusterDir);
  const prefix = `${basename(clusterDir)}.init-`;
  for (const name of await readdir(parent)) {
    // An initdb whose starter was killed may still be writing; what is left then goes at the next start.
    if (name.startsWith(prefix)) await rm(join(parent, name), { recursive: true, force: true, maxRetries: 3 }).catch(() => undefined);
  }
}

async function give(folder: string, account: ServerAccount): Promise<void> {
  if (!account.foreign) return;
  for (const entry of await readdir(folder, { recursive: true })) await lchown(join(folder, entry), account.uid, account.gid);
  await chown(folder, account.uid, account.gid);
}

async function writeDurably(path: string, text: string): Promise<void> {
  const file = await open(path, 'w', 0o600);
  try {
    await file.chmod(0o600);
    await file.writeFile(text);
    await file.sync();
  } finally {
    await file.close();
  }
}

async function flush(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
