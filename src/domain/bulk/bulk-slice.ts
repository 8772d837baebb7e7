import type { BulkJobRow } from '../../db/queries/bulk/bulk-jobs.ts';
import type { Database } from '../../db/client.ts';
import type { DomainServices } from '../../kernel/services.ts';

/** A stretch of work on a job, after which others have their turn. */
export interface BulkSlice {
  readonly db: Database;
  readonly services: DomainServices;
  readonly job: BulkJobRow;
  /** Names the slice. */
  readonly runner: string;
  /** By `performance.now()`. */
  readonly endsAt: number;
  readonly signal?: AbortSignal;
}
