import { h } from 'preact';
import { PageConfirmsEmailDocument } from '../generated/page-operations.ts';
import type { MakePage } from './page.ts';
import { messagesOf } from './messages/messages.ts';

const SECRET = { secret: true, listed: false } as const;

/** Asks the reader to press a button: mail scanners open links too, and would confirm an unread message. Source: users-admin.md 8.3. */
export const confirmEmailPage: MakePage = async ({ query, site }) => {
  const words = messagesOf().account.confirm;
  return {
    ...SECRET,
    title: words.title,
    main: h(
      'div',
      { class: 'heading' },
      h('h1', null, words.title),
      h('p', null, words.text(site.installationName)),
      h(
        'form',
        { method: 'post', action: `/confirmemail.xhtml?token=${encodeURIComponent(query['token'] ?? '')}` },
        h('button', { type: 'submit', class: 'button' }, words.button),
      ),
    ),
  };
};

/** Says that the e-mail address was confirmed. @throws DomainError EMAIL_CONFIRMATION_NOT_FOUND */
export const confirmedEmailPage: MakePage = async ({ query, run }) => {
  await run(PageConfirmsEmailDocument, { input: { token: query['token'] ?? '' } });
  const words = messagesOf().account.confirm;
  return {
    ...SECRET,
    title: words.done,
    main: h('div', { class: 'heading' }, h('h1', null, words.done), h('p', null, words.close)),
  };
};
