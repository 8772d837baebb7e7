import type { Visitor } from './visitor.ts';

/** What somebody used. */
export interface Use {
  readonly visitor: Visitor;
  /** `@name` of an account; null for anybody else. */
  readonly account: string | null;
  readonly datasetId: number;
  /** `v` and the id of a version, or `f` and the id of a file. */
  readonly resource: string;
}

export interface UsageCollector {
  /** Takes note of a use; costs no statement. */
  record(use: Use): void;
  /** Takes note of a download of a file, whoever or whatever downloads it; costs no statement. */
  recordDownload(fileId: number): void;
  /** Writes what was gathered; resolves when it is written, or kept for a later try after a failure, which is logged. */
  flush(): Promise<void>;
  /** Writes what was gathered and takes no more. */
  close(): Promise<void>;
}
