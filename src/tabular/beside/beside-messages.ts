/** What a thread that describes variables and the one that reads the table tell each other. */
import type { VariableDescription } from '../table-accounts.ts';
import type { TableFailure } from '../table-error.ts';
import type { Variable } from '../table.ts';
import type { SharedBatch } from './shared-batch.ts';

export interface BesideOrder {
  /** A folder of this thread alone, for numbers that are too many to be held. */
  readonly scratchFolder: string;
  readonly mostScratchBytes: number;
  /** Of the thread's heap, and again of its buffers. */
  readonly mostMegabytes: number;
}

export type BesideRequest =
  /** Comes first, and once. */
  | { readonly kind: 'begin'; readonly variables: readonly Variable[] }
  | { readonly kind: 'batch'; readonly batch: SharedBatch }
  | { readonly kind: 'end' };

export type BesideAnswer =
  /** The memory of the oldest batch is free. */
  | { readonly kind: 'taken' }
  | { readonly kind: 'ended'; readonly result: readonly VariableDescription[] | 'again' }
  | { readonly kind: 'failed'; readonly failure: TableFailure; readonly message: string };
