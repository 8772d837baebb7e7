/** Jobs of the queue, for the operator: looked at, tried again, given up. */
import { z } from 'zod';
import {
  deleteQueuedJobRow,
  findQueuedJob,
  pageQueuedJobs,
  type QueuedJobRow,
  rescheduleQueuedJob,
} from '../../db/queries/installation/queued-jobs.ts';
import { announceJobs } from '../../db/queries/gate/outbox.ts';
import type { Queryable } from '../../db/client.ts';
import { DomainError } from '../../errors/domain-error.ts';
import { command, query } from '../../kernel/command.ts';
import { isForgotten } from '../../kernel/events.ts';
import { noSubject } from '../../kernel/no-subject.ts';
import type { Listed, PageWindow } from '../../model/page-window.ts';
import type { QueuedJobState } from '../../vocabulary/jobs.ts';
import { type ToldRule, broken } from '../../errors/rules/broken.ts';

/** A window of the jobs, by id. */
export const listQueuedJobs = query({
  name: 'listQueuedJobs',
  subject: noSubject,
  requires: 'Superuser',
  run: ({ db }, _subject, asked: PageWindow<number> & { readonly wanted: QueuedJobState | null }): Promise<Listed<QueuedJobRow>> =>
    pageQueuedJobs(db, asked),
});

async function requireJob(db: Queryable, id: number): Promise<QueuedJobRow> {
  const found = await findQueuedJob(db, id);
  if (found === undefined) throw new DomainError('QUEUED_JOB_NOT_FOUND', `There is no job ${id} in the queue; it may have been done.`);
  return found;
}

function refused(id: number, { message: reason, rule }: ToldRule): DomainError {
  return new DomainError('QUEUED_JOB_REFUSED', `The job ${id} ${reason}.`, {
    problems: [{ pointer: '/databaseId', message: `is a job that ${reason}`, rule }],
  });
}

/** Has a job run now, its tries counted anew. @throws DomainError QUEUED_JOB_NOT_FOUND | QUEUED_JOB_REFUSED */
export const retryQueuedJob = command({
  name: 'retryQueuedJob',
  input: z.object({ id: z.int() }),
  subject: noSubject,
  requires: 'Superuser',
  run: async ({ tx, note }, _subject, { id }): Promise<QueuedJobRow> => {
    const job = await requireJob(tx, id);
    // What was typed by a person is kept no longer than its delivery is tried.
    if (job.state === 'FAILED' && job.eventKind !== null && isForgotten(job.eventKind, 'given up')) {
      throw refused(id, broken('JOB_FORGOTTEN'));
    }
    if (!(await rescheduleQueuedJob(tx, job))) throw refused(id, broken('JOB_RUNNING'));
    await announceJobs(tx);
    note({ job: id, task: job.task, event: job.eventId, kind: job.eventKind });
    return requireJob(tx, id);
  },
});

/** Removes a job that was given up, with the event that it was to deliver; its id. @throws DomainError QUEUED_JOB_NOT_FOUND | QUEUED_JOB_REFUSED */
export const deleteQueuedJob = command({
  name: 'deleteQueuedJob',
  input: z.object({ id: z.int() }),
  subject: noSubject,
  requires: 'Superuser',
  run: async ({ tx, note }, _subject, { id }): Promise<number> => {
    const job = await requireJob(tx, id);
    if (job.state !== 'FAILED' || !(await deleteQueuedJobRow(tx, job))) throw refused(id, broken('JOB_NOT_GIVEN_UP'));
    note({ job: id, task: job.task, event: job.eventId, kind: job.eventKind });
    return id;
  },
});
