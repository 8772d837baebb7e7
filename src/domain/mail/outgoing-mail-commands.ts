/** Messages to accounts, for the operator: looked at, and tried again. */
import { z } from 'zod';
import { findOutgoingMail, type OutgoingMailRow, pageOutgoingMail, renewOutgoingMail } from '../../db/queries/mail/outgoing-mail.ts';
import { DomainError } from '../../errors/domain-error.ts';
import { command, query } from '../../kernel/command.ts';
import { noSubject } from '../../kernel/no-subject.ts';
import { storeEvent } from '../../kernel/store-event.ts';
import type { Listed, PageWindow } from '../../model/page-window.ts';

/** A window of the messages, by id. */
export const listOutgoingMails = query({
  name: 'listOutgoingMails',
  subject: noSubject,
  requires: 'Superuser',
  run: (
    { db },
    _subject,
    asked: PageWindow<number> & { readonly state: OutgoingMailRow['state'] | null },
  ): Promise<Listed<OutgoingMailRow>> => pageOutgoingMail(db, asked),
});

/** Has a message tried again that was given up. @throws DomainError OUTGOING_MAIL_NOT_FOUND | OUTGOING_MAIL_REFUSED */
export const retryOutgoingMail = command({
  name: 'retryOutgoingMail',
  input: z.object({ id: z.int() }),
  subject: noSubject,
  requires: 'Superuser',
  run: async ({ tx, note }, _subject, { id }): Promise<OutgoingMailRow> => {
    const renewed = await renewOutgoingMail(tx, id);
    if (renewed === undefined) {
      if ((await findOutgoingMail(tx, id)) === undefined) throw new DomainError('OUTGOING_MAIL_NOT_FOUND', `There is no message ${id}.`);
      throw new DomainError('OUTGOING_MAIL_REFUSED', `The message ${id} was not given up.`, {
        problems: [{ pointer: '/databaseId', message: 'must be that of a message that was given up' }],
      });
    }
    await storeEvent(tx, { kind: 'MailDue', subjectId: null, payload: { mailIds: [id] } });
    note({ mail: id });
    return renewed;
  },
});
