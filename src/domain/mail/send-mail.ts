/** Sends what accounts are told by e-mail. Source: users-admin.md 5.3. */
import { listEmailConfirmations } from '../../db/queries/access/email-confirmations.ts';
import { listUsersByIds, type UserRow } from '../../db/queries/access/users.ts';
import { listPendingMail, noteMail, type OutgoingMailRow } from '../../db/queries/mail/outgoing-mail.ts';
import { listNotificationSubjects } from '../../db/queries/notifications/notification-subjects.ts';
import { failureText } from '../../errors/failure-text.ts';
import { mailSenderOf } from '../../kernel/mail-sender-of.ts';
import { MailRefused } from '../../kernel/ports/mail-sender.ts';
import type { DomainServices } from '../../kernel/services.ts';
import type { DeliveryScope } from '../../kernel/subscribers.ts';
import { actorOfAccount } from '../access/accounts/actor-of-account.ts';
import { type NotificationText, notificationText } from '../notifications/notification-texts.ts';
import { readableSubject } from '../notifications/readable-subject.ts';

type MailScope = Pick<DeliveryScope, 'db' | 'lastAttempt' | 'log'> & { readonly services: DomainServices };

async function confirmationUrlFor({ db, services }: MailScope, { id, email }: UserRow): Promise<string | undefined> {
  const [confirmation] = await listEmailConfirmations(db, [id]);
  if (confirmation === undefined || confirmation.email.toLowerCase() !== email.toLowerCase()) return undefined;
  return `${services.installation.siteUrl}/confirmemail.xhtml?token=${confirmation.token}`;
}

/** What an account may read of it now; undefined when there is nothing to tell any more. */
async function textFor(scope: MailScope, mail: OutgoingMailRow, receiver: UserRow): Promise<NotificationText | undefined> {
  const { db, services } = scope;
  const actor = await actorOfAccount({ db, services }, receiver.id);
  if (actor === undefined) return undefined;
  const confirmationUrl = mail.type === 'CONFIRMEMAIL' ? await confirmationUrlFor(scope, receiver) : undefined;
  if (mail.type === 'CONFIRMEMAIL' && confirmationUrl === undefined) return undefined;
  const [subject] = mail.subjectId === null ? [] : await listNotificationSubjects(db, [mail.subjectId], actor.identities);
  const [requestor] = mail.requestorId === null ? [] : await listUsersByIds(db, [mail.requestorId]);
  return notificationText(mail.type, {
    installation: services.installation.name(),
    siteUrl: services.installation.siteUrl,
    subject: subject === undefined ? null : readableSubject(actor, subject),
    requestor: requestor ?? null,
    details: mail.details,
    confirmationUrl,
  });
}

async function sendOne(scope: MailScope, from: string, mail: OutgoingMailRow): Promise<'SENT' | 'OBSOLETE'> {
  const { db, services } = scope;
  const [receiver] = await listUsersByIds(db, [mail.userAccountId]);
  const text = receiver === undefined ? undefined : await textFor(scope, mail, receiver);
  if (receiver === undefined || text === undefined) return 'OBSOLETE';
  const { installation } = services;
  await services.mail.send({
    id: `mail-${mail.id}-${mail.createdAt.getTime()}`,
    from,
    to: { name: `${receiver.firstName} ${receiver.lastName}`, address: receiver.email },
    subject: text.subject,
    text: `${text.message}\n\n-- \n${installation.name()}\n${installation.siteUrl}\n`,
  });
  return 'SENT';
}

/**
 * Sends those of the messages that were not sent yet, one after another. One that the mail server refuses for good is given up; a mail
 * server that does not answer ends the try.
 * @throws Error when it is to be tried again.
 */
export async function sendMail(scope: MailScope, ids: readonly number[]): Promise<void> {
  const { db, services, lastAttempt, log } = scope;
  const from = mailSenderOf(services);
  for (const mail of await listPendingMail(db, ids)) {
    try {
      if (from === undefined) throw new Error('No mail server, or no sender, is configured.');
      await noteMail(db, mail.id, { state: await sendOne(scope, from, mail) });
    } catch (error) {
      const refused = error instanceof MailRefused;
      const message = failureText(error);
      await noteMail(db, mail.id, { state: refused || lastAttempt ? 'FAILED' : 'PENDING', error: message });
      if (refused) log.warn({ mail: mail.id, reason: message }, 'The mail server refused a message.');
      else if (!lastAttempt) throw error;
    }
  }
}
