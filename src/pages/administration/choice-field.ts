/** A field of a form with a choice of values. */
import { type ComponentChildren, h } from 'preact';

export interface ChoiceField {
  readonly name: string;
  readonly label: string;
  readonly value: string;
  readonly fault?: ComponentChildren;
  readonly choices: readonly (readonly [value: string, text: string])[];
}

export function choiceField({ name, label, value, fault, choices }: ChoiceField): ComponentChildren {
  return h(
    'div',
    { class: `control${fault === undefined ? '' : ' wrong'}` },
    h('label', { for: name }, label),
    fault === undefined ? null : h('p', { class: 'fault', id: `${name}-fault`, dir: 'auto' }, fault),
    h(
      'select',
      {
        id: name,
        name,
        'aria-invalid': fault === undefined ? undefined : 'true',
        'aria-describedby': fault === undefined ? undefined : `${name}-fault`,
      },
      choices.map(([each, text]) => h('option', { value: each, selected: each === value }, text)),
    ),
  );
}
