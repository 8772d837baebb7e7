// The door of every command: `node tools/launch.mjs <task> [arguments]`. Runs on the machine's own Node (20 or newer)
// before anything is installed, so it may use nothing but Node itself; the task then runs on the project's Node 24.
import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { constants } from 'node:os';
import { delimiter, join, resolve, sep } from 'node:path';
import { fileURLToPath } from 'node:url';

/**
 * Bounds of the server's memory in MB. Without a limit the heap grows to 400 MB of garbage under load and during a large upload, and
 * each compiler thread keeps an arena of freed memory, 30 MB together. NODE_OPTIONS and the environment override these settings.
 */
const SERVER_MEMORY = JSON.parse(readFileSync(new URL('server-memory.json', import.meta.url), 'utf8'));
/**
 * Where Node keeps the compiled bundle between two starts, which spares a fifth of the processor time of a start. Where it cannot be
 * written, the bundle is compiled each time. Source: Node documentation, "Module compile cache".
 */
const COMPILED = join('node_modules', '.cache', 'compiled');
const SERVER_FLAGS = SERVER_MEMORY.flags.filter((flag) => !(process.env.NODE_OPTIONS ?? '').includes(flag.split('=')[0]));

/**
 * What each task runs, by the project's Node; `bundle` builds dist/main.js before, `production` does without development packages,
 * `attached` holds a channel to the task that closes however this process ends, so that the server need not be stopped by its id.
 * The bundle keeps its names, so the server runs without --enable-source-maps: reading the map takes 0.2 s and 100 MB at start.
 */
const TASKS = {
  start: {
    bundle: true,
    production: true,
    attached: true,
    command: [...SERVER_FLAGS, 'dist/main.js', '--stop-with-launcher'],
    env: { ...SERVER_MEMORY.env, NODE_COMPILE_CACHE: COMPILED },
  },
  doctor: { bundle: true, production: true, command: ['dist/main.js', 'doctor'] },
  export: { bundle: true, production: true, command: ['dist/main.js', 'export'] },
  import: { bundle: true, production: true, command: ['dist/main.js', 'import'] },
  demo: { bundle: true, production: true, command: ['dist/main.js', 'demo'] },
  test: { command: ['tools/test.ts'] },
  check: { command: ['tools/check.ts'] },
  rooms: { command: ['tools/show-rooms.ts'] },
  bench: { bundle: true, command: ['bench/run.ts'] },
  campaign: { bundle: true, command: ['campaign/run.ts'] },
  reliability: { bundle: true, command: ['reliability/run.ts'] },
  generate: { command: ['tools/generate.ts'] },
  build: { bundle: true, command: ['tools/assemble.mjs'] },
  install: {},
};

const NODE_MAJOR = 24;
/** How often it is looked whether npm still runs. */
const NPM_CHECK_MS = 500;
/** npm itself: the scripts of package.json leave no shell in between. Undefined when started otherwise. */
const npmPid = process.env.npm_lifecycle_event === undefined ? undefined : process.ppid;
const root = resolve(fileURLToPath(new URL('..', import.meta.url)));
const modules = join(root, 'node_modules');

class LaunchError extends Error {}

try {
  process.exitCode = await launch(process.argv[2] ?? '', process.argv.slice(3));
} catch (error) {
  if (!(error instanceof LaunchError)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}

async function launch(name, args) {
  const task = Object.hasOwn(TASKS, name) ? TASKS[name] : undefined;
  if (task === undefined) throw new LaunchError(`Usage: node tools/launch.mjs <${Object.keys(TASKS).join('|')}> [arguments]`);
  await ensurePackages(task.production === true);
  const node = await findNode();
  if (task.bundle === true) {
    const code = await bundle(node);
    if (code !== 0) return code;
  }
  return task.command === undefined ? 0 : run(node, [...task.command, ...args], task);
}

/** Builds dist/main.js if it is stale. An installation without development packages cannot, and runs what was built before. */
async function bundle(node) {
  if (existsSync(join(modules, 'esbuild'))) return run(node, ['tools/build.mjs']);
  if (existsSync(join(root, 'dist', 'main.js'))) return 0;
  throw new LaunchError(
    'The server is not built, and its build tools are not installed: run "npm ci", or use the folder that "npm run build" makes.',
  );
}

/** Installs what package-lock.json names, unless that very lock file is installed already. */
async function ensurePackages(production) {
  const lockFile = join(root, 'package-lock.json');
  const stampFile = join(modules, '.archivolt-lock');
  const lock = readFileSync(lockFile, 'utf8');
  const hash = createHash('sha256').update(lock).digest('hex');
  if (existsSync(stampFile) && readFileSync(stampFile, 'utf8') === hash && hasRecordedFolders()) return;
  if (existsSync(modules) && isInstalled(lock, { production: false })) {
    stamp(stampFile, hash);
    return;
  }
  // An installation without development packages is enough for the server, and carries no stamp.
  if (production && isInstalled(lock, { production: true })) return;
  console.log(existsSync(modules) ? 'Updating packages ...' : 'Installing packages (first run, a minute or so) ...');
  const begin = Date.now();
  const { code, complaints } = await runNpm(['ci', '--no-audit', '--no-fund', '--loglevel=error']);
  if (code !== 0) {
    const lines = complaints
      .split('\n')
      .map((line) => line.replace(/^npm (error|ERR!)( code)?/, '').trim())
      .filter(Boolean);
    throw new LaunchError(
      `Cannot install the packages: ${lines.slice(0, 2).join(', ') || `npm ci gave ${code}`}. Run "npm ci" in ${root} to see all of it.`,
    );
  }
  stamp(stampFile, hash);
  console.log(`Installed in ${Math.round((Date.now() - begin) / 1000)} s`);
}

/** npm's own record of what it installed; undefined where it left none. */
function installedRecord() {
  try {
    return JSON.parse(readFileSync(join(modules, '.package-lock.json'), 'utf8')).packages ?? {};
  } catch {
    return undefined;
  }
}

/**
 * Whether the folders of packages lie where npm has put them: a clean-up or an interrupted copy takes some away and leaves the stamp. A
 * few milliseconds, since folders are listed and none is opened.
 */
function hasRecordedFolders() {
  const record = installedRecord();
  if (record === undefined) return false;
  const names = Object.keys(record).flatMap((path) => /^node_modules\/((?:@[^/]+\/)?[^/]+)$/.exec(path)?.[1] ?? []);
  const scopes = new Set(names.flatMap((name) => (name.startsWith('@') ? [name.split('/', 1)[0]] : [])));
  const present = new Set([
    ...folderNames(modules),
    ...[...scopes].flatMap((scope) => folderNames(join(modules, scope)).map((name) => `${scope}/${name}`)),
  ]);
  return names.every((name) => present.has(name));
}

function folderNames(folder) {
  return existsSync(folder) ? readdirSync(folder) : [];
}

/** A read-only node_modules (another user's) only costs the comparison at each run. */
function stamp(file, hash) {
  try {
    writeFileSync(file, hash);
  } catch (error) {
    if (error.code !== 'EACCES' && error.code !== 'EROFS') throw error;
  }
}

/** Compares the lock file with npm's own record of what it installed; packages for other platforms may lack. */
function isInstalled(lock, { production }) {
  const record = installedRecord();
  if (record === undefined) return false;
  return Object.entries(JSON.parse(lock).packages ?? {}).every(([path, wanted]) => {
    if (path === '') return true;
    if (wanted.link === true) return existsSync(join(root, path));
    const found = record[path];
    if (found === undefined) return Boolean(wanted.optional || wanted.devOptional || wanted.peer || (production && wanted.dev));
    return found.version === wanted.version && existsSync(join(root, path));
  });
}

/** The project's Node; an equal or newer one of the machine where the package has no build for it. */
async function findNode() {
  const node = join(modules, 'node', 'bin', process.platform === 'win32' ? 'node.exe' : 'node');
  if (isProgram(node)) return node;
  const setup = join(modules, 'node', 'installArchSpecificPackage.js');
  if (existsSync(setup)) {
    // npm 12 does not run install scripts unasked; this one fetches the program for the platform.
    console.log(`Fetching Node ${NODE_MAJOR} ...`);
    await capture(process.execPath, [setup], { cwd: join(modules, 'node'), env: npmEnvironment() });
    if (isProgram(node) && spawnSync(node, ['--version']).status === 0) return node;
  }
  if (Number.parseInt(process.versions.node, 10) >= NODE_MAJOR) return process.execPath;
  throw new LaunchError(
    `Node ${NODE_MAJOR} is missing from node_modules: run "npm rebuild node", or start with a Node ${NODE_MAJOR} of your own (this one is ${process.version}).`,
  );
}

function isProgram(path) {
  const entry = statSync(path, { throwIfNoEntry: false });
  return entry !== undefined && entry.isFile() && entry.size > 0;
}

/** Runs npm on the machine's Node: the one in node_modules vanishes while npm replaces the folder. */
async function runNpm(args) {
  const env = npmEnvironment();
  const result = await capture('npm', args, { cwd: root, env, shell: process.platform === 'win32' });
  if (result.code !== 'ENOENT') return result;
  throw new LaunchError('Cannot install the packages: npm is not on the PATH.');
}

function npmEnvironment() {
  const path = (process.env.PATH ?? '').split(delimiter).filter((folder) => !folder.startsWith(modules + sep));
  // What an outer `npm start` says about itself would confuse the inner npm; its settings (npm_config_*) stay.
  const inherited = Object.entries(process.env).filter(
    ([name]) => !/^npm_(lifecycle|package|command|execpath|node)|^npm_config_local_prefix$/.test(name),
  );
  return { ...Object.fromEntries(inherited), PATH: path.join(delimiter) };
}

function capture(command, args, options) {
  return new Promise((done) => {
    const child = spawn(command, args, { ...options, stdio: ['ignore', 'ignore', 'pipe'] });
    let complaints = '';
    child.stderr.setEncoding('utf8').on('data', (text) => (complaints += text));
    child.on('error', (error) => done({ code: error.code, complaints: error.message }));
    child.on('close', (code, signal) => done({ code: code ?? signal, complaints }));
  });
}

/** Runs the task to its end, passing signals on; gives its exit code (128 + n when signal n ended it). */
function run(node, args, { env = {}, attached = false } = {}) {
  const path = [join(modules, 'node', 'bin'), join(modules, '.bin'), process.env.PATH].join(delimiter);
  const stdio = ['inherit', 'inherit', 'inherit', ...(attached ? ['ipc'] : [])];
  const child = spawn(node, args, { cwd: root, stdio, env: { ...env, ...process.env, PATH: path } });
  // The terminal sends Ctrl-C to the child as well, and npm repeats it: tasks must bear a signal twice.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
  // npm passes SIGINT and SIGTERM on. When npm is killed or its terminal closes, no signal arrives.
  const watch = setInterval(() => {
    if (npmPid === undefined || process.ppid === npmPid) return;
    clearInterval(watch);
    child.kill('SIGTERM');
  }, NPM_CHECK_MS);
  return new Promise((done, fail) => {
    child.on('exit', () => clearInterval(watch));
    child.on('error', (error) => fail(new LaunchError(`Cannot run ${node}: ${error.message}.`)));
    child.on('exit', (code, signal) => done(code ?? 128 + constants.signals[signal]));
  });
}
