import type { Visitor } from './visitor.ts';

/** A use of a version or file. */
export interface Use {
  readonly visitor: Visitor;
  /** `@name` of an account; null for other callers. */
  readonly account: string | null;
  readonly datasetId: number;
  /** `v` and the id of a version, or `f` and the id of a file. */
  readonly resource: string;
}

export interface UsageCollector {
  /** Records a use in memory; costs no statement. */
  record(use: Use): void;
  /** Records a download of a file by any client in memory; costs no statement. */
  recordDownload(fileId: number): void;
  /** Writes the recorded uses; resolves when they are written, or kept for a retry after a failure, which is logged. */
  flush(): Promise<void>;
  /** Writes the recorded uses and accepts no more. */
  close(): Promise<void>;
}
