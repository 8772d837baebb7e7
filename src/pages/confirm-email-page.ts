import { h } from 'preact';
import { PageConfirmsEmailDocument } from '../generated/page-operations.ts';
import type { MakePage } from './page.ts';

const SECRET = { secret: true, listed: false } as const;

/** Asks the reader to press a button: mail scanners open links too, and would confirm an unread message. Source: users-admin.md 8.3. */
export const confirmEmailPage: MakePage = async ({ query, site }) => ({
  ...SECRET,
  title: 'Confirm your e-mail address',
  main: h(
    'div',
    { class: 'heading' },
    h('h1', null, 'Confirm your e-mail address'),
    h('p', null, `You have an account of ${site.installationName}, and this message was sent to its e-mail address.`),
    h(
      'form',
      { method: 'post', action: `/confirmemail.xhtml?token=${encodeURIComponent(query['token'] ?? '')}` },
      h('button', { type: 'submit', class: 'button' }, 'This e-mail address is mine'),
    ),
  ),
});

/** Says that the e-mail address was confirmed. @throws DomainError EMAIL_CONFIRMATION_NOT_FOUND */
export const confirmedEmailPage: MakePage = async ({ query, run }) => {
  await run(PageConfirmsEmailDocument, { input: { token: query['token'] ?? '' } });
  return {
    ...SECRET,
    title: 'Your e-mail address is confirmed',
    main: h('div', { class: 'heading' }, h('h1', null, 'Your e-mail address is confirmed'), h('p', null, 'You can close this page.')),
  };
};
