/** What is known of a variable of a table. Source: files.md 19.7, 22.1. */
import type { SummaryStatistic, VariableFormatType, VariableIntervalType } from '../../vocabulary/ingest.ts';

/** Statistics of a numeric variable, each in double notation. */
export type SummaryStatistics = Readonly<Record<SummaryStatistic, string>>;

/** A value with a name. */
export interface VariableCategory {
  /** As the cell reads in the text of the table. */
  readonly value: string;
  readonly label: string;
  /** Whether the uploaded file declares the value as missing. */
  readonly isMissing: boolean;
  /** Number of cells with this value; null where they were not counted. */
  readonly frequency: number | null;
}

/** Values that the uploaded file declares as missing: one, or those of a range, both ends included; an end that is null is open. */
export type InvalidRange = { readonly value: string } | { readonly min: string | null; readonly max: string | null };

/** A variable as its table was read. Source: files.md 19.4 to 19.7. */
export interface VariableFacts {
  readonly name: string;
  readonly label: string | null;
  readonly intervalType: VariableIntervalType;
  readonly formatType: VariableFormatType;
  readonly format: string | null;
  readonly formatCategory: string | null;
  readonly decimalPoints: number | null;
  readonly isOrderedCategorical: boolean;
  readonly unf: string;
  /** Of numeric variables alone. */
  readonly statistics: SummaryStatistics | null;
}
