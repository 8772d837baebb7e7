/** A field of a form with a choice of values. */
import { type ComponentChildren, h } from 'preact';

export interface ChoiceField {
  readonly name: string;
  readonly label: string;
  readonly value: string;
  readonly choices: readonly (readonly [value: string, text: string])[];
}

export function choiceField({ name, label, value, choices }: ChoiceField): ComponentChildren {
  return h(
    'div',
    { class: 'control' },
    h('label', { for: name }, label),
    h(
      'select',
      { id: name, name },
      choices.map(([each, text]) => h('option', { value: each, selected: each === value }, text)),
    ),
  );
}
