import type { SQL } from 'drizzle-orm';
import { PgDialect, type PreparedQueryConfig } from 'drizzle-orm/pg-core';
import { drizzle, type PostgresJsDatabase, PostgresJsSession } from 'drizzle-orm/postgres-js';
import postgres from 'postgres';
import { ARRAY_TYPES } from './array-types.ts';
import { singleHostAddresses } from '../postgres-addresses.ts';
import { primaryLocatorOf, socketToPrimary } from './primary-locator.ts';
import { countingStatements } from './statement-tally.ts';
import { runTransaction, type TransactionClient } from './transactions.ts';

/** The pool as the queries see it. */
export type Database = PostgresJsDatabase;
/** One open transaction. */
export type Transaction = Parameters<Parameters<Database['transaction']>[0]>[0];
/** Where a query may run: on the pool, or inside a transaction. */
export type Queryable = Database | Transaction;

export interface DatabaseConnection {
  readonly db: Database;
  /** The driver below Drizzle, for LISTEN and for readiness checks. */
  readonly sql: postgres.Sql;
  close(): Promise<void>;
}

export interface ConnectOptions {
  /** Connections of this process; 8 to 10 serve a process well. */
  readonly poolSize?: number;
  /** Further connections for short reads alone (`forShortReads`); none when absent. */
  readonly shortReads?: number;
  /** Time limit of one statement; no limit when absent. */
  readonly statementLimitMs?: number;
  /** Closes connections that are not used for this long; they stay when absent. */
  readonly idleSeconds?: number;
  /** Called with the text of every statement sent; tests count statements with it. */
  readonly onStatement?: (text: string) => void;
  /** Called when a connection is closed, or could not be opened. With it, none is closed for its age: each end has a reason. */
  readonly onClose?: () => void;
}

/** Where the short reads of a pool run. */
const shortReadsOf = new WeakMap<Queryable, Database>();

/** Most rows of a read that is short: about two milliseconds of PostgreSQL. */
const MOST_SHORT_ROWS = 250;

/**
 * Where a read of up to so many rows runs. Short ones have connections of their own, few on a busy server, so that several statements are
 * sent, answered and received at once (docs/adr/0109-plain-lists-read-few-columns.md); a long one there would hold up those behind it.
 * The database itself where the read is long, or where it has none of these, as transactions and standbys.
 */
export function forShortReads(db: Queryable, rows: number): Queryable {
  return rows > MOST_SHORT_ROWS ? db : (shortReadsOf.get(db) ?? db);
}

/** Opens a pool on the database of `url`, on its primary where that names several hosts; nothing is sent before the first query. */
export function connectDatabase(url: string, { shortReads = 0, ...options }: ConnectOptions = {}): DatabaseConnection {
  const ordinary = openPool(url, options);
  if (shortReads === 0) return ordinary;
  const short = openPool(url, { ...options, poolSize: shortReads });
  shortReadsOf.set(ordinary.db, short.db);
  const close = async (): Promise<void> => {
    await Promise.all([short.close(), ordinary.close()]);
  };
  return { ...ordinary, close };
}

function openPool(url: string, options: Omit<ConnectOptions, 'shortReads'>): DatabaseConnection {
  const { onStatement, onClose, statementLimitMs, idleSeconds } = options;
  const locator = primaryLocatorOf(url);
  const sql = postgres(singleHostAddresses(url)[0] ?? url, {
    // A host that was the primary when it was looked for, and is none any more, is refused.
    ...(locator && { socket: () => socketToPrimary(locator), target_session_attrs: 'primary' }),
    max: options.poolSize ?? 10,
    onnotice: () => undefined,
    fetch_types: false,
    types: ARRAY_TYPES,
    connection: {
      application_name: 'archivolt',
      TimeZone: 'UTC',
      ...(statementLimitMs !== undefined && { statement_timeout: statementLimitMs }),
    },
    ...(idleSeconds !== undefined && { idle_timeout: idleSeconds }),
    connect_timeout: 10,
    // The driver's own back-off grows to 20 seconds, for which a request would wait although the database is back.
    backoff: (attempt) => Math.min(2, 0.05 * 2 ** attempt),
    ...(onClose && { onclose: onClose, max_lifetime: null }),
    ...(onStatement && { debug: (_connection: number, text: string) => onStatement(text) }),
  });
  const begin = <Result>(work: (client: TransactionClient) => Promise<Result>) => runTransaction(sql, work);
  return { db: drizzle(Object.assign(sql, { begin, unsafe: countingStatements(sql.unsafe) })), sql, close: () => sql.end({ timeout: 5 }) };
}

/** Queries over something that takes statements as the driver does. */
export function databaseOver(client: Pick<postgres.Sql, 'options' | 'unsafe'> & { begin: TransactionRunner }): Database {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- Drizzle uses no other part of the driver. Source: drizzle-orm 0.45, postgres-js/session.js
  return drizzle(client as unknown as postgres.Sql);
}

/** Runs work in a transaction. */
export type TransactionRunner = <Result>(work: (client: TransactionClient) => Promise<Result>) => Promise<Result>;

/**
 * Waits until a statement is sent, but not for its result: the next statement follows at once, and runs after it. If it fails, so does the
 * transaction.
 */
export async function sendAhead<Result>(tx: Transaction, statement: () => Promise<Result>): Promise<{ readonly answer: Promise<Result> }> {
  const { session } = tx._;
  if (!(session instanceof PostgresJsSession)) throw new Error('Statements run on the driver postgres.js.');
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- transactions are run by `runTransaction`
  const sent = (session.client as unknown as TransactionClient).nextSent();
  // The driver sends a statement whenever it is awaited; here that happens once.
  const answer = Promise.resolve().then(statement);
  answer.catch(() => undefined);
  await Promise.race([sent, answer]);
  return { answer };
}

/** The same composed statement with another client. */
function withClient<Statement extends object>(statement: Statement, client: unknown): Statement {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- an object with the prototype and the fields of a statement is one
  return Object.assign(Object.create(Object.getPrototypeOf(statement) as object), statement, { client }) as Statement;
}

/** The same composed statement for another connection. */
function onPlace<Statement extends object>(statement: Statement, db: Queryable): Statement {
  const { session } = db._;
  if (!(session instanceof PostgresJsSession)) throw new Error('Statements run on the driver postgres.js.');
  return withClient(statement, session.client);
}

/**
 * Composes a hot query once, for the pool and for every transaction, and lets each connection plan it once:
 * `const byId = prepared((db) => db.select(...).prepare('name'))`, then `byId(db).execute(values)`.
 */
export function prepared<Statement extends object>(build: (db: Queryable) => Statement): (db: Queryable) => Statement {
  const built = new WeakMap<Queryable, Statement>();
  /** Without its client, which would keep a server that has ended. */
  let composed: Statement | undefined;
  return (db) => {
    const existing = built.get(db);
    if (existing !== undefined) return existing;
    const statement = composed === undefined ? build(db) : onPlace(composed, db);
    composed ??= withClient(statement, undefined);
    built.set(db, statement);
    return statement;
  };
}

/**
 * The same for a statement whose rows are taken as the driver gives them, by the names of their columns: mapping the columns of a hundred rows
 * takes as long as reading them. Types that the driver does not read, such as dates, are cast by the statement.
 */
export function preparedRows<Row>(
  build: () => SQL,
): (db: Queryable) => { readonly execute: (values: Readonly<Record<string, unknown>>) => Promise<readonly Row[]> } {
  const statement = prepared((db) => {
    const { session } = db._;
    if (!(session instanceof PostgresJsSession)) throw new Error('Statements run on the driver postgres.js.');
    return session.prepareQuery<{ execute: Row[] } & PreparedQueryConfig>(new PgDialect().sqlToQuery(build()), undefined, 'rows', false);
  });
  // Each connection of the driver keeps its last answer until the next one: with ten of them, long texts live until they are old for the
  // collector of garbage. So the rows are taken out of it.
  return (db) => ({ execute: async (values) => (await statement(db).execute(values)).splice(0) });
}
