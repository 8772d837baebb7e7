import type { Sql } from 'postgres';

/** A place in the log of the primary that holds all that was acknowledged before it was asked for. */
export interface Fence {
  /** Bytes of the log before it. */
  readonly lsn: bigint;
  /** Grows by one with each standby that was made the primary: places of two of them cannot be compared. */
  readonly timeline: number;
}

/**
 * Asks the primary how far a standby has to be. A commit is acknowledged when the log is flushed, and only what is flushed is sent to standbys;
 * where commits do not wait for that, what is written counts.
 */
const question = (sql: Sql) => sql<{ lsn: string; timeline: number }[]>`select
  (case when current_setting('synchronous_commit') = 'off' then pg_current_wal_insert_lsn() else pg_current_wal_flush_lsn() end
    - '0/0'::pg_lsn)::text as lsn,
  ('x' || left(pg_walfile_name(pg_current_wal_flush_lsn()), 8))::bit(32)::int as timeline`;

/** Asks for fences: one question at a time, for all who came before it was sent. */
export class PrimaryFence {
  readonly #sql: Sql;
  #running: Promise<Fence> | undefined;
  #next: Promise<Fence> | undefined;

  /** @param sql A connection to the primary of its own, so that no question waits for a statement of another kind. */
  constructor(sql: Sql) {
    this.#sql = sql;
  }

  /** A fence of this moment or later: a question that is under way may have been answered by the primary before. */
  ask(): Promise<Fence> {
    if (this.#running === undefined) return this.#send();
    this.#next ??= this.#running
      .catch(() => undefined)
      .then(() => {
        this.#next = undefined;
        return this.#send();
      });
    return this.#next;
  }

  /** By which a cluster is known from all others, its standbys having the same. */
  async cluster(): Promise<string> {
    const [row] = await this.#sql<{ cluster: string }[]>`select system_identifier::text as cluster from pg_control_system()`;
    if (row === undefined) throw new Error('The primary did not say which cluster it is.');
    return row.cluster;
  }

  #send(): Promise<Fence> {
    const running = Promise.resolve(question(this.#sql)).then(([row]) => {
      if (row === undefined) throw new Error('The primary did not say how far its log is.');
      return { lsn: BigInt(row.lsn), timeline: row.timeline };
    });
    this.#running = running;
    const done = (): void => {
      if (this.#running === running) this.#running = undefined;
    };
    running.then(done, done);
    return running;
  }
}
