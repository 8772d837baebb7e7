/** Hands messages to contacts to the mail server. Source: users-admin.md 18.5. */
import type { EventOf } from '../../kernel/events.ts';
import { mailSenderOf } from '../../kernel/mail-sender-of.ts';
import { MailRefused } from '../../kernel/ports/mail-sender.ts';
import type { DomainServices } from '../../kernel/services.ts';
import type { DeliveryScope } from '../../kernel/subscribers.ts';

/** The bare address of a mailbox that may have a name before it. */
function bareAddress(mailbox: string): string {
  return /<([^<>]+)>$/.exec(mailbox)?.[1] ?? mailbox;
}

/**
 * Sends a message, to the operator where it names no contact. One that the mail server refuses for good is given up; anything else is tried
 * again by the outbox, and kept there in the end. @throws Error when it is to be tried again.
 */
export async function deliverContactMessage(
  { log, eventId }: Pick<DeliveryScope, 'log' | 'eventId'>,
  services: Pick<DomainServices, 'mail' | 'settings'>,
  { messageId, to, replyTo, subject, text }: EventOf<'ContactMessageDue'>['payload'],
): Promise<void> {
  const from = mailSenderOf(services);
  if (from === undefined) throw new Error('No mail server, or no sender, is configured.');
  try {
    await services.mail.send({
      id: `contact-${messageId}`,
      from,
      to: { name: '', address: to ?? bareAddress(from) },
      replyTo,
      subject,
      text,
    });
  } catch (error) {
    if (!(error instanceof MailRefused)) throw error;
    log.warn({ event: eventId, reason: error.message }, 'The mail server refused a message to a contact.');
  }
}
