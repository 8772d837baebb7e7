/** What becomes of a form whose sender has been signed out: it is kept, to be sent again. */
import { h } from 'preact';
import type { Messages } from '../messages/messages.ts';
import type { Page } from '../page.ts';
import type { FormValues } from './form-values.ts';

export function signedOutPage({ form: words }: Messages, action: string, form: FormValues): Page {
  return {
    listed: false,
    secret: true,
    status: 401,
    title: words.signIn,
    main: h(
      'div',
      { class: 'heading' },
      h('h1', null, words.signIn),
      h('p', { class: 'notice', role: 'alert' }, words.signedOut),
      h('p', null, h('a', { href: '/sign-in', target: '_blank', class: 'button' }, words.signIn)),
      form.size === 0
        ? null
        : h(
            'form',
            { method: 'post', action },
            [...form].flatMap(([name, values]) => values.map((value) => h('textarea', { name, value, hidden: true, 'aria-label': name }))),
            h('p', null, h('button', { type: 'submit', class: 'button' }, words.sendAgain)),
          ),
    ),
  };
}
