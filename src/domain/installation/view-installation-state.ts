import { countUndelivered } from '../../db/queries/events/webhook-deliveries.ts';
import { countQueues, type QueueNumbers } from '../../db/queries/installation/queue-numbers.ts';
import { countMail, type MailNumbers } from '../../db/queries/mail/outgoing-mail.ts';
import { query } from '../../kernel/command.ts';
import { noSubject } from '../../kernel/no-subject.ts';

/** What waits to be done, and what was given up. */
export interface InstallationState {
  readonly queues: QueueNumbers;
  readonly mail: MailNumbers;
  readonly deliveries: { readonly pending: number; readonly dead: number };
}

/** Counts what waits and what was given up, of everything that is done after changes. */
export const viewInstallationState = query({
  name: 'viewInstallationState',
  subject: noSubject,
  requires: 'Superuser',
  run: async ({ db }, _subject, _input: null): Promise<InstallationState> => {
    const [queues, mail, deliveries] = await Promise.all([countQueues(db), countMail(db), countUndelivered(db)]);
    return { queues, mail, deliveries };
  },
});
