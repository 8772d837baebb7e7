/** Entry of the server: reads the configuration, starts, prints where things are, handles signals. */
import pino from 'pino';
import { superuserTokenFile } from './application.ts';
import { type Config, readConfig } from './config.ts';
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
    token === null
      ? `  Superuser   admin; API token in ${superuserTokenFile(config.dataDir)}`
      : `  Superuser   admin; API token ${token} (also in ${superuserTokenFile(config.dataDir)})`,
  ];
  process.stdout.write(`${lines.join('\n')}\n`);
}

async function main(): Promise<void> {
  const config = readConfig();
  const log = pino({ level: config.logLevel, serializers: { err: serializeError } }, pino.destination({ dest: 2, sync: false }));
  const running = await startServer(config, log);
  announce(running, config);

  let stopping = false;
  const stop = (signal: string): void => {
    // A second signal, such as one of the terminal and one of the launcher, must not end the drain.
    if (stopping) return;
    stopping = true;
    log.info({ signal }, 'stopping');
    running.stop().then(
      () => process.exit(0),
      () => process.exit(1),
    );
  };
  process.on('SIGINT', () => stop('SIGINT'));
  process.on('SIGTERM', () => stop('SIGTERM'));
}

try {
  await main();
} catch (error) {
  if (!(error instanceof StartupError)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
}
