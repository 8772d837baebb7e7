/** The connections of a process to its database, by what they are for. */
import type { Logger } from 'pino';
import type { Config } from './config.ts';
import { connectDatabase, type DatabaseConnection } from './db/client.ts';
import { openReadPlaces, type ReadPlaces } from './db/replicas/read-places.ts';
import { StartupError } from './errors/startup-error.ts';
import { COSTLY_AT_ONCE } from './graphql/costly-lane.ts';

export interface Connections {
  readonly connection: DatabaseConnection;
  readonly costly: DatabaseConnection;
  readonly jobs: DatabaseConnection;
  /** Where queries read, where there are replicas. */
  readonly reads: ReadPlaces | undefined;
  close(): Promise<void>;
}

export interface ConnectionsOptions {
  readonly config: Config;
  readonly databaseUrl: string;
  readonly log: Logger;
  readonly onStatement?: (text: string) => void;
}

/** Connections of the jobs, which keep house three at a time. */
const JOB_CONNECTIONS = 3;
/**
 * Of the connections for requests, those for short reads. Two take a tenth to a fifth less processor time of server and database for them than
 * ten: each turn sends what has gathered.
 */
const SHORT_READ_CONNECTIONS = 2;
/** Fewer connections are left together: none would be idle. */
const FEW_CONNECTIONS = 6;
/** Idle time after which a rarely needed connection is closed. */
const UNUSED_SECONDS = 60;

/** Opens them; only replicas are asked something already. @throws StartupError for replicas that could never be read from */
export async function openConnections({ config, databaseUrl, log, onStatement }: ConnectionsOptions): Promise<Connections> {
  const limits = { statementLimitMs: config.statementLimitMs, ...(onStatement && { onStatement }) };
  const shortReads = config.databasePoolSize < FEW_CONNECTIONS ? 0 : SHORT_READ_CONNECTIONS;
  const connection = connectDatabase(databaseUrl, { poolSize: config.databasePoolSize - shortReads, shortReads, ...limits });
  const costly = connectDatabase(databaseUrl, { poolSize: COSTLY_AT_ONCE, idleSeconds: UNUSED_SECONDS, ...limits });
  const jobs = connectDatabase(databaseUrl, { poolSize: JOB_CONNECTIONS, idleSeconds: UNUSED_SECONDS });
  const { urls, waitMs } = config.replicas;
  const reads =
    urls.length === 0
      ? undefined
      : await openReadPlaces({
          urls,
          primaryUrl: databaseUrl,
          primary: { ordinary: connection, costly },
          sizes: { ordinary: config.databasePoolSize, costly: COSTLY_AT_ONCE },
          waitMs,
          ...limits,
          onChange: ({ name: replica, standing, reason, lagSeconds }) => {
            if (standing === 'LEVEL') log.info({ replica }, 'A replica is read from.');
            else log.warn({ replica, standing, reason, lagSeconds }, 'A replica is not read from; the primary answers in its place.');
          },
        });
  const mistakes = (reads?.reports() ?? []).filter(({ isMistake }) => isMistake);
  const close = async (): Promise<void> => {
    await reads?.close();
    await Promise.all([connection.close(), costly.close(), jobs.close()]);
  };
  if (mistakes.length > 0) {
    await close();
    const faults = mistakes.map(({ name, reason }) => `${name}: ${reason}`);
    throw new StartupError(`The replicas of DATABASE_READ_URL cannot be used. ${faults.join('; ')}.`);
  }
  return {
    connection,
    costly,
    jobs,
    reads,
    close,
  };
}
