/** Connections of the job queue, which has its own PostgreSQL driver. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Pool, PoolClient } from 'pg';
import { singleHostAddresses } from '../postgres-addresses.ts';
import { primaryLocatorOf, selfConnectingSocket } from './primary-locator.ts';

export interface QueuePool {
  readonly pool: Pool;
  /** Resolves when no connection is left, after two seconds at most; further calls wait for the same end. */
  close(): Promise<void>;
}

/** How long a busy connection may delay the end. */
const CLOSE_LIMIT_MS = 2_000;
/** Connection timeout: without one, workers could wait for a connection for ever. */
const CONNECT_LIMIT_MS = 10_000;

/**
 * Opens a pool for the queue. The queue's own one forgets its listeners before its connections have ended: a PostgreSQL that stops in that
 * moment would end the process with an unhandled error.
 * @param onError is called for lost connections; the pool makes new ones.
 */
export async function openQueuePool(connectionString: string, size: number, onError: (error: Error) => void): Promise<QueuePool> {
  // Loaded only here, as the queue is.
  const { Pool } = await import('pg');
  const locator = primaryLocatorOf(connectionString);
  const pool = new Pool({
    connectionString: singleHostAddresses(connectionString)[0] ?? connectionString,
    ...(locator && { stream: () => selfConnectingSocket(locator) }),
    max: size,
    connectionTimeoutMillis: CONNECT_LIMIT_MS,
  });
  pool.on('error', onError);
  // For connections in use: their next statement fails with the same error, so only a listener is needed.
  pool.on('connect', (client) => client.on('error', onError));
  releaseOnce(pool);
  let closing: Promise<void> | undefined;
  return {
    pool,
    close() {
      closing ??= endWithin(CLOSE_LIMIT_MS, pool);
      return closing;
    },
  };
}

type Release = (broken?: Error | boolean) => void;
/** Gets no release where there is no connection, as of a pool that has ended. */
type Acquired = (error: Error | undefined, client: PoolClient | undefined, release?: Release) => void;

/**
 * Lets connections that are given to a callback be released again without effect. The queue (0.17.3) releases the one that listens twice
 * when it is lost while the workers end, in a promise that nothing observes: the error of the pool would end the process.
 */
function releaseOnce(pool: Pool): void {
  const connect = pool.connect.bind(pool);
  const connectOnce = (acquired?: Acquired): Promise<PoolClient> | void => {
    if (acquired === undefined) return connect();
    connect((error, client, release?: Release) => {
      if (release === undefined) {
        acquired(error, client);
        return;
      }
      let released = false;
      acquired(error, client, (broken) => {
        if (released) return;
        released = true;
        release(broken);
      });
    });
  };
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the two overloads of connect
  pool.connect = connectOnce as Pool['connect'];
}

async function endWithin(limitMs: number, pool: Pool): Promise<void> {
  const limit = new AbortController();
  const ended = pool.end().finally(() => limit.abort());
  await Promise.race([ended, sleep(limitMs, undefined, { signal: limit.signal }).catch(() => ended)]);
}
