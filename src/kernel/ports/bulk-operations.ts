import type { Actor } from '../actor.ts';
import type { IdempotentRequest } from './idempotent-requests.ts';

/** In whose name an operation of a job is run. */
export interface BulkCaller {
  readonly actor: Actor;
  readonly requestId: string;
  readonly address: string | undefined;
}

/** A query that is walked over. */
export interface BulkWalk {
  readonly document: string;
  readonly variables: Readonly<Record<string, unknown>>;
}

/** What one page of a walk gave. */
export interface BulkPage {
  /** JSON of each node, without line ends. */
  readonly lines: readonly string[];
  readonly failedCount: number;
  readonly truncatedCount: number;
  /** Cursor to go on after; null at the end. */
  readonly next: string | null;
  /** Points. */
  readonly cost: number;
}

/** What the mutation of a line gave. */
export interface BulkAnswer {
  /** JSON of an object with `data` and perhaps `errors`. */
  readonly json: string;
  readonly failed: boolean;
  /** Points. */
  readonly cost: number;
}

/** Runs operations of jobs as those of clients are run: by the same limits, budgets and gates. */
export interface BulkOperations {
  /** @throws DomainError BULK_OPERATION_INVALID | BAD_USER_INPUT | QUERY_TOO_COSTLY */
  refuseWalk(walk: BulkWalk): void;
  /** @throws DomainError BULK_OPERATION_INVALID */
  refuseMutation(document: string): void;
  /** @throws DomainError where the walk cannot go on; BulkPause where it can later */
  readPage(caller: BulkCaller, walk: BulkWalk, after: string | null): Promise<BulkPage>;
  /** What is refused is in the answer; with `isLastTry` whatever fails. @throws BulkPause */
  runMutation(
    caller: BulkCaller,
    document: string,
    line: { readonly variables: Readonly<Record<string, unknown>>; readonly idempotency: IdempotentRequest; readonly isLastTry: boolean },
  ): Promise<BulkAnswer>;
}

/** What bulk jobs may be. */
export interface BulkLimits {
  /** Jobs of one account that wait or run at once. */
  readonly perAccount: number;
  readonly resultBytes: number;
  /** Points of one job. */
  readonly cost: number;
  /** Days after its end after which the lines of a job are removed. */
  readonly keptDays: number;
}
