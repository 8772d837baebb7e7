/**
 * Connections to one standby, as long as it runs without a break. What it has replayed only grows in this time; a server that was started
 * again may have gone back, so that a single connection that ends retires all of them, and those who read there go on at the primary.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Sql } from 'postgres';
import { connectDatabase, type Database, type DatabaseConnection } from '../client.ts';
import type { Fence, PrimaryFence } from './primary-fence.ts';
import { type ReadCounts, readingDatabase } from './reading-database.ts';
import { withinTime } from './within-time.ts';

/** The pools of a process by what they are for. */
export interface Pools<Pool> {
  readonly ordinary: Pool;
  readonly costly: Pool;
}

export interface SessionOptions {
  readonly url: string;
  readonly primary: Pools<DatabaseConnection>;
  readonly fence: PrimaryFence;
  readonly sizes: Pools<number>;
  readonly statementLimitMs?: number;
  readonly onStatement?: (text: string) => void;
  readonly counts: ReadCounts;
  readonly onRetired: () => void;
}

/** What a standby says of itself. */
export interface StandbyFacts {
  readonly standby: boolean;
  readonly cluster: string;
  readonly timeline: number;
  readonly paused: boolean;
}

/** Between two looks at a standby that is waited for. */
const LOOK_PAUSE_MS = 2;

// The file of the cluster is written at checkpoints and while pages are: it may still name the timeline before, never one that was not followed.
const FACTS = `select pg_is_in_recovery() as standby, system.system_identifier::text as cluster,
  greatest(checkpoint.timeline_id, recovery.min_recovery_end_timeline) as timeline,
  pg_is_in_recovery() and pg_is_wal_replay_paused() as paused
  from pg_control_system() system, pg_control_checkpoint() checkpoint, pg_control_recovery() recovery`;
const replayed = (sql: Sql) =>
  sql<{ lsn: string | null }[]>`select case when pg_is_in_recovery() then (pg_last_wal_replay_lsn() - '0/0'::pg_lsn)::text end as lsn`;

export class StandbySession {
  readonly databases: Pools<Database>;
  readonly #options: SessionOptions;
  readonly #watch: DatabaseConnection;
  readonly #pools: readonly DatabaseConnection[];
  readonly #underWay = new Set<(error: Error) => void>();
  #replayed = 0n;
  #looking: Promise<bigint> | undefined;
  /** Reads that a write of the same request precedes need this much. */
  #floor = 0n;
  #writes = 0;
  #retired = false;

  constructor(options: SessionOptions) {
    this.#options = options;
    const { url, sizes, statementLimitMs, onStatement, primary } = options;
    const limits = { ...(statementLimitMs !== undefined && { statementLimitMs }), ...(onStatement && { onStatement }) };
    const onClose = (): void => this.retire();
    const ordinary = connectDatabase(url, { poolSize: sizes.ordinary, onClose, ...limits });
    const costly = connectDatabase(url, { poolSize: sizes.costly, onClose, ...limits });
    this.#watch = connectDatabase(url, { poolSize: 1, onClose });
    this.#pools = [ordinary, costly, this.#watch];
    const { counts } = options;
    this.databases = {
      ordinary: readingDatabase({ session: this, standby: ordinary, primary: primary.ordinary, counts }),
      costly: readingDatabase({ session: this, standby: costly, primary: primary.costly, counts }),
    };
  }

  /** Statements that wait for the standby. */
  get load(): number {
    return this.#underWay.size;
  }

  get replayed(): bigint {
    return this.#replayed;
  }

  /** Whether a read of a request that chose this standby may be sent to it. */
  get isOpen(): boolean {
    return !this.#retired && this.#writes === 0 && this.#replayed >= this.#floor;
  }

  async facts(): Promise<StandbyFacts> {
    const [row] = await this.#watch.sql.unsafe<StandbyFacts[]>(FACTS);
    if (row === undefined) throw new Error('The standby did not say what it is.');
    return row;
  }

  /** Whether the standby has everything before a fence, now or after a moment. @param waitMs Longest wait; 0 for what is known */
  async reaches({ lsn }: Fence, waitMs: number): Promise<boolean> {
    const end = performance.now() + waitMs;
    while (!this.#retired) {
      if (this.#replayed >= lsn) return true;
      const left = end - performance.now();
      if (left <= 0) return false;
      await withinTime(this.#look(), left);
      if (this.#replayed < lsn) await sleep(LOOK_PAUSE_MS);
    }
    return false;
  }

  /** Waits for a statement on the standby, or for the end of the session. */
  during<Result>(statement: PromiseLike<Result>): Promise<Result> {
    return new Promise((resolve, reject) => {
      const end = (settle: () => void): void => {
        this.#underWay.delete(reject);
        settle();
      };
      if (this.#retired) reject(new Error('The standby is away.'));
      else this.#underWay.add(reject);
      statement.then(
        (result) => end(() => resolve(result)),
        (error: unknown) => end(() => reject(error)),
      );
    });
  }

  /** Runs a write at the primary. Until the standby has it, nothing more is read there. */
  async writing<Result>(write: () => PromiseLike<Result>): Promise<Result> {
    this.#writes += 1;
    try {
      return await write();
    } finally {
      this.#options.fence
        .ask()
        .then(
          ({ lsn }) => {
            if (lsn > this.#floor) this.#floor = lsn;
          },
          () => this.retire(),
        )
        .finally(() => {
          this.#writes -= 1;
        });
    }
  }

  /** Ends it for good. Whoever waits for a statement is told at once. */
  retire(): void {
    if (this.#retired) return;
    this.#retired = true;
    for (const reject of this.#underWay) reject(new Error('The standby is away.'));
    this.#underWay.clear();
    // What still waits in the driver was told.
    for (const { sql } of this.#pools) sql.end({ timeout: 0 }).catch(() => undefined);
    this.#options.onRetired();
  }

  /** How far it has replayed: one question at a time, since an answer only grows truer. */
  #look(): Promise<bigint> {
    this.#looking ??= replayed(this.#watch.sql)
      .then(([row]) => {
        const lsn = row?.lsn ?? null;
        // A standby that was made a primary has a log of its own from here on.
        if (lsn === null) this.retire();
        else if (!this.#retired && BigInt(lsn) > this.#replayed) this.#replayed = BigInt(lsn);
        return this.#replayed;
      })
      .finally(() => {
        this.#looking = undefined;
      });
    return this.#looking;
  }
}
