import { type BulkJobRow, findBulkJob } from '../../db/queries/bulk/bulk-jobs.ts';
import { DomainError } from '../../errors/domain-error.ts';
import type { Subject, SubjectScope } from '../../kernel/command.ts';

export interface BulkSubject extends Subject {
  readonly job: BulkJobRow;
}

/** A bulk job of the caller's own; of anybody for superusers. @throws DomainError BULK_JOB_NOT_FOUND */
export async function loadBulkJob({ tx, context }: SubjectScope, { id }: { readonly id: number }): Promise<BulkSubject> {
  const { actor } = context;
  const job = await findBulkJob(tx, id);
  const isOwn = job?.accountId !== null && job?.accountId === actor.account?.id;
  if (job === undefined || job.accountId === null || !(isOwn || actor.superuser)) {
    throw new DomainError('BULK_JOB_NOT_FOUND', `There is no bulk job ${id}.`);
  }
  return { nodeId: null, granted: 0, job };
}
