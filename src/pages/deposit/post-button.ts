/** A form of one button, with what it says beside. */
import { type ComponentChildren, h } from 'preact';

export function postButton(
  action: string,
  hidden: Readonly<Record<string, string>>,
  text: string,
  ...before: readonly ComponentChildren[]
): ComponentChildren {
  return h(
    'form',
    { method: 'post', action },
    Object.entries(hidden).map(([name, value]) => h('input', { type: 'hidden', name, value })),
    before,
    h('p', null, h('button', { type: 'submit', class: 'button' }, text)),
  );
}
