/**
 * What one operation asks of the database. Statements are counted where the driver makes them, for the operation in whose asynchronous
 * context that happens, so that no query has to name it.
 */
import { AsyncLocalStorage } from 'node:async_hooks';
import type { Span } from '@opentelemetry/api';
import type { Sql } from 'postgres';
import { failSpan } from '../tracing/spans.ts';
import { statementSpan } from '../tracing/statement-span.ts';

/** The sums of an operation, while it runs. */
export interface StatementTally {
  /** Statements that were sent, those that begin and end transactions among them. */
  statements: number;
  /** Rows that they gave or changed. */
  rows: number;
  /** From each statement to its answer, waiting for a connection included; together more than the operation took where several were under way. */
  milliseconds: number;
  /** The first of them one by one, in the order in which they were sent; absent where they are only counted. */
  readonly seen?: SeenStatement[];
}

/** A statement of an operation that is explained. */
export interface SeenStatement {
  readonly text: string;
  /** Ids in the longest list of its parameters: the objects that a batch is for. Null where there is no such list. */
  readonly keys: number | null;
  /** As `performance.now()` gives it. */
  readonly begin: number;
  /** Both 0 until it is answered. */
  readonly rows: number;
  readonly milliseconds: number;
}

/** Statements of one operation that are kept; a costly one sends some dozen. */
const MOST_SEEN = 500;

const current = new AsyncLocalStorage<StatementTally>();

/** @param explained Whether the statements are kept. */
export function emptyTally(explained = false): StatementTally {
  return { statements: 0, rows: 0, milliseconds: 0, ...(explained && { seen: [] }) };
}

/** Runs work whose statements are counted. */
export function tallied<Result>(tally: StatementTally, work: () => Result): Result {
  return current.run(tally, work);
}

/** What the driver calls on a statement that was answered. Source: postgres 3.4.9, src/query.js, src/connection.js. */
interface Answered {
  resolve: (result: unknown) => unknown;
  reject: (error: unknown) => unknown;
}

/** The rows that a statement gave or changed; 0 for what has no such number, as COMMIT. */
function rowsOf(result: unknown): number {
  return typeof result === 'object' && result !== null && 'count' in result && typeof result.count === 'number' ? result.count : 0;
}

/** The number of ids in the longest list of ids among parameters. */
function keysIn(parameters: readonly unknown[]): number | null {
  const lengths = parameters.flatMap((one) => (Array.isArray(one) && typeof one[0] === 'number' ? [one.length] : []));
  return lengths.length === 0 ? null : Math.max(...lengths);
}

/** What is told when a statement was answered: the rows that it gave or changed, 0 with an error. */
type Ended = (rows: number, error?: unknown) => void;

/** Counts a statement from now on, until it is answered. */
function counted(tally: StatementTally, text: string, parameters: readonly unknown[]): Ended {
  const begin = performance.now();
  const { seen } = tally;
  const kept =
    seen === undefined || seen.length >= MOST_SEEN ? undefined : { text, keys: keysIn(parameters), begin, rows: 0, milliseconds: 0 };
  if (kept !== undefined) seen?.push(kept);
  tally.statements += 1;
  return (rows) => {
    const milliseconds = performance.now() - begin;
    tally.milliseconds += milliseconds;
    tally.rows += rows;
    if (kept !== undefined) Object.assign(kept, { rows, milliseconds });
  };
}

/** Ends a span with its statement. */
function spanned(span: Span): Ended {
  return (rows, error) => {
    if (error === undefined) span.setAttribute('db.response.returned_rows', rows);
    else failSpan(span, error);
    span.end();
  };
}

/** Tells when a statement is answered. */
function follow(query: Answered, ended: readonly Ended[]): void {
  const { resolve, reject } = query;
  query.resolve = (result) => {
    for (const end of ended) end(rowsOf(result));
    return resolve(result);
  };
  query.reject = (error) => {
    for (const end of ended) end(0, error);
    return reject(error);
  };
}

/** The driver's way to make statements, with those of a tallied operation counted and those of a traced one followed; others cost one look. */
export function countingStatements(unsafe: Sql['unsafe']): Sql['unsafe'] {
  const counting = (...call: Parameters<Sql['unsafe']>): ReturnType<Sql['unsafe']> => {
    const query = unsafe(...call);
    const tally = current.getStore();
    const span = statementSpan(call[0]);
    if (tally === undefined && span === undefined) return query;
    const ended = [
      ...(tally === undefined ? [] : [counted(tally, call[0], call[1] ?? [])]),
      ...(span === undefined ? [] : [spanned(span)]),
    ];
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the driver's types leave out what its connections call
    follow(query as unknown as Answered, ended);
    return query;
  };
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- it takes and gives the same, for every type of row
  return counting as Sql['unsafe'];
}
