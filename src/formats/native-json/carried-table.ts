/** A table with its variables as it goes from one installation to another. Source: exports.md 17.2. */
import type { VariableEdit } from '../../model/tables/variable-edit.ts';
import type { InvalidRange, VariableCategory, VariableFacts } from '../../model/tables/variable-facts.ts';

/** What is known of a table as a whole, beside native JSON of its file. */
export interface CarriedTable {
  readonly caseQuantity: number;
  readonly variableQuantity: number;
  readonly textHasHeader: boolean;
  /** Bytes and SHA-256 of the text below the names of its variables; absent where they were never computed. */
  readonly downloadSizeBytes?: number | undefined;
  readonly downloadSha256?: string | undefined;
}

/** A variable. Its place in the table is that among the parts. */
export interface CarriedVariable extends VariableFacts {
  readonly categories: readonly VariableCategory[] | null;
  readonly invalidRanges: readonly InvalidRange[] | null;
}

/** What some edits say of a variable. Variables are named by their places in the table, from 0. */
export interface CarriedEdit extends Omit<VariableEdit, 'weightVariableId'> {
  /** Which edits of the table, from 1, as records of the file name them. */
  readonly edits: number;
  readonly variable: number;
  readonly weightVariable: number | null;
}

/** A group of variables of some edits. */
export interface CarriedGroup {
  readonly edits: number;
  readonly label: string | null;
  readonly variables: readonly number[];
}

/** What is told of the variables of a table, one after the other. */
export type CarriedTablePart = { readonly variable: CarriedVariable } | { readonly edited: CarriedEdit } | { readonly group: CarriedGroup };
