/** The form of metadata: the fields of each block, and what is wrong with them. */
import { type ComponentChildren, h } from 'preact';
import { errorSummary } from '../error-summary.ts';
import { blockInWords } from './block-in-words.ts';
import { controlId, fieldControl, type FormView } from './field-control.ts';
import type { FormBlock } from './form-block.ts';
import { placeOf } from './form-state.ts';
import { toldOnPage } from '../../told.ts';

export interface MetadataFormParts extends FormView {
  readonly action: string;
  readonly blocks: readonly FormBlock[];
  readonly hidden: Readonly<Record<string, string>>;
  /** Before the fields, in the form. */
  readonly before?: ComponentChildren;
  readonly submit: string;
}

/** Problems above the form, each with the way to its field. */
export function problemSummary({ problems, messages }: Pick<FormView, 'problems' | 'messages'>): ComponentChildren {
  return errorSummary(
    problems.map(({ place, title, told }) => ({
      controlId: place === null ? null : controlId(place),
      text: [title === null || told.text.includes(title) ? '' : `${title}: `, toldOnPage(told)],
    })),
    messages,
  );
}

/** Blocks after the first are opened where they have a value, or something wrong. */
function isOpen({ name, fields }: FormBlock, at: number, { state, problems }: FormView): boolean {
  return (
    at === 0 ||
    fields.some((field) => field.isRequired) ||
    problems.some(({ place }) => place?.startsWith(`${name}/`) === true) ||
    state.places().some((place) => place.startsWith(`${name}/`))
  );
}

export function metadataForm(parts: MetadataFormParts): ComponentChildren {
  const { action, hidden, before, submit, messages } = parts;
  const blocks = parts.blocks.map((block) => blockInWords(block, messages));
  return h(
    'form',
    { method: 'post', action, class: 'metadata', noValidate: true, 'data-repeats': '' },
    // What the key Enter presses: the first button of a form.
    h('button', { type: 'submit', class: 'unseen', tabIndex: -1, 'aria-hidden': 'true' }, submit),
    Object.entries(hidden).map(([name, value]) => h('input', { type: 'hidden', name, value })),
    before,
    blocks.map((block, at) =>
      h(
        'details',
        { class: 'block', open: isOpen(block, at, parts) },
        h('summary', null, h('h2', { dir: 'auto' }, block.displayName)),
        block.fields.map((field) => fieldControl(field, placeOf(block.name, field.name), parts)),
      ),
    ),
    h('p', { class: 'actions' }, h('button', { type: 'submit', class: 'button main' }, submit)),
  );
}
