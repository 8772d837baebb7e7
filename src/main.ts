/** Entry of the server: reads the configuration, starts, prints where things are, handles signals. `demo` loads the demo. */
import pino, { type Logger } from 'pino';
import { superuserTokenFile } from './application.ts';
import { type Config, readConfig } from './config.ts';
import { runDemo } from './demo/run-demo.ts';
import { serializeError } from './error-log.ts';
import { StartupError } from './errors/startup-error.ts';
import { type RunningServer, startServer } from './start.ts';

function announce(running: RunningServer, config: Config): void {
  const { siteUrl, application } = running;
  const token = application.newSuperuserToken;
  const lines = [
    `Archivolt ${application.services.installation.version} is ready.`,
    `  REST        ${siteUrl}/api        (documentation: ${siteUrl}/docs, OpenAPI: ${siteUrl}/openapi)`,
    `  GraphQL     ${siteUrl}/graphql    (explorer in a browser, SDL: ${siteUrl}/graphql/schema.graphql)`,
    `  Data        ${config.dataDir}`,
    // A token that the operator has chosen is known to him, and this output often ends in a log.
    token === null || config.superuserApiToken !== undefined
      ? `  Superuser   admin; API token in ${superuserTokenFile(config.dataDir)}`
      : `  Superuser   admin; API token ${token} (also in ${superuserTokenFile(config.dataDir)})`,
  ];
  process.stdout.write(`${lines.join('\n')}\n`);
}

function createLog(level: string): Logger {
  return pino({ level, serializers: { err: serializeError } }, pino.destination({ dest: 2, sync: false }));
}

/** Starts a server that a signal stops. @param exitCode of a stop that went well: an interrupted task is not done. */
async function startStoppable(config: Config, log: Logger, exitCode: number): Promise<RunningServer> {
  // Heard before the start, else a signal during it would end this process alone and leave PostgreSQL running. `on`, not
  // `once`: a second signal, such as one of the terminal and one of the launcher, must not end the drain.
  const stopRequested = new Promise<string>((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => resolve(signal));
  });
  const running = await startServer(config, log);
  stopRequested
    .then((signal) => {
      log.info({ signal }, 'stopping');
      return running.stop();
    })
    .then(
      () => process.exit(exitCode),
      () => process.exit(1),
    );
  return running;
}

async function serve(config: Config): Promise<void> {
  const log = createLog(config.logLevel);
  announce(await startStoppable(config, log, 0), config);
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
      return startStoppable({ ...config, port: 0, siteUrl: config.siteUrl ?? `http://localhost:${config.port}` }, log, 1);
    },
  });
}

try {
  const config = readConfig();
  const [task] = process.argv.slice(2);
  if (task !== undefined && task !== 'demo') throw new StartupError(`There is no task "${task}"; give none to serve, or "demo".`);
  await (task === 'demo' ? demo(config) : serve(config));
} catch (error) {
  if (!(error instanceof StartupError)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
}
