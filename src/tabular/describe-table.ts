/** What an ingest makes of a table: its fingerprint, what its variables hold, and its archival text on the way. */
import { LocalAccounts, type AccountsOptions, type TableAccounts, type VariableDescription } from './table-accounts.ts';
import { TableError } from './table-error.ts';
import type { Table } from './table.ts';
import { combineUnfs } from './unf/unf-vector.ts';
import { TextBehind } from './writers/text-behind.ts';

export interface TableDescription {
  readonly rows: number;
  readonly unf: string;
  readonly variables: readonly VariableDescription[];
}

export interface Describing extends AccountsOptions {
  /** Takes the tab text without its header, in order; the bytes are valid until it is done. */
  readonly write?: (bytes: Buffer) => Promise<void> | void;
  /** Rows done so far, after each batch of the first look. */
  readonly progress?: (rows: number) => void;
  readonly signal?: AbortSignal;
  /** Where the variables are described, when not in this thread. */
  readonly accounts?: TableAccounts | undefined;
}

/**
 * Goes through the rows: once, and again for the medians of a table whose numbers are too many to be held or kept aside.
 * @throws TableError of the reader; NO_ROWS, as the fingerprint of nothing is undefined
 */
export async function describeTable(table: Table, describing: Describing = {}): Promise<TableDescription> {
  const { write, progress, signal } = describing;
  const accounts = describing.accounts ?? new LocalAccounts(table.variables, describing);
  const text = write === undefined ? undefined : new TextBehind(table.variables, write);
  let rows = 0;
  try {
    for await (const batch of table.batches()) {
      signal?.throwIfAborted();
      await accounts.add(batch);
      await text?.add(batch);
      rows += batch.rows;
      progress?.(rows);
    }
  } finally {
    await text?.end();
  }
  if (rows === 0 || table.variables.length === 0) throw new TableError('NO_ROWS', 'The table has no rows of data.');
  for (;;) {
    signal?.throwIfAborted();
    const variables = await accounts.endLook();
    if (variables !== 'again') return { rows, unf: combineUnfs(variables.map(({ unf }) => unf)), variables };
    for await (const batch of table.batches()) {
      signal?.throwIfAborted();
      await accounts.add(batch);
    }
  }
}
