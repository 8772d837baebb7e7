/** A database whose reads go to a standby, and everything else to the primary. */
import type postgres from 'postgres';
import { codesOf } from '../../errors/error-codes.ts';
import { type Database, type DatabaseConnection, databaseOver, type Transaction, type TransactionRunner } from '../client.ts';

/** What a process has read where since its start. */
export interface ReadCounts {
  /** Operations that read from a standby. */
  replica: number;
  /** Operations that could have, and read from the primary. */
  primary: number;
  /** Statements that a standby failed and the primary answered. */
  redone: number;
}

/** What a statement is sent within. */
interface Session {
  readonly isOpen: boolean;
  during<Result>(statement: PromiseLike<Result>): Promise<Result>;
  writing<Result>(write: () => PromiseLike<Result>): Promise<Result>;
}

interface ReadingOptions {
  readonly session: Session;
  readonly standby: DatabaseConnection;
  readonly primary: DatabaseConnection;
  readonly counts: ReadCounts;
}

type Unsafe = postgres.Sql['unsafe'];
type Sent = Parameters<Unsafe>;

/** What cannot change anything; a function that does is refused by the standby, and goes to the primary after that. */
const READS = /^\s*(select|with)\b/i;
/** 57014 (query canceled): the statement had its time. Source: PostgreSQL, appendix "Error Codes". */
const CANCELED = '57014';

/** A failure that the primary would not have. A conflict with what is replayed has another code than a limit of time. */
function isOfStandby(error: unknown): boolean {
  return !codesOf(error).includes(CANCELED);
}

/** A statement as Drizzle uses one: it is sent when it is awaited. */
class ReadingStatement implements PromiseLike<unknown> {
  readonly #options: ReadingOptions;
  readonly #sent: Sent;
  #asValues = false;

  constructor(options: ReadingOptions, sent: Sent) {
    this.#options = options;
    this.#sent = sent;
  }

  values(): this {
    this.#asValues = true;
    return this;
  }

  // oxlint-disable-next-line unicorn/no-thenable -- what it stands for is one
  then<Ok = unknown, Bad = never>(
    onResult?: ((result: unknown) => Ok | PromiseLike<Ok>) | null,
    onError?: ((error: unknown) => Bad | PromiseLike<Bad>) | null,
  ): Promise<Ok | Bad> {
    return this.#run().then(onResult, onError);
  }

  async #run(): Promise<unknown> {
    const { session, standby, primary, counts } = this.#options;
    if (!READS.test(this.#sent[0])) return session.writing(() => this.#on(primary));
    if (session.isOpen) {
      try {
        return await session.during(this.#on(standby));
      } catch (error) {
        // A fault of the statement itself the primary tells as well.
        if (!isOfStandby(error)) throw error;
        counts.redone += 1;
        // It may have been a write that does not look like one.
        return session.writing(() => this.#on(primary));
      }
    }
    return this.#on(primary);
  }

  #on({ sql }: DatabaseConnection): PromiseLike<unknown> {
    const statement = sql.unsafe(...this.#sent);
    return this.#asValues ? statement.values() : statement;
  }
}

class ReadingClient {
  readonly options: postgres.Sql['options'];
  readonly unsafe: Unsafe;
  readonly begin: TransactionRunner;

  constructor(reading: ReadingOptions) {
    this.options = reading.standby.sql.options;
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the parts of a statement that Drizzle uses
    this.unsafe = ((...sent: Sent) => new ReadingStatement(reading, sent)) as unknown as Unsafe;
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- `connectDatabase` has put its own in the place of the driver's
    const begin = reading.primary.sql.begin as unknown as TransactionRunner;
    this.begin = (work) => reading.session.writing(() => begin(work));
  }
}

const ways = new WeakMap<Database, ReadingOptions>();

/** Makes the database that requests get which chose a standby. A statement that the standby fails is answered by the primary. */
export function readingDatabase(options: ReadingOptions): Database {
  const database = databaseOver(new ReadingClient(options));
  ways.set(database, options);
  return database;
}

/** Runs reads in a transaction, for settings of their own. Where a standby fails it they run once more, at the primary. */
export async function readTransaction<Result>(db: Database, work: (tx: Transaction) => Promise<Result>): Promise<Result> {
  const reading = ways.get(db);
  if (reading === undefined) return db.transaction(work);
  const { session, standby, primary, counts } = reading;
  if (session.isOpen) {
    try {
      return await session.during(standby.db.transaction(work));
    } catch (error) {
      if (!isOfStandby(error)) throw error;
      counts.redone += 1;
    }
  }
  return primary.db.transaction(work);
}
