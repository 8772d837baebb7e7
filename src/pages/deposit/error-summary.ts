/** All that is wrong with a form, above it, with the ways to the fields. */
import { type ComponentChildren, h } from 'preact';
import type { Messages } from '../messages/messages.ts';

/** One thing that is wrong; without an id it is about the whole. */
export interface SummaryItem {
  readonly controlId: string | null;
  readonly text: ComponentChildren;
}

export function errorSummary(items: readonly SummaryItem[], { form }: Messages): ComponentChildren {
  if (items.length === 0) return null;
  return h(
    'div',
    {
      id: 'error-summary',
      class: 'notice grave',
      role: 'alert',
      tabIndex: -1,
      'aria-labelledby': 'error-summary-heading',
      autofocus: true,
    },
    h('h2', { id: 'error-summary-heading' }, form.problems(items.length)),
    h(
      'ul',
      null,
      items.map(({ controlId, text }) =>
        h('li', { dir: 'auto' }, controlId === null ? text : h('a', { href: `#${encodeURI(controlId)}` }, text)),
      ),
    ),
  );
}
