/** Why a file could not be ingested. Source: files.md 19.3. */
export interface IngestReport {
  /** A sentence for people. */
  readonly message: string;
  /** Row of data, counted from 1; 0 for the header; null where it is not known. */
  readonly row: number | null;
  /** Name of the variable, or its position from 1; null where it is not known. */
  readonly column: string | null;
}
