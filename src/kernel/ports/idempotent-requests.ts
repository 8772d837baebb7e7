import type { Transaction } from '../../db/client.ts';

/** A request that has its effects once, however often it is sent: its commands find what they returned before. */
export interface IdempotentRequest {
  /** The next call of a command. */
  step(commandName: string): IdempotentStep;
}

/** One call of a command. */
export interface IdempotentStep {
  /** What it returned when it was committed before; undefined where it was not. @throws DomainError IDEMPOTENCY_ANSWER_LOST */
  recall(): { readonly result: unknown } | undefined;
  /** Stores what it returns, in its transaction. @throws DomainError IDEMPOTENCY_KEY_IN_USE when the request goes on elsewhere */
  keep(tx: Transaction, result: unknown): Promise<void>;
}

/** Which request is sent, by whom. */
export interface SentRequest {
  readonly accountId: number;
  readonly key: string;
  /** What makes it the same request. */
  readonly parts: readonly unknown[];
}

/** A request that may run. */
export interface BegunRequest {
  readonly request: IdempotentRequest;
  /** Stores the answer where something was changed, and lets the key go. */
  end(answer: string | undefined): Promise<void>;
}

/** Requests that carry a key. See docs/adr/0093-bulk-and-idempotency.md. */
export interface IdempotentRequests {
  /**
   * Begins a request, goes on with one that was cut off, or gives the answer that it had.
   * @throws DomainError IDEMPOTENCY_KEY_REUSED | IDEMPOTENCY_KEY_IN_USE
   */
  begin(sent: SentRequest): Promise<BegunRequest | { readonly answer: string }>;
  close(): Promise<void>;
}
