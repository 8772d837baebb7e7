/** What is gathered about the variables of a table from its batches: fingerprints, statistics and frequencies. */
import type { ScratchFile } from './table-reader.ts';
import type { Batch, Variable } from './table.ts';
import { Frequencies } from './statistics/frequencies.ts';
import { Medians } from './statistics/medians.ts';
import { Moments } from './statistics/moments.ts';
import { type Statistics, validValues } from './statistics/statistics.ts';
import { textNormaliser, UnfVector } from './unf/unf-vector.ts';

export interface VariableDescription {
  readonly unf: string;
  /** Undefined for text. */
  readonly statistics: Statistics | undefined;
  /** How often each category occurs, in the order of the variable's categories. */
  readonly frequencies: readonly number[];
}

/** Takes all batches of a table once, and again for medians until it has seen enough; here, or in a thread of its own. */
export interface TableAccounts {
  /** Takes a batch, which is not read any more once this is done. */
  add(batch: Batch): Promise<void> | void;
  /** Ends a look at all batches. Gives the descriptions, or `again` when all have to be added once more. */
  endLook(): Promise<readonly VariableDescription[] | 'again'>;
}

export interface AccountsOptions {
  /** Values that are held for medians, of all variables together. */
  readonly heldValues?: number | undefined;
  /** Gives a file for more numbers than are held; without it the table is read again for them. */
  readonly scratch?: (() => ScratchFile) | undefined;
}

/** Accounts in the thread of the caller. */
export class LocalAccounts implements TableAccounts {
  readonly #accounts: readonly VariableAccount[];
  readonly #numeric: readonly VariableAccount[];
  readonly #medians: Medians;
  #values = new Float64Array(0);
  #rows = 0;
  #isFirstLook = true;

  constructor(variables: readonly Variable[], { heldValues, scratch }: AccountsOptions = {}) {
    this.#accounts = variables.map((variable) => new VariableAccount(variable));
    this.#numeric = this.#accounts.filter(({ isNumeric }) => isNumeric);
    this.#medians = new Medians(this.#numeric.length, heldValues, scratch);
  }

  add(batch: Batch): void {
    if (this.#isFirstLook) this.#rows += batch.rows;
    if (this.#values.length < batch.rows) this.#values = new Float64Array(batch.rows);
    let order = 0;
    for (const [index, account] of this.#accounts.entries()) {
      if (this.#isFirstLook) account.add(batch, index);
      const column = batch.columns[index];
      if (!account.isNumeric || column === undefined) continue;
      const count = validValues(column, batch.rows, account.variable, this.#values);
      if (this.#isFirstLook) account.moments.addAll(this.#values, count);
      this.#medians.add(order, this.#values, count);
      order += 1;
    }
  }

  async endLook(): Promise<readonly VariableDescription[] | 'again'> {
    this.#isFirstLook = false;
    const counts = this.#numeric.map(({ moments }) => moments.count);
    while (this.#medians.needsAnotherLook(counts)) if (!(await this.#medians.lookAgain())) return 'again';
    let order = 0;
    return this.#accounts.map((account) => account.description(this.#rows, account.isNumeric ? this.#medians.of(order++) : Number.NaN));
  }
}

class VariableAccount {
  readonly variable: Variable;
  readonly moments = new Moments();
  readonly #unf = new UnfVector();
  readonly #frequencies: Frequencies | undefined;
  readonly #normaliser: ReturnType<typeof textNormaliser>;

  constructor(variable: Variable) {
    this.variable = variable;
    this.#normaliser = textNormaliser(variable);
    this.#frequencies = variable.categories.length === 0 ? undefined : new Frequencies(variable.categories);
  }

  get isNumeric(): boolean {
    return this.variable.storage !== 'text';
  }

  add(batch: Batch, index: number): void {
    const column = batch.columns[index];
    if (column === undefined) throw new Error(`The batch has no column for "${this.variable.name}".`);
    this.#unf.pushColumn(column, batch.rows, this.variable, this.#normaliser);
    this.#frequencies?.add(column, batch.rows);
  }

  description(rows: number, median: number): VariableDescription {
    const { count, mean, min, max, deviation } = this.moments;
    return {
      unf: this.#unf.digest(),
      statistics: this.isNumeric ? { mean, median, valid: count, invalid: rows - count, min, max, deviation } : undefined,
      frequencies: this.#frequencies?.counts(this.isNumeric) ?? [],
    };
  }
}
