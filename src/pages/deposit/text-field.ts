/** A field of a form with its label, help and fault. */
import { type ComponentChildren, h } from 'preact';

export interface TextField {
  readonly name: string;
  readonly label: string;
  readonly value: string;
  readonly hint?: string;
  readonly fault?: ComponentChildren;
  readonly isLong?: boolean;
  readonly required?: boolean;
  /** Prefix of ids, where a page has the name several times. */
  readonly scope?: string;
}

export function textField({ name, label, value, hint, fault, isLong = false, required = false, scope = '' }: TextField): ComponentChildren {
  const id = scope + name;
  const described = [...(hint === undefined ? [] : [`${id}-hint`]), ...(fault === undefined ? [] : [`${id}-fault`])].join(' ');
  const attributes = {
    id,
    name,
    value,
    required,
    dir: 'auto',
    'aria-describedby': described === '' ? undefined : described,
    'aria-invalid': fault === undefined ? undefined : 'true',
  };
  return h(
    'div',
    { class: `control${fault === undefined ? '' : ' wrong'}` },
    h('label', { for: id }, label),
    hint === undefined ? null : h('p', { class: 'hint', id: `${id}-hint` }, hint),
    fault === undefined ? null : h('p', { class: 'fault', id: `${id}-fault`, dir: 'auto' }, fault),
    isLong ? h('textarea', { ...attributes, rows: 4 }) : h('input', { ...attributes, type: 'text', autocomplete: 'off' }),
  );
}
