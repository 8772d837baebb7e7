/** What the server and the process that makes forms of tables tell each other. */
import type { WantedForm } from '../../../kernel/ports/table-forms.ts';
import type { Variable } from '../../../tabular/table.ts';

export interface FormOrder {
  readonly form: WantedForm;
  readonly textPath: string;
  readonly hasHeader: boolean;
  readonly rows: number;
  readonly variables: readonly Variable[];
  /** A file that is not there yet. */
  readonly outPath: string;
  /** Another one, for the work. */
  readonly scratchPath: string;
}

export type FormAnswer =
  /** A process that is spent ends: of a large table much stays in memory. */
  | { readonly kind: 'made'; readonly isSpent: boolean }
  /** What the table is like forbids it, now and later. */
  | { readonly kind: 'refused'; readonly message: string; readonly isSpent: boolean }
  /** A fault of ours, or of the machine. */
  | { readonly kind: 'failed'; readonly message: string };
