import { deleteQueuedJob, listQueuedJobs, retryQueuedJob } from '../../../../src/domain/installation/queued-job-commands.ts';
import { listOutgoingMails, retryOutgoingMail } from '../../../../src/domain/mail/outgoing-mail-commands.ts';
import { WHOLE } from '../../../../src/model/page-window.ts';
import type { GateCase, GateTable } from './gate-case.ts';

const forSuperusers = (run: GateCase['run']): GateCase => ({ requires: 'Superuser', run });
const ABSENT = 987_654_321;

/** What an operator does with the queue and with messages. */
export const operatingGates: GateTable = {
  listQueuedJobs: forSuperusers((context) => listQueuedJobs(context, { ...WHOLE, limit: 1, wanted: null })),
  retryQueuedJob: forSuperusers((context) => retryQueuedJob(context, { id: ABSENT })),
  deleteQueuedJob: forSuperusers((context) => deleteQueuedJob(context, { id: ABSENT })),
  listOutgoingMails: forSuperusers((context) => listOutgoingMails(context, { ...WHOLE, limit: 1, state: null })),
  retryOutgoingMail: forSuperusers((context) => retryOutgoingMail(context, { id: ABSENT })),
};
