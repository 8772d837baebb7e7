/** Entry of the server: reads the configuration, starts, prints where things are, handles signals. `demo` loads the demo, `doctor` examines, `export` and `import` carry collections, `backup` and `restore` copy the installation. */
import cluster from 'node:cluster';
import { existsSync } from 'node:fs';
import pino, { type Logger } from 'pino';
import { runBackup } from './backup/run-backup.ts';
import { runRestore } from './backup/run-restore.ts';
import { superuserPasswordFile, superuserTokenFile } from './superuser-secrets.ts';
import { sparseProgress } from './carry/carry-report.ts';
import { runExport, runImport } from './carry/run-carry.ts';
import { type Config, readConfig } from './config.ts';
import { runDemo } from './demo/run-demo.ts';
import { runReplicaDoctor } from './doctor/run-replica-doctor.ts';
import { readDoctorArguments } from './doctor/doctor-arguments.ts';
import { runStorageDoctor } from './doctor/run-doctor.ts';
import { createSearchEngine } from './adapters/opensearch/create-search-engine.ts';
import { rebuildDatabaseIndex, rebuildEngine, runSearchDoctor } from './doctor/run-search-doctor.ts';
import { jsonIndexReport, readableIndexReport } from './doctor/search-report.ts';
import { jsonReport, readableReport } from './doctor/storage-report.ts';
import { terminalStreams } from './terminal-streams.ts';
import { serializeError } from './error-log.ts';
import { type LogDestination, openLogDestination } from './log-destination.ts';
import { StartupError } from './errors/startup-error.ts';
import { createParentProcess } from './processes/parent-process.ts';
import { startServer } from './start.ts';
import { startAsWorker } from './start-as-worker.ts';
import { startWithWorkers } from './start-with-workers.ts';
import { createStorage } from './storage/create-storage.ts';
import { unobservedFault } from './unobserved-rejections.ts';
import { stagingAgeMs } from './jobs/staging-age.ts';

/** What is said of a server that is ready. */
interface Ready {
  readonly siteUrl: string;
  readonly version: string;
  /** The first superuser's token if it was made or set now. */
  readonly newSuperuserToken: string | null;
}

function announce(output: LogDestination, { siteUrl, version, newSuperuserToken: token }: Ready, config: Config): void {
  const passwordFile = superuserPasswordFile(config.dataDir);
  const signIn = existsSync(passwordFile) ? `; sign in as admin, first password in ${passwordFile}` : '';
  const lines = [
    `Archivolt ${version} is ready.`,
    `  Pages       ${siteUrl}/        (in a browser${signIn})`,
    `  REST        ${siteUrl}/api        (documentation: ${siteUrl}/docs, OpenAPI: ${siteUrl}/openapi)`,
    `  GraphQL     ${siteUrl}/graphql    (explorer in a browser, SDL: ${siteUrl}/graphql/schema.graphql)`,
    `  Data        ${config.dataDir}`,
    // The operator knows a token that they have set, and this output often ends up in a log.
    token === null || config.superuserApiToken !== undefined
      ? `  Superuser   admin; API token in ${superuserTokenFile(config.dataDir)}`
      : `  Superuser   admin; API token ${token} (also in ${superuserTokenFile(config.dataDir)})`,
  ];
  output.write(`${lines.join('\n')}\n`);
}

/** The log, and where it goes, which is flushed before the process ends. */
interface OpenLog {
  readonly log: Logger;
  readonly output: LogDestination;
}

function createLog(level: string): OpenLog {
  const output = openLogDestination(2);
  const log = pino({ level, serializers: { err: serializeError } }, output);
  output.whenResumed((lines) => log.warn({ lines }, 'Log lines were dropped, because the reader of the log fell behind.'));
  return { log, output };
}

/** The signals for an orderly stop. */
function stopRequest(): Promise<string> {
  return new Promise((resolve) => {
    // `on`, not `once`: a second signal, such as one of the terminal and one of the launcher, must not end the drain.
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => resolve(signal));
    if (!process.argv.includes(WITH_LAUNCHER)) return;
    process.on('disconnect', () => resolve('the launcher is gone'));
    if (!process.connected) resolve('the launcher is gone');
  });
}

/** What runs until it is asked to stop, or loses what it cannot do without. */
interface Stoppable {
  readonly databaseLost?: Promise<Error>;
  readonly workersLost?: Promise<Error>;
  stop(): Promise<void>;
}

/** Starts what stops on a signal. @param exitCode of a clean stop: an interrupted task is not done. */
async function startStoppable<Running extends Stoppable>(
  { log, output }: OpenLog,
  start: (log: Logger) => Promise<Running>,
  { exitCode = 0, stopRequested = stopRequest() }: { readonly exitCode?: number; readonly stopRequested?: Promise<string> } = {},
): Promise<Running> {
  const faulty = unobservedFault(process, log);
  const running = await start(log);
  const lost = (reason: Promise<Error> | undefined, what: string): Promise<number>[] =>
    reason === undefined
      ? []
      : [
          reason.then((err) => {
            log.fatal({ err }, `${what} cannot be restarted; the server stops.`);
            return 1;
          }),
        ];
  const asked = stopRequested.then((signal) => {
    log.info({ signal }, 'stopping');
    return exitCode;
  });
  Promise.race([
    asked,
    faulty,
    ...lost(running.databaseLost, 'PostgreSQL ended and'),
    ...lost(running.workersLost, 'The workers ended and'),
  ])
    .then(async (code) => {
      await running.stop();
      await output.flush(LAST_LINES_LIMIT_MS);
      process.exit(code);
    })
    .catch(() => process.exit(1));
  return running;
}

async function serve(config: Config): Promise<void> {
  const output = openLogDestination(1);
  const opened = createLog(config.logLevel);
  // Signals are listened for before the start; otherwise one during it would end only this process and leave PostgreSQL running.
  if (config.workers > 1) {
    const args = process.argv.slice(2).filter((word) => word !== WITH_LAUNCHER);
    announce(output, await startStoppable(opened, (log) => startWithWorkers(config, args, log)), config);
    return;
  }
  const { siteUrl, application } = await startStoppable(opened, (log) => startServer(config, log));
  announce(
    output,
    { siteUrl, version: application.services.installation.version, newSuperuserToken: application.newSuperuserToken },
    config,
  );
}

/** One of several processes behind a port, which says nothing itself. Without its parent it ends at once: the data folder is another's then. */
async function work(config: Config): Promise<void> {
  const parent = createParentProcess(process);
  // A terminal and some supervisors send their signals to all processes.
  const stopRequested = Promise.race([stopRequest(), parent.stopRequested.then(() => 'the parent')]);
  try {
    await startStoppable(createLog(config.logLevel), (log) => startAsWorker(config, parent, log), { stopRequested });
  } catch (error) {
    if (!(error instanceof StartupError)) throw error;
    parent.tell({ kind: 'refused', message: error.message });
    cluster.worker?.disconnect();
  }
}

async function demo(config: Config): Promise<void> {
  // A reader that leaves early (`| head`) must not end this process while PostgreSQL runs.
  process.stdout.on('error', () => undefined);
  await runDemo({
    dataDir: config.dataDir,
    tokenFile: superuserTokenFile(config.dataDir),
    print: (line) => process.stdout.write(`${line}\n`),
    startServer: () => {
      // The lines of ordinary requests would bury the few that the demo prints.
      const log = createLog(config.logLevel === 'info' ? 'warn' : config.logLevel);
      const own = { ...config, port: 0, siteUrl: config.siteUrl ?? `http://localhost:${config.port}` };
      return startStoppable(log, (opened) => startServer(own, opened), { exitCode: 1 });
    },
  });
}

/** Time limit for writing the last log lines when the process ends. */
const LAST_LINES_LIMIT_MS = 2_000;

/** Exit code of an examination that leaves differences; 1 means that it failed. */
const DIFFERENCES_LEFT = 2;

async function doctor(config: Config, given: readonly string[]): Promise<void> {
  const wanted = readDoctorArguments(given);
  const stop = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => stop.abort());
  // A reader that leaves early (`| head`) ends the examination, and not the process while PostgreSQL runs.
  process.stdout.on('error', () => stop.abort());
  const streams = terminalStreams(process.stdout, process.stderr);
  if (wanted.subject === 'replicas') {
    process.exitCode = (await runReplicaDoctor({ ...config, json: wanted.json, out: streams.out })) ? 0 : DIFFERENCES_LEFT;
    return;
  }
  const examination = { ...config, signal: stop.signal };
  const search = {
    ...examination,
    report: wanted.json ? jsonIndexReport(streams) : readableIndexReport(streams),
    engine: config.searchUrl === undefined ? undefined : createSearchEngine(config.searchUrl),
  };
  if (wanted.rebuild === 'engine') await rebuildEngine(search);
  if (wanted.rebuild === 'database') await rebuildDatabaseIndex(search);
  const clean =
    wanted.subject === 'search'
      ? await runSearchDoctor(wanted.mend, search)
      : await runStorageDoctor(wanted, {
          ...examination,
          storage: createStorage(config),
          staleAfterMs: stagingAgeMs(config.uploadLifetimeMs),
          report: wanted.json ? jsonReport(streams) : readableReport(streams, wanted.mend),
        });
  process.exitCode = clean ? 0 : DIFFERENCES_LEFT;
}

/** Carries a collection out of the installation, or into it. */
async function carry(config: Config, given: readonly string[], direction: 'export' | 'import'): Promise<void> {
  const streams = terminalStreams(process.stdout, process.stderr);
  const options = {
    dataDir: config.dataDir,
    tokenFile: superuserTokenFile(config.dataDir),
    report: { line: streams.out, progress: streams.transient ?? sparseProgress(streams.out) },
  };
  const isWhole =
    direction === 'export' ? await runExport(given, options) : await runImport(given, { ...options, storage: createStorage(config) });
  process.exitCode = isWhole ? 0 : DIFFERENCES_LEFT;
}

/** Copies the installation to a folder of backups, or from it. */
async function backup(config: Config, given: readonly string[], direction: 'backup' | 'restore'): Promise<void> {
  const streams = terminalStreams(process.stdout, process.stderr);
  const options = {
    dataDir: config.dataDir,
    databaseUrl: config.databaseUrl,
    storage: createStorage(config),
    report: { line: streams.out, progress: streams.transient ?? (() => undefined) },
  };
  const isWhole = direction === 'backup' ? await runBackup(given, options) : await runRestore(given, options);
  process.exitCode = isWhole ? 0 : DIFFERENCES_LEFT;
}

/** Given by the launcher, which holds a channel to this process: it closes with the launcher, however that ends. */
const WITH_LAUNCHER = '--stop-with-launcher';

const TASKS: Readonly<Record<string, (config: Config, given: readonly string[]) => Promise<void>>> = {
  demo,
  doctor,
  export: (config, given) => carry(config, given, 'export'),
  import: (config, given) => carry(config, given, 'import'),
  backup: (config, given) => backup(config, given, 'backup'),
  restore: (config, given) => backup(config, given, 'restore'),
};

try {
  const config = readConfig();
  const [name, ...given] = process.argv.slice(2).filter((word) => word !== WITH_LAUNCHER);
  const task = cluster.isWorker ? work : name === undefined ? serve : Object.hasOwn(TASKS, name) ? TASKS[name] : undefined;
  if (task === undefined) {
    throw new StartupError(`There is no task "${name}"; give none to start the server, or one of ${Object.keys(TASKS).join(', ')}.`);
  }
  await task(config, given);
} catch (error) {
  if (!(error instanceof StartupError)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
  // The channel to the launcher is listened to, which would keep this process after a start that was refused.
  if (process.connected) process.disconnect();
}
