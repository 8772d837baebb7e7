/** What the account of a bulk job does with it. */
import { z } from 'zod';
import {
  abandonBulkJob,
  type BulkJobFilter,
  type BulkJobRow,
  countBulkJobs as countRows,
  endBulkJob,
  findBulkJob,
  listBulkJobs as listRows,
  raiseAddressRevision,
} from '../../db/queries/bulk/bulk-jobs.ts';
import { DomainError } from '../../errors/domain-error.ts';
import { command, type CommandContext, query, type Scope } from '../../kernel/command.ts';
import { noSubject } from '../../kernel/no-subject.ts';
import type { PageWindow } from '../../model/page-window.ts';
import { loadBulkJob } from './bulk-subject.ts';

const whichJob = z.object({ id: z.int() });
const rules = { admits: 'LoggedIn', requires: 'LoggedIn', tokenScope: 'READ' } as const;

async function asItIs({ tx }: Scope, job: BulkJobRow): Promise<BulkJobRow> {
  return (await findBulkJob(tx, job.id)) ?? job;
}

/** Ends a job that waits or runs. @throws DomainError BULK_JOB_ENDED */
export const cancelBulkJob = command({
  name: 'cancelBulkJob',
  input: whichJob,
  subject: loadBulkJob,
  ...rules,
  run: async (scope, { job }, { id }): Promise<BulkJobRow> => {
    const { keptDays } = scope.services.bulk.limits;
    const end = { state: 'CANCELED', errorCode: null, errorMessage: null, keptDays } as const;
    if (!(await endBulkJob(scope.tx, id, null, end))) throw new DomainError('BULK_JOB_ENDED', `The bulk job ${id} has ended.`);
    scope.note({ bulkJob: id });
    return asItIs(scope, job);
  },
});

/** Ends all addresses of the lines of a job. */
export const revokeBulkResult = command({
  name: 'revokeBulkResult',
  input: whichJob,
  subject: loadBulkJob,
  ...rules,
  run: async (scope, { job }, { id }): Promise<BulkJobRow> => {
    await raiseAddressRevision(scope.tx, id);
    scope.note({ bulkJob: id });
    return asItIs(scope, job);
  },
});

/** Removes a job that has ended, with its lines; its id. @throws DomainError BULK_JOB_GOES_ON */
export const deleteBulkJob = command({
  name: 'deleteBulkJob',
  input: whichJob,
  subject: loadBulkJob,
  ...rules,
  run: async (scope, { job }, { id }): Promise<number> => {
    if (job.endedAt === null) throw new DomainError('BULK_JOB_GOES_ON', `The bulk job ${id} has not ended; cancel it first.`);
    await abandonBulkJob(scope.tx, id);
    scope.emit({ kind: 'BulkLinesOutdated', subjectId: null, payload: {} });
    scope.note({ bulkJob: id });
    return id;
  },
});

/** One job. @throws DomainError BULK_JOB_NOT_FOUND */
export const viewBulkJob = query({
  name: 'viewBulkJob',
  subject: loadBulkJob,
  ...rules,
  run: (_context, { job }, _key: { readonly id: number }): BulkJobRow => job,
});

function filterOf({ actor }: CommandContext, state: BulkJobFilter['state']): BulkJobFilter {
  return { accountId: actor.superuser ? null : (actor.account?.id ?? 0), state };
}

/** A page of the caller's own jobs, or of all for superusers, newest first. */
export const listBulkJobs = query({
  name: 'listBulkJobs',
  subject: noSubject,
  ...rules,
  run: (context, _subject, { state, ...window }: { readonly state: BulkJobFilter['state'] } & PageWindow<number>): Promise<BulkJobRow[]> =>
    listRows(context.db, { ...filterOf(context, state), ...window }),
});

export const countBulkJobs = query({
  name: 'countBulkJobs',
  subject: noSubject,
  ...rules,
  run: (context, _subject, { state }: { readonly state: BulkJobFilter['state'] }): Promise<number> =>
    countRows(context.db, filterOf(context, state)),
});
