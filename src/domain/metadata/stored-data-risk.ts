import type { Problem } from '../../errors/domain-error.ts';

/** A change that is a fault if, and only if, a stored version holds a value of the field, or this very value. */
export interface StoredDataRisk {
  readonly field: string;
  /** Null: any value counts. */
  readonly value: string | null;
  readonly problem: Problem;
}
