import type { TableFormat } from '../../model/tables/table-forms.ts';
import type { SummaryStatistics } from '../../model/tables/variable-facts.ts';
import type { VariableFormatType, VariableIntervalType } from '../../vocabulary/ingest.ts';

/** A variable as its ingest has recorded it. */
export interface StoredVariable {
  readonly name: string;
  readonly label: string | null;
  readonly intervalType: VariableIntervalType;
  readonly formatType: VariableFormatType;
  readonly format: string | null;
  readonly formatCategory: string | null;
  readonly statistics: SummaryStatistics | null;
}

/** A text of which a form is made. */
export interface TableText {
  /** Of the text on this machine. */
  readonly path: string;
  readonly hasHeader: boolean;
  readonly rows: number;
  readonly variables: readonly StoredVariable[];
}

/** Which form: a format, or some columns by their places, in this order. */
export type WantedForm = TableFormat | { readonly columns: readonly number[] };

/** The form cannot be made from the text, now and later. */
export class FormFailure extends Error {
  override readonly name = 'FormFailure';
}

/** Makes forms of tables, one at a time and in another process. */
export interface TableForms {
  /** The line of names that stands above the rows, with its end. */
  headerLine(names: readonly string[]): string;
  /**
   * Makes what goes by a key when the caller's turn has come, unless it is under way already; callers take turns. What `work` gives for it
   * goes to all who have asked meanwhile.
   * @throws DomainError FILE_FORM_PENDING when too much waits already, or after some time; the making goes on
   */
  once(key: string, caller: string, work: () => Promise<void>): Promise<void>;
  /** Called within `once` alone. The file is there until `use` resolves. @throws FormFailure; DomainError FILE_FORM_PENDING when it was cut off or the server stops; Error for a fault of server or machine */
  make<Result>(text: TableText, form: WantedForm, use: (path: string) => Promise<Result>): Promise<Result>;
  close(): Promise<void>;
}
