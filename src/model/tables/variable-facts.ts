/** What is known of a variable of a table beside its name and type. Source: files.md 19.7, 22.1. */
import type { SummaryStatistic } from '../../vocabulary/ingest.ts';

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
