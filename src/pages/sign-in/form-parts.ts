import { type ComponentChildren, h } from 'preact';
import { messagesOf } from '../messages/messages.ts';
import { type Told, toldOnPage } from '../told.ts';

/** Facts of every page with a form of signing in. */
export const OF_A_FORM = { listed: false, secret: true } as const;

/** A field of a form under its label. */
export interface Field {
  readonly name: string;
  readonly label: string;
  readonly type?: 'text' | 'password' | 'email';
  readonly value?: string | null | undefined;
  /** What a browser may fill in. Source: HTML, 4.10.18.7. */
  readonly autocomplete: string;
  readonly optional?: boolean;
}

function idOf(action: string, name: string): string {
  return `${action.slice(1).replaceAll('/', '-')}-${name}`;
}

/** Something that is either ticked, and sent as `on`, or not sent. */
export interface Choice {
  readonly name: string;
  readonly label: string;
}

/** A form that is sent to a path of this server. */
export function postForm(
  action: string,
  fields: readonly Field[],
  submit: string,
  hidden: Readonly<Record<string, string>> = {},
  choices: readonly Choice[] = [],
): ComponentChildren {
  return h(
    'form',
    { method: 'post', action, class: 'fields' },
    Object.entries(hidden).map(([name, value]) => h('input', { type: 'hidden', name, value })),
    fields.map(({ name, label, type = 'text', value, autocomplete, optional = false }) => {
      const id = idOf(action, name);
      return h(
        'p',
        null,
        h('label', { for: id }, label, optional ? messagesOf().account.optional : ''),
        h('input', { id, name, type, value: value ?? '', autocomplete, required: !optional, maxLength: 1024 }),
      );
    }),
    choices.map(({ name, label }) => {
      const id = idOf(action, name);
      return h('p', null, h('input', { id, name, type: 'checkbox' }), ' ', h('label', { for: id }, label));
    }),
    h('p', null, h('button', { type: 'submit', class: 'button' }, submit)),
  );
}

/** What went wrong with a form, told before it. */
export function fault(told: Told | undefined): ComponentChildren {
  return told === undefined ? null : h('p', { class: 'notice', role: 'alert' }, toldOnPage(told));
}
