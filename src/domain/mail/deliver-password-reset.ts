/** Mails links for new passwords. Source: users-admin.md 8.4. */
import { findPasswordHolder, putPasswordReset } from '../../db/queries/access/password-resets.ts';
import type { EventOf } from '../../kernel/events.ts';
import { mailSenderOf } from '../../kernel/mail-sender-of.ts';
import { MailRefused } from '../../kernel/ports/mail-sender.ts';
import type { DomainServices } from '../../kernel/services.ts';
import type { DeliveryScope } from '../../kernel/subscribers.ts';
import { hasBuiltinProvider } from '../access/sign-in/password-provider.ts';
import { hashResetToken, newResetToken, RESET_LIFETIME_MS } from '../access/sign-in/reset-token.ts';

/**
 * Makes the link of the account with an address, and mails it; nothing where there is no such account. Each try makes another link, so that
 * what opens the account stands nowhere but in the message. @throws Error when it is to be tried again.
 */
export async function deliverPasswordReset(
  { db, log, eventId }: Pick<DeliveryScope, 'db' | 'log' | 'eventId'>,
  services: Pick<DomainServices, 'mail' | 'settings' | 'installation' | 'signInProviders'>,
  { email }: EventOf<'PasswordResetRequested'>['payload'],
): Promise<void> {
  const { mail, installation, signInProviders } = services;
  const from = mailSenderOf(services);
  if (from === undefined) throw new Error('No mail server, or no sender, is configured.');
  const holder = await findPasswordHolder(db, email);
  if (holder === undefined || !hasBuiltinProvider(signInProviders, holder)) return;
  const token = newResetToken();
  const reset = { userAccountId: holder.id, tokenHash: hashResetToken(token), email: holder.email };
  await putPasswordReset(db, { ...reset, expiresAt: new Date(Date.now() + RESET_LIFETIME_MS) });
  const name = installation.name();
  try {
    await mail.send({
      id: `password-reset-${eventId}`,
      from,
      to: { name: `${holder.firstName} ${holder.lastName}`, address: holder.email },
      subject: `${name}: Set a new password`,
      text: `Hello,\n\na new password was asked for your account ${holder.userName} of ${name}. Set it within an hour at this address:\n\n${installation.siteUrl}/reset-password?token=${token}\n\nIf you did not ask for it, you need not do anything: the password stays as it is.\n\n-- \n${name}\n${installation.siteUrl}\n`,
    });
  } catch (error) {
    if (!(error instanceof MailRefused)) throw error;
    log.warn({ event: eventId, reason: error.message }, 'The mail server refused a message with a link for a new password.');
  }
}
