/** What a user sees who lets a program in that has no browser. */
import { h } from 'preact';
import type { PageOfDeviceQuery } from '../../generated/page-operations.ts';
import { factList } from '../frame.ts';
import type { Page } from '../page.ts';
import { fault, postForm } from './form-parts.ts';
import { messagesOf } from '../messages/messages.ts';
import type { Told } from '../told.ts';

type Device = PageOfDeviceQuery['deviceSignIn'];

const OF_A_FORM = { listed: false, secret: true, sendsForm: true } as const;

/** Where the code that a program shows is typed. */
export function deviceCodePage({ problem, status }: { readonly problem?: Told; readonly status?: number } = {}): Page {
  const words = messagesOf().account.device;
  return {
    ...OF_A_FORM,
    ...(status === undefined ? {} : { status }),
    title: words.title,
    main: h(
      'div',
      { class: 'heading' },
      h('h1', null, words.title),
      fault(problem),
      h('p', null, words.codeText),
      postForm('/device', [{ name: 'userCode', label: words.code, autocomplete: 'off' }], words.goOn),
    ),
  };
}

/** What a program asks for, and the two answers. */
export function devicePage({ clientName, scopes, clientAddress, createdAt }: Device, userCode: string): Page {
  const words = messagesOf().account.device;
  return {
    ...OF_A_FORM,
    title: words.title,
    main: h(
      'div',
      { class: 'heading' },
      h('h1', { dir: 'auto' }, words.ask(clientName)),
      h('p', null, words.warning),
      factList([
        [words.code, userCode.toUpperCase()],
        [words.may, scopes.map((scope) => words.scopes[scope]).join('; ')],
        [words.askedFrom, clientAddress ?? words.unknownAddress],
        [words.askedAt, messagesOf().tools.moment(createdAt)],
      ]),
      postForm('/device/allow', [], words.allow, { userCode }),
      postForm('/device/refuse', [], words.refuse, { userCode }),
    ),
  };
}

/** What was decided. */
export function decidedDevicePage(clientName: string, allowed: boolean): Page {
  const words = messagesOf().account.device;
  const text = allowed ? words.allowed(clientName) : words.refused(clientName);
  return {
    ...OF_A_FORM,
    title: words.title,
    main: h('div', { class: 'heading' }, h('h1', null, words.title), h('p', { class: 'notice', role: 'status', dir: 'auto' }, text)),
  };
}
