/**
 * Transactions on the driver postgres.js in place of its own (3.4.9). Its own ones send ROLLBACK on a lost connection, which ends the
 * process, and run the rest of a lost transaction on the replacement connection; and they wait for a response to BEGIN before anything else
 * is sent.
 */
import type { Sql } from 'postgres';
import { codesOf } from '../errors/error-codes.ts';

/** What every statement fails with that comes after one that failed. Source: PostgreSQL, appendix "Error Codes". */
const IN_FAILED_TRANSACTION = '25P02';

/** A connection as the driver sees it. Source: postgres 3.4.9, src/connection.js, src/index.js. */
interface DriverConnection {
  readonly queue: { remove(connection: DriverConnection): unknown };
  /** Called when every statement sent inside a transaction was answered; while it is set, the connection is reserved. */
  readonly reserved: (() => void) | null;
  readonly onclose: ((error: Error) => void) | null;
  /** Sends; false when nothing more may be sent before the answer. */
  execute(query: DriverQuery): unknown;
}

/** A statement as the driver sees it: it is passed to its handler when it is awaited. */
interface DriverQuery extends Promise<unknown> {
  handler: (query: DriverQuery) => void;
  readonly strings: readonly string[];
  reject(error: unknown): void;
  execute(): this;
}

/** What Drizzle needs of a connection inside a transaction. */
export interface TransactionClient {
  unsafe(text: string, parameters?: readonly unknown[], options?: object): DriverQuery;
  /** Waits until the next statement is on its way. */
  nextSent(): Promise<void>;
}

/** May be sent before the response to BEGIN: if BEGIN fails, a read does no harm. */
const isRead = (query: DriverQuery): boolean => /^\s*select\b/i.test(query.strings[0] ?? '');

class OpenTransaction implements TransactionClient {
  /** The first failure of a statement, or of the connection: nothing can be committed after it. */
  private failure: { readonly error: unknown } | undefined;
  private readonly create: TransactionClient['unsafe'];
  private connection: DriverConnection | undefined;
  private lost: { readonly error: unknown } | undefined;
  /** COMMIT or ROLLBACK. */
  private last: DriverQuery | undefined;
  private hasBegun = false;
  private isFull = false;
  private readonly waiting: DriverQuery[] = [];
  private readonly awaitSent: (() => void)[] = [];

  constructor(sql: Sql) {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the driver's types leave out what its own transactions use
    this.create = sql.unsafe as unknown as TransactionClient['unsafe'];
  }

  /** Sends BEGIN on a connection and reserves it for this transaction. */
  begin(): Promise<void> {
    return new Promise((resolve, reject) => {
      const onexecute = (connection: DriverConnection): void => {
        this.take(connection);
        resolve();
      };
      this.create('begin', [], { onexecute }).then(
        () => {
          this.hasBegun = true;
          this.flush();
          if (this.connection === undefined) reject(new Error('The driver did not give its connection to the transaction.'));
        },
        (error: unknown) => {
          this.lose(error);
          this.giveBack();
          reject(error);
        },
      );
    });
  }

  unsafe(text: string, parameters: readonly unknown[] = [], options: object = {}): DriverQuery {
    const query = this.create(text, parameters, options);
    query.handler = this.hand;
    return query;
  }

  nextSent(): Promise<void> {
    return new Promise((resolve) => this.awaitSent.push(resolve));
  }

  /** Ends the transaction after all sent statements. A lost one has already ended. */
  async end(statement: 'commit' | 'rollback'): Promise<void> {
    this.last = this.unsafe(statement);
    try {
      await this.last;
    } finally {
      // The driver may have given the connection to the next transaction already, which hears of its end by its own.
      if (this.connection?.onclose === this.onclose) Object.assign(this.connection, { onclose: null });
    }
  }

  /** Throws the first failure. */
  refuseFailed(): void {
    if (this.failure !== undefined) throw this.failure.error;
  }

  get isLost(): boolean {
    return this.lost !== undefined;
  }

  private readonly onclose = (error: Error): void => this.lose(error);

  /** Everything sent was answered. */
  private readonly goOn = (): void => {
    this.isFull = false;
    this.flush();
  };

  /**
   * Releases a connection whose BEGIN was reported as failed. It may have succeeded: the driver reports the last error of a closed
   * connection to the first statement of its replacement.
   */
  private giveBack(): void {
    const { connection } = this;
    if (connection?.reserved !== this.goOn) return;
    const rollback = this.create('rollback');
    const send = (handed: DriverQuery): unknown => connection.execute(handed);
    rollback.handler = send;
    rollback.catch(() => undefined);
  }

  private take(connection: DriverConnection): void {
    this.connection = connection;
    // The driver looks for connections in its queues; it puts this one back when the transaction is over.
    connection.queue.remove(connection);
    Object.assign(connection, { queue: { remove: () => undefined }, reserved: this.goOn, onclose: this.onclose });
  }

  private readonly hand = (query: DriverQuery): void => {
    for (const resolve of this.awaitSent.splice(0)) resolve();
    // Behind COMMIT or ROLLBACK it would run outside of any transaction.
    if (this.last !== undefined && query !== this.last) {
      query.reject(new Error('A statement was sent after the end of its transaction.'));
      return;
    }
    query.catch((error: unknown) => (this.failure ??= { error }));
    if (this.lost !== undefined) query.reject(this.lost.error);
    else if (this.isFull || this.waiting.length > 0 || !(this.hasBegun || isRead(query))) this.waiting.push(query);
    else this.send(query);
  };

  private send(query: DriverQuery): void {
    if (this.connection?.execute(query) !== true) this.isFull = true;
  }

  private flush(): void {
    while (!this.isFull && this.hasBegun) {
      const query = this.waiting.shift();
      if (query === undefined) return;
      this.send(query);
    }
  }

  private lose(error: unknown): void {
    this.lost ??= { error };
    const reason = this.lost.error;
    for (const query of this.waiting.splice(0)) query.reject(reason);
  }
}

/**
 * Runs work in a transaction: committed when it succeeds and none of its statements failed, else rolled back. It settles after the work,
 * and every statement sent after the connection is lost fails.
 */
export async function runTransaction<Result>(sql: Sql, work: (client: TransactionClient) => Promise<Result>): Promise<Result> {
  const transaction = new OpenTransaction(sql);
  await transaction.begin();
  let result: Result;
  try {
    result = await work(transaction);
    transaction.refuseFailed();
  } catch (error) {
    // Where this fails the connection is lost, and the transaction with it.
    if (!transaction.isLost) await transaction.end('rollback').catch(() => undefined);
    // Of statements that were sent together the first that fails lets the others fail too: it is the reason.
    if (codesOf(error).includes(IN_FAILED_TRANSACTION)) transaction.refuseFailed();
    throw error;
  }
  await transaction.end('commit');
  // What was sent just before the commit may have failed: then nothing was committed.
  transaction.refuseFailed();
  return result;
}
