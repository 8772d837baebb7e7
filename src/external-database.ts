import { connectDatabase } from './db/client.ts';
import { StartupError } from './errors/startup-error.ts';
import { hostsOfAddress, singleHostAddresses } from './postgres-addresses.ts';

/** `server_version_num` of PostgreSQL 14. */
const OLDEST_VERSION = 140_000;

/**
 * Checks that the PostgreSQL server of DATABASE_URL responds, accepts the credentials and is new enough.
 * @throws StartupError naming the server, never its credentials, and the reason.
 */
export async function requireExternalDatabase(url: string): Promise<void> {
  const host = hostsOfAddress(url);
  const pathname = singleHostAddresses(url).map((one) => new URL(one).pathname)[0] ?? '';
  const connection = connectDatabase(url, { poolSize: 1 });
  try {
    const [server] = await connection.sql<{ version: number; release: string; encoding: string }[]>`
      select current_setting('server_version_num')::int as version, current_setting('server_version') as release,
        current_setting('server_encoding') as encoding`;
    if (server !== undefined && server.version < OLDEST_VERSION) {
      throw new StartupError(`The database at ${host} is PostgreSQL ${server.release}; version 14 or newer is needed.`);
    }
    if (server !== undefined && server.encoding !== 'UTF8') {
      throw new StartupError(`The database${pathname} at ${host} has the encoding ${server.encoding}; it must be UTF8.`);
    }
  } catch (error) {
    if (error instanceof StartupError) throw error;
    throw unusableDatabase(url, error);
  } finally {
    await connection.close();
  }
}

/** The refusal to start on a database that failed, in one line. */
export function unusableDatabase(url: string, error: unknown): StartupError {
  return new StartupError(`The database at ${hostsOfAddress(url)} cannot be used (${reasonOf(error)}). Check DATABASE_URL.`, {
    cause: error,
  });
}

/** For a host name with several addresses, the first failure: the aggregate error has no text. */
function reasonOf(error: unknown): string {
  if (error instanceof AggregateError && error.errors.length > 0) return reasonOf(error.errors[0]);
  return error instanceof Error ? (error.message.split('\n', 1)[0] ?? error.name) : String(error);
}
