/**
 * Where operations read that change nothing: at a standby that has everything that was acknowledged before, else at the primary. Nobody can
 * tell the difference, whatever was written by whom, over which process: docs/adr/0104.
 */
import { connectDatabase, type Database, type DatabaseConnection } from '../client.ts';
import { PrimaryFence } from './primary-fence.ts';
import type { ReadCounts } from './reading-database.ts';
import { Replica, type ReplicaReport } from './replica.ts';
import type { Pools } from './standby-session.ts';

export interface ReadPlaces {
  /** Chooses for one operation that begins now. Undefined for the primary. */
  choose(pool: keyof Pools<unknown>): Promise<Database | undefined>;
  readonly counts: Readonly<ReadCounts>;
  /** The replicas as they are now. */
  reports(): readonly ReplicaReport[];
  close(): Promise<void>;
}

export interface ReadPlacesOptions {
  /** Addresses of the replicas, one host each. */
  readonly urls: readonly string[];
  readonly primaryUrl: string;
  readonly primary: Pools<DatabaseConnection>;
  readonly sizes: Pools<number>;
  readonly waitMs: number;
  readonly statementLimitMs?: number;
  readonly onStatement?: (text: string) => void;
  readonly onChange: (report: ReplicaReport) => void;
}

/** Opens connections to the replicas, and waits until each was looked at once. None has to answer. */
export async function openReadPlaces({ urls, primaryUrl, ...options }: ReadPlacesOptions): Promise<ReadPlaces> {
  const questions = connectDatabase(primaryUrl, { poolSize: 1 });
  const fence = new PrimaryFence(questions.sql);
  const counts: ReadCounts = { replica: 0, primary: 0, redone: 0 };
  const replicas = urls.map((url) => new Replica({ ...options, url, fence, counts }));
  await Promise.all(replicas.map((replica) => replica.start()));
  let turn = 0;

  async function find(pool: keyof Pools<unknown>): Promise<Database | undefined> {
    const level = replicas.filter(({ report }) => report.standing === 'LEVEL');
    if (level.length === 0) return undefined;
    // The primary does not answer: what is read there says so.
    const needed = await fence.ask().catch(() => undefined);
    if (needed === undefined) return undefined;
    turn += 1;
    const inTurn = level.map((_, index) => level[(index + turn) % level.length]).filter((replica) => replica !== undefined);
    const [best] = inTurn.toSorted((one, other) => Number(other.has(needed)) - Number(one.has(needed)) || one.load - other.load);
    return (await best?.databases(needed))?.[pool];
  }

  return {
    counts,
    async choose(pool) {
      const found = await find(pool);
      counts[found === undefined ? 'primary' : 'replica'] += 1;
      return found;
    },
    reports: () => replicas.map(({ report }) => report),
    close: async () => {
      for (const replica of replicas) replica.close();
      await questions.close();
    },
  };
}
