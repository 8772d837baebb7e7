import type { Actor } from '../actor.ts';
import type { CallerAddresses } from './visitor.ts';

/** Whose operations are counted: an account, or the address where there is none. */
export interface CostCaller {
  readonly actor: Actor;
  readonly addresses?: CallerAddresses | undefined;
}

/** A budget of cost: so many points an hour, which become free again evenly. */
export interface BudgetState {
  /** Points of an hour. */
  readonly limit: number;
  /** Points that may be spent now. */
  readonly remaining: number;
  /** Seconds until all are free, if nothing more is spent. */
  readonly fullInSeconds: number;
}

/** The answer to an operation that wants to begin. */
export type Reservation =
  | {
      readonly granted: true;
      /** Replaces what was estimated by what was spent. */
      readonly settle: (spent: number) => BudgetState;
    }
  | {
      readonly granted: false;
      readonly state: BudgetState;
      /** Seconds until it may begin; null where it costs more than the whole budget. */
      readonly retryAfterSeconds: number | null;
    };

/** What operations of clients may cost; the processes of an installation share the budgets. */
export interface CostBudgets {
  /** Takes what an operation may cost out of the budget of its caller; undefined where there is no budget. */
  reserve(caller: CostCaller, estimated: number): Promise<Reservation> | undefined;
  /** The budget of a caller as all processes know it; null where there is none. */
  state(caller: CostCaller): Promise<BudgetState | null>;
  /** Writes what is not written yet. */
  close(): Promise<void>;
}
