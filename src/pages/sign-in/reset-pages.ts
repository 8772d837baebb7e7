/** Where accounts without a password, or that forgot it, get another. Source: users-admin.md 8.4. */
import { type ComponentChildren, h } from 'preact';
import type { Page } from '../page.ts';
import { fault, OF_A_FORM, postForm } from './form-parts.ts';
import { messagesOf } from '../messages/messages.ts';
import type { Told } from '../told.ts';

/** What is told above a form that did not do. */
export interface FormFault {
  readonly problem?: Told;
  readonly status?: number;
}

function page(title: string, { problem, status }: FormFault, ...main: readonly ComponentChildren[]): Page {
  const shown = h('div', { class: 'heading' }, h('h1', null, title), fault(problem), ...main);
  return { ...OF_A_FORM, ...(status === undefined ? {} : { status }), title, main: shown };
}

/** Asks where the link is to be mailed to. */
export function forgottenPasswordPage(told: FormFault = {}): Page {
  const words = messagesOf().account.reset;
  const fields = [{ name: 'email', label: words.email, type: 'email', autocomplete: 'email' }] as const;
  return page(words.title, told, postForm('/forgot-password', fields, words.mail));
}

/** Says what comes of it, the same for every address. */
export function requestedResetPage(): Page {
  const words = messagesOf().account.reset;
  return page(words.mailbox, {}, h('p', { role: 'status' }, words.mailboxText));
}

/** Asks for the new password. */
export function resetPasswordPage(token: string, told: FormFault = {}): Page {
  const words = messagesOf().account.reset;
  const fields = [{ name: 'newPassword', label: words.newPassword, type: 'password', autocomplete: 'new-password' }] as const;
  const choices = [{ name: 'endTokens', label: words.endTokens }];
  return page(words.title, told, postForm('/reset-password', fields, words.set, { token }, choices));
}

/** Says that it was set. */
export function resetDonePage(userName: string): Page {
  const words = messagesOf().account.reset;
  return page(
    words.done,
    {},
    h('p', { role: 'status' }, words.doneBefore, h('strong', { dir: 'auto' }, userName), words.doneAfter),
    h('p', null, h('a', { href: '/sign-in', class: 'button' }, messagesOf().account.signIn)),
  );
}
