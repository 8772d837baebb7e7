/** Connections of the job queue, which has its own PostgreSQL driver. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Pool } from 'pg';

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
  const pool = new Pool({ connectionString, max: size, connectionTimeoutMillis: CONNECT_LIMIT_MS });
  pool.on('error', onError);
  // For connections in use: their next statement fails with the same error, so only a listener is needed.
  pool.on('connect', (client) => client.on('error', onError));
  let closing: Promise<void> | undefined;
  return {
    pool,
    close() {
      closing ??= endWithin(CLOSE_LIMIT_MS, pool);
      return closing;
    },
  };
}

async function endWithin(limitMs: number, pool: Pool): Promise<void> {
  const limit = new AbortController();
  const ended = pool.end().finally(() => limit.abort());
  await Promise.race([ended, sleep(limitMs, undefined, { signal: limit.signal }).catch(() => ended)]);
}
