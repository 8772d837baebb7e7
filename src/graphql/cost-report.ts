import type { StatementTally } from '../db/statement-tally.ts';
import type { BudgetState } from '../kernel/ports/cost-budgets.ts';
import { GRAPHQL_LIMITS } from './limits.ts';

/** `extensions.cost` of an answer: docs/how-to/use-graphql.md, "Cost". */
export interface CostReport {
  /** What the operation may cost, as its limit counts it. */
  readonly estimated: number;
  readonly limit: number;
  readonly spent: {
    /** What it cost, in the same points. */
    readonly cost: number;
    readonly fields: number;
    readonly statements: number;
    readonly rows: number;
    readonly databaseMilliseconds: number;
  };
  /** What is left of the caller's budget; absent where there is none. */
  readonly budget?: BudgetState;
}

/** Whole points, and one at least. */
export function points(cost: number): number {
  return Math.max(1, Math.ceil(cost));
}

/** Puts together what an operation cost. */
export function costReport(
  estimated: number,
  answer: { readonly fields: number; readonly cost: number },
  tally: StatementTally,
): CostReport {
  const { statements, rows, milliseconds } = tally;
  return {
    estimated: points(estimated),
    limit: GRAPHQL_LIMITS.cost,
    spent: {
      cost: points(answer.cost),
      fields: answer.fields,
      statements,
      rows,
      databaseMilliseconds: Math.round(milliseconds * 100) / 100,
    },
  };
}
