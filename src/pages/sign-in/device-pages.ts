/** What a user sees who lets a program in that has no browser. */
import { h } from 'preact';
import type { PageOfDeviceQuery } from '../../generated/page-operations.ts';
import { factList } from '../frame.ts';
import type { Page } from '../page.ts';
import { fault, postForm } from './form-parts.ts';

type Device = PageOfDeviceQuery['deviceSignIn'];

const OF_A_FORM = { listed: false, secret: true, sendsForm: true } as const;

/** What a token with a scope may do. */
const WORDS: Readonly<Record<Device['scopes'][number], string>> = {
  READ: 'read what you may see',
  DEPOSIT: 'make and change datasets that are not published',
  CURATE: 'publish, review, and change collections, roles and access',
  ADMINISTER: 'do all that you may do, tokens and administration among it',
};

/** Where the code that a program shows is typed. */
export function deviceCodePage({ problem, status }: { readonly problem?: string; readonly status?: number } = {}): Page {
  return {
    ...OF_A_FORM,
    ...(status === undefined ? {} : { status }),
    title: 'Let a program in',
    main: h(
      'div',
      { class: 'heading' },
      h('h1', null, 'Let a program in'),
      fault(problem),
      h('p', null, 'A program that you have started shows a code of eight letters.'),
      postForm('/device', [{ name: 'userCode', label: 'Code', autocomplete: 'off' }], 'Go on'),
    ),
  };
}

/** What a program asks for, and the two answers. */
export function devicePage({ clientName, scopes, clientAddress, createdAt }: Device, userCode: string): Page {
  return {
    ...OF_A_FORM,
    title: 'Let a program in',
    main: h(
      'div',
      { class: 'heading' },
      h('h1', { dir: 'auto' }, `Let ${clientName} in?`),
      h('p', null, 'Allow it only if you have started this program yourself, and it shows the same code. It gets a token of your account.'),
      factList([
        ['Code', userCode.toUpperCase()],
        ['It may', scopes.map((scope) => WORDS[scope]).join('; ')],
        ['Asked from', clientAddress ?? 'an unknown address'],
        ['Asked at', createdAt],
      ]),
      postForm('/device/allow', [], 'Allow', { userCode }),
      postForm('/device/refuse', [], 'Refuse', { userCode }),
    ),
  };
}

/** What was decided. */
export function decidedDevicePage(clientName: string, allowed: boolean): Page {
  const text = allowed ? `${clientName} is let in. You can go back to it.` : `${clientName} is refused.`;
  return {
    ...OF_A_FORM,
    title: 'Let a program in',
    main: h('div', { class: 'heading' }, h('h1', null, 'Let a program in'), h('p', { class: 'notice', role: 'status', dir: 'auto' }, text)),
  };
}
