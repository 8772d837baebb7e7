/** A form of one button in a row, whose text says what it is about to those who do not see the row. */
import { type ComponentChildren, h } from 'preact';

export function lineButton(action: string, hidden: Readonly<Record<string, string>>, text: string, about: string): ComponentChildren {
  return h(
    'form',
    { method: 'post', action, class: 'line' },
    Object.entries(hidden).map(([name, value]) => h('input', { type: 'hidden', name, value })),
    h('button', { type: 'submit', class: 'button' }, text, h('span', { class: 'unseen' }, `: ${about}`)),
  );
}
