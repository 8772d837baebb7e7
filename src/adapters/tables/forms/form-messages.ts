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

/** Null when the form is made, else why it cannot be. */
export interface FormAnswer {
  readonly failure: string | null;
}
