/** Where accounts without a password, or that forgot it, get another. Source: users-admin.md 8.4. */
import { type ComponentChildren, h } from 'preact';
import type { Page } from '../page.ts';
import { fault, OF_A_FORM, postForm } from './form-parts.ts';

/** What is told above a form that did not do. */
export interface FormFault {
  readonly problem?: string;
  readonly status?: number;
}

function page(title: string, { problem, status }: FormFault, ...main: readonly ComponentChildren[]): Page {
  const shown = h('div', { class: 'heading' }, h('h1', null, title), fault(problem), ...main);
  return { ...OF_A_FORM, ...(status === undefined ? {} : { status }), title, main: shown };
}

/** Asks where the link is to be mailed to. */
export function forgottenPasswordPage(told: FormFault = {}): Page {
  const fields = [{ name: 'email', label: 'E-mail address of the account', type: 'email', autocomplete: 'email' }] as const;
  return page('Set a new password', told, postForm('/forgot-password', fields, 'Mail me a link'));
}

/** Says what comes of it, the same for every address. */
export function requestedResetPage(): Page {
  return page(
    'Look into your mailbox',
    {},
    h(
      'p',
      { role: 'status' },
      'If an account with a password has this address, it gets a message with a link. The link counts for an hour.',
    ),
  );
}

/** Asks for the new password. */
export function resetPasswordPage(token: string, told: FormFault = {}): Page {
  const fields = [{ name: 'newPassword', label: 'New password', type: 'password', autocomplete: 'new-password' }] as const;
  const choices = [{ name: 'endTokens', label: 'End all tokens of the account, too' }];
  return page('Set a new password', told, postForm('/reset-password', fields, 'Set the password', { token }, choices));
}

/** Says that it was set. */
export function resetDonePage(userName: string): Page {
  return page(
    'The password is set',
    {},
    h('p', { role: 'status' }, 'Sign in with it as ', h('strong', { dir: 'auto' }, userName), '. All other browsers were signed out.'),
    h('p', null, h('a', { href: '/sign-in', class: 'button' }, 'Sign in')),
  );
}
