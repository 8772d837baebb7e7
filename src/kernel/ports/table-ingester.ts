import type { IngestReport } from '../../model/tables/ingest-report.ts';
import type { InvalidRange, VariableCategory, VariableFacts } from '../../model/tables/variable-facts.ts';

/** A variable as it was read. Source: files.md 19.5 to 19.7. */
export interface IngestedVariable extends VariableFacts {
  readonly categories: readonly VariableCategory[];
  readonly invalidRanges: readonly InvalidRange[];
}

/** A table as it was read. */
export interface IngestedTable {
  readonly rows: number;
  readonly unf: string;
  readonly variables: readonly IngestedVariable[];
}

/** What is to be read as a table. */
export interface TableFile {
  /** Path of the bytes on this machine. */
  readonly path: string;
  readonly contentType: string;
  /** Whether the text begins with the names of the variables. */
  readonly withHeader: boolean;
}

/** What happens while a table is read, and then. */
export interface TableReading<Result> {
  readonly onProgress: (rowsDone: number, rowsExpected: number | null) => void;
  /** Takes the table and the path of its text, which is there until this resolves. */
  readonly use: (table: IngestedTable, textPath: string) => Promise<Result>;
}

/** The file is no table that can be read: reading it again will not do. */
export class IngestFailure extends Error {
  override readonly name = 'IngestFailure';
  readonly report: IngestReport;

  constructor(report: IngestReport) {
    super(report.message);
    this.report = report;
  }
}

/** Reads tables, one at a time and away from the requests. */
export interface TableIngester {
  /** Whether any file is ingested. */
  readonly active: boolean;
  /**
   * The name of the format under which `:TabularIngestSizeLimit` knows a media type; undefined for one that is not ingested.
   * Source: files.md 19.1, 19.2.
   */
  formatOf(contentType: string): string | undefined;
  /** @throws IngestFailure when the file is no table, or takes more time or memory than it may */
  ingest<Result>(file: TableFile, reading: TableReading<Result>): Promise<Result>;
  /** Ends what is under way. */
  close(): Promise<void>;
}
