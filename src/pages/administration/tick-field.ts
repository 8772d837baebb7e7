/** A field of a form that is yes or no. */
import { type ComponentChildren, h } from 'preact';

export interface TickField {
  readonly name: string;
  readonly label: string;
  readonly checked: boolean;
}

export function tickField({ name, label, checked }: TickField): ComponentChildren {
  return h(
    'p',
    { class: 'choice' },
    h('input', { type: 'checkbox', id: name, name, value: 'yes', checked }),
    ' ',
    h('label', { for: name }, label),
  );
}
