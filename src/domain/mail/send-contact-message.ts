/** Messages of readers to the contacts of what they read. Source: users-admin.md 18.5. */
import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { listUsersByIds } from '../../db/queries/access/users.ts';
import { DomainError, type Problem } from '../../errors/domain-error.ts';
import { command, type Scope } from '../../kernel/command.ts';
import { mailSenderOf } from '../../kernel/mail-sender-of.ts';
import { noSubject } from '../../kernel/no-subject.ts';
import { line, longText } from '../../model/text-limits.ts';
import { emailAddress } from '../access/accounts/account-rules.ts';
import { isBeyondLimit } from '../access/sign-in/guess-limits.ts';
import { type ContactTarget, findContactTarget } from './contact-target.ts';

/** Messages that one address, one account, and all together to one object may send in a quarter of an hour. */
const MOST = { address: 10, account: 20, target: 60 } as const;

/** Text without what looks like HTML; mail goes out as plain text, and what is left of a tag could only mislead. */
const withoutTags = (text: string): string => text.replaceAll(/<[^<>]*>/g, '').trim();
/** A line of text: no part of it can begin another header of the mail. */
// oxlint-disable-next-line no-control-regex -- control characters are what is refused
const CONTROL = /[\u0000-\u001f\u007f\u0085\u2028\u2029]/;

const message = z.object({
  targetId: z.int().nullish(),
  identifier: z.string().nullish(),
  subject: line.refine((text) => !CONTROL.test(text), 'must be one line').refine((text) => text.trim() !== '', 'must not be blank'),
  body: longText.transform(withoutTags).refine((text) => text !== '', 'must not be empty, HTML tags left aside'),
  fromEmail: emailAddress.nullish(),
});
type Message = z.infer<typeof message>;

/** A message as it goes out. */
export interface SentContactMessage {
  readonly fromEmail: string;
  readonly subject: string;
  readonly body: string;
}

async function ownAddress({ tx, actor }: Scope): Promise<string | undefined> {
  if (actor.account === null) return undefined;
  return (await listUsersByIds(tx, [actor.account.id]))[0]?.email;
}

/** @throws DomainError BAD_USER_INPUT with everything that keeps the message from being sent */
function refuse(problems: readonly Problem[]): void {
  if (problems.length === 0) return;
  const told = problems.map(({ pointer, message: fault }) => `${pointer.slice(1)} ${fault}`).join('; ');
  throw new DomainError('BAD_USER_INPUT', `The message cannot be sent: ${told}.`, { problems });
}

/** @throws DomainError RATE_LIMITED */
async function countMessage({ tx, context, actor }: Scope, target: ContactTarget | null): Promise<void> {
  const beyond = [
    actor.account === null
      ? await isBeyondLimit(tx, context, { purpose: 'message', most: MOST.address })
      : await isBeyondLimit(tx, context, { purpose: 'message', of: String(actor.account.id), most: MOST.account }),
    await isBeyondLimit(tx, context, { purpose: 'message about', of: String(target?.id ?? 'support'), most: MOST.target }),
  ];
  if (beyond.includes(true)) {
    throw new DomainError('RATE_LIMITED', 'Too many messages were sent; try again in a quarter of an hour.');
  }
}

/** The mail, with a greeting and the address of what it is about. */
function composed({ services }: Scope, given: Message, fromEmail: string, target: ContactTarget | null): SentContactMessage {
  const installation = services.installation.name();
  const about = target === null ? `the support of ${installation}` : `the contacts of "${target.name}"`;
  const address = target?.address ?? services.installation.siteUrl;
  return {
    fromEmail,
    subject: `${installation}: ${given.subject.trim()}`,
    body: `Hello,\n\n${fromEmail} writes to ${about}:\n\n${given.body}\n\n-- \n${installation}\n${address}\n`,
  };
}

/** @throws DomainError BAD_USER_INPUT | RATE_LIMITED */
async function sendMessage(scope: Scope, _subject: unknown, given: Message): Promise<SentContactMessage> {
  const { services, emit, note } = scope;
  const problems: Problem[] = [];
  const named = (given.targetId ?? null) !== null || (given.identifier ?? '') !== '';
  const target = named ? await findContactTarget(scope, given) : undefined;
  const pointer = (given.targetId ?? null) === null ? '/identifier' : '/targetId';
  if (named && target === undefined) problems.push({ pointer, message: 'names nothing that is known' });
  const limit = services.settings.get(':ContactFeedbackMessageSizeLimit') ?? 0;
  if (limit > 0 && given.body.length > limit) problems.push({ pointer: '/body', message: `must not be longer than ${limit} characters` });
  const fromEmail = given.fromEmail ?? (await ownAddress(scope));
  if (fromEmail === undefined) problems.push({ pointer: '/fromEmail', message: 'is missing; without an account, an answer goes there' });
  refuse(problems);
  await countMessage(scope, target ?? null);
  if (mailSenderOf(services) === undefined) {
    // Not refused: the outbox tries for days, and what is named until then sends it.
    services.log.warn('A message to contacts waits: no mail server, or no sender, is configured.');
  }
  const mail = composed(scope, given, fromEmail ?? '', target ?? null);
  const contacts: readonly (string | null)[] = target === undefined || target.contacts.length === 0 ? [null] : target.contacts;
  for (const to of contacts) {
    const payload = { messageId: randomUUID(), to, replyTo: mail.fromEmail, subject: mail.subject, text: mail.body };
    emit({ kind: 'ContactMessageDue', subjectId: null, payload });
  }
  // Neither who writes nor what: the mail says it to those whom it is for.
  note({ target: target?.id ?? null, contacts: contacts.length });
  return mail;
}

/**
 * Sends a message to the contacts of an object, or to the operator where there are none or no object is named. Each contact gets a mail of
 * its own, so that none learns of the others, and so does the sender of none. @throws DomainError BAD_USER_INPUT | RATE_LIMITED
 */
export const sendContactMessage = command({
  name: 'sendContactMessage',
  input: message,
  subject: noSubject,
  requires: 'Public',
  run: sendMessage,
});

/** The same in its older form, for those who pass the administrative gate. @throws DomainError BAD_USER_INPUT | RATE_LIMITED */
export const sendFeedback = command({
  name: 'sendFeedback',
  input: message,
  subject: noSubject,
  requires: 'AdminGate',
  run: sendMessage,
});
