/** Where a second thread is worth its start. */
import { mkdir, rm } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import type { TableAccounts } from '../table-accounts.ts';
import type { Variable } from '../table.ts';
import { AccountsBeside } from './accounts-beside.ts';

/** A table that a second thread is started for. With more variables, their cells in a batch are too few to be handed over. */
const LARGE_BYTES = 8 * 1024 * 1024;
const FEW_VARIABLES = 2000;

/** Gives what describes variables beside the caller; undefined where that is better done in the thread of the caller. */
export type AccountsFor = (variables: readonly Variable[]) => TableAccounts | undefined;

export interface BesideSetting {
  readonly fileBytes: number;
  /** A folder of the caller alone; without it there is no second thread. */
  readonly scratchFolder: string | undefined;
  readonly mostScratchBytes: number;
}

/** Starts a thread for a large table, where there is a processor for it, and ends it after the work; small ones are done before it would begin. */
export async function withAccountsBeside<Result>(
  { fileBytes, scratchFolder, mostScratchBytes }: BesideSetting,
  work: (accountsFor: AccountsFor) => Promise<Result>,
): Promise<Result> {
  if (scratchFolder === undefined || fileBytes < LARGE_BYTES || availableParallelism() === 1) return work(() => undefined);
  const folder = join(scratchFolder, 'numbers');
  await mkdir(folder);
  const accounts = new AccountsBeside({ scratchFolder: folder, mostScratchBytes });
  try {
    return await work((variables) => {
      if (variables.length > FEW_VARIABLES) return undefined;
      accounts.begin(variables);
      return accounts;
    });
  } finally {
    await accounts.close();
    await rm(folder, { recursive: true, force: true });
  }
}
