import type { VariableEdit } from '../../model/tables/variable-edit.ts';
import type { InvalidRange, VariableCategory, VariableFacts } from '../../model/tables/variable-facts.ts';
import type { NativeFileFacts } from '../native-json/native-file.ts';

/** A table and its text. */
export interface ExportedTable {
  readonly caseQuantity: number;
  readonly variableQuantity: number;
  /** Of the text below the names of its variables, as it is given out; both are null where they are not known. */
  readonly downloadSizeBytes: number | null;
  /** Hexadecimal. */
  readonly downloadSha256: string | null;
}

/** A file of the version that is exported. */
export interface ExportedFile extends NativeFileFacts {
  /** Null for a file that was not ingested. */
  readonly table: ExportedTable | null;
  /** What was edited of the variables of its table, if anything was. */
  readonly variableEditsId?: number | null;
}

/** A column of a table. Source: files.md 19.4. */
export interface ExportedVariable extends VariableFacts {
  readonly id: number;
  readonly categories: readonly VariableCategory[] | null;
  readonly invalidRanges: readonly InvalidRange[] | null;
  /** What was edited of it; its label is the edited one already. */
  readonly edit?: VariableEdit | null;
}

/** A variable with the file that has it. */
export interface VariableOfFile {
  readonly file: ExportedFile;
  readonly variable: ExportedVariable;
}
