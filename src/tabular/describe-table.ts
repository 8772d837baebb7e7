/** What an ingest makes of a table: its fingerprint, what its variables hold, and its archival text on the way. */
import type { ScratchFile } from './table-reader.ts';
import type { Batch, Table, Variable } from './table.ts';
import { Frequencies } from './statistics/frequencies.ts';
import { Medians } from './statistics/medians.ts';
import { Moments } from './statistics/moments.ts';
import { type Statistics, validValues } from './statistics/statistics.ts';
import { combineUnfs, textNormaliser, UnfVector } from './unf/unf-vector.ts';
import { TableError } from './table-error.ts';
import { TabTextWriter } from './writers/tab-text.ts';

export interface VariableDescription {
  readonly unf: string;
  /** Undefined for text. */
  readonly statistics: Statistics | undefined;
  /** How often each category occurs, in the order of the variable's categories. */
  readonly frequencies: readonly number[];
}

export interface TableDescription {
  readonly rows: number;
  readonly unf: string;
  readonly variables: readonly VariableDescription[];
}

export interface Describing {
  /** Takes the tab text without its header, in order; the bytes are valid until it is done. */
  readonly write?: (bytes: Buffer) => Promise<void> | void;
  /** Rows done so far, after each batch of the first look. */
  readonly progress?: (rows: number) => void;
  readonly signal?: AbortSignal;
  /** Values that are held for medians, of all variables together. */
  readonly heldValues?: number;
  /** Gives a file for more numbers than are held; without it the table is read again for them. */
  readonly scratch?: () => ScratchFile;
}

/**
 * Goes through the rows: once, and again for the medians of a table whose numbers are too many to be held or kept aside.
 * @throws TableError of the reader; NO_ROWS, as the fingerprint of nothing is undefined
 */
export async function describeTable(table: Table, describing: Describing = {}): Promise<TableDescription> {
  const { write, progress, signal, heldValues, scratch } = describing;
  const accounts = table.variables.map((variable) => new VariableAccount(variable));
  const numeric = accounts.filter(({ isNumeric }) => isNumeric);
  const medians = new Medians(numeric.length, heldValues, scratch);
  const writer = new TabTextWriter(table.variables);
  const valid = new ValidValues();
  let rows = 0;
  for await (const batch of table.batches()) {
    signal?.throwIfAborted();
    for (const [index, account] of accounts.entries()) account.add(batch, index);
    addNumbers(accounts, batch, valid, (account, order, values, count) => {
      account.moments.addAll(values, count);
      medians.add(order, values, count);
    });
    if (write !== undefined) await write(writer.write(batch));
    rows += batch.rows;
    progress?.(rows);
  }
  if (rows === 0 || accounts.length === 0) throw new TableError('NO_ROWS', 'The table has no rows of data.');
  const counts = numeric.map(({ moments }) => moments.count);
  while (medians.needsAnotherLook(counts)) {
    signal?.throwIfAborted();
    if (await medians.lookAgain()) continue;
    for await (const batch of table.batches()) {
      signal?.throwIfAborted();
      addNumbers(accounts, batch, valid, (_, order, values, count) => medians.add(order, values, count));
    }
  }
  const variables = accounts.map((account) =>
    account.description(rows, account.isNumeric ? medians.of(numeric.indexOf(account)) : Number.NaN),
  );
  return { rows, unf: combineUnfs(variables.map(({ unf }) => unf)), variables };
}

class ValidValues {
  values = new Float64Array(0);

  for(rows: number): Float64Array {
    if (this.values.length < rows) this.values = new Float64Array(rows);
    return this.values;
  }
}

/** Hands the numbers of a batch over, variable by variable. `order` is the place among the numeric ones. */
function addNumbers(
  accounts: readonly VariableAccount[],
  batch: Batch,
  valid: ValidValues,
  take: (account: VariableAccount, order: number, values: Float64Array, count: number) => void,
): void {
  const values = valid.for(batch.rows);
  let order = 0;
  for (const [index, account] of accounts.entries()) {
    const column = batch.columns[index];
    if (!account.isNumeric || column === undefined) continue;
    take(account, order, values, validValues(column, batch.rows, account.variable, values));
    order += 1;
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
