/** The controls of one field, with its label, help and problems. */
import { type ComponentChildren, h } from 'preact';
import type { PageFormFieldFragment } from '../../../generated/page-operations.ts';
import type { Messages } from '../../messages/messages.ts';
import { type FormField, isRepeated, isTicked } from './form-block.ts';
import type { FormProblem } from './form-problems.ts';
import { type FormState, placeOf } from './form-state.ts';
import { toldOnPage } from '../../told.ts';

/** What all controls of a form are made from. */
export interface FormView {
  readonly messages: Messages;
  readonly state: FormState;
  readonly problems: readonly FormProblem[];
  /** What a template says to those who fill in a field, by its name. */
  readonly instructions: ReadonlyMap<string, string>;
}

type Attributes = Readonly<Record<string, string | number | boolean | undefined>>;

/** The id of the control or the group at a place. */
export function controlId(place: string): string {
  return `field-${place}`;
}

interface Told {
  readonly hints: readonly ComponentChildren[];
  /** Ids of everything that describes the control. */
  readonly describedBy: string | undefined;
  readonly faults: ComponentChildren;
  readonly invalid: boolean;
}

/** The help of a field, and what is wrong at a place. */
function told(place: string, texts: readonly string[], { problems }: FormView): Told {
  const id = controlId(place);
  const shown = texts.filter((text) => text.trim() !== '');
  const own = problems.filter((problem) => problem.place === place);
  const ids = [...(shown.length === 0 ? [] : [`${id}-hint`]), ...(own.length === 0 ? [] : [`${id}-fault`])];
  return {
    hints: shown.length === 0 ? [] : [h('p', { class: 'hint', id: `${id}-hint`, dir: 'auto' }, shown.join(' '))],
    describedBy: ids.length === 0 ? undefined : ids.join(' '),
    faults:
      own.length === 0
        ? null
        : h(
            'p',
            { class: 'fault', id: `${id}-fault`, dir: 'auto' },
            own.flatMap((problem) => [toldOnPage(problem.told), ' ']),
          ),
    invalid: own.length > 0,
  };
}

function helpOf(field: PageFormFieldFragment, { messages, instructions }: FormView): readonly string[] {
  return [instructions.get(field.name) ?? '', field.description, field.type === 'DATE' ? messages.form.dateHint : ''];
}

function mark(field: PageFormFieldFragment, { messages }: FormView): ComponentChildren {
  return field.isRequired ? [' ', h('span', { class: 'required' }, `(${messages.form.required})`)] : null;
}

const INPUTS: Readonly<Partial<Record<PageFormFieldFragment['type'], Attributes>>> = {
  EMAIL: { type: 'email', autocomplete: 'off' },
  URL: { type: 'url' },
  INT: { type: 'text', inputMode: 'numeric' },
  FLOAT: { type: 'text', inputMode: 'decimal' },
};

function bareControl(field: PageFormFieldFragment, place: string, view: FormView, attributes: Attributes): ComponentChildren {
  const value = view.state.one(place);
  const common = { ...attributes, id: controlId(place), name: place };
  if (field.typeClass === 'controlledVocabulary') {
    const shown = (word: string): string => view.messages.shipped.value(field.name, word);
    const known = value === '' || field.vocabularyValues.includes(value) ? [] : [value];
    return h(
      'select',
      common,
      h('option', { value: '' }, view.messages.form.choose),
      [...known, ...field.vocabularyValues].map((word) => h('option', { value: word, selected: word === value, dir: 'auto' }, shown(word))),
    );
  }
  const placeholder = field.watermark === '' ? undefined : field.watermark;
  if (field.type === 'TEXTBOX') return h('textarea', { ...common, rows: 4, placeholder, dir: 'auto', value });
  return h('input', { type: 'text', ...INPUTS[field.type], ...common, value, placeholder, dir: 'auto' });
}

/** A control under its label. */
function labelled(field: PageFormFieldFragment, place: string, view: FormView): ComponentChildren {
  const { hints, describedBy, faults, invalid } = told(place, helpOf(field, view), view);
  return h(
    'div',
    { class: `control${invalid ? ' wrong' : ''}` },
    h('label', { for: controlId(place) }, field.title, mark(field, view)),
    hints,
    faults,
    bareControl(field, place, view, {
      'aria-describedby': describedBy,
      'aria-invalid': invalid ? 'true' : undefined,
      'aria-required': field.isRequired ? 'true' : undefined,
    }),
  );
}

/** Controls that belong together, under a legend. */
function group(field: PageFormFieldFragment, place: string, view: FormView, ...content: readonly ComponentChildren[]): ComponentChildren {
  const { hints, describedBy, faults, invalid } = told(place, helpOf(field, view), view);
  return h(
    'fieldset',
    { id: controlId(place), class: `control${invalid ? ' wrong' : ''}`, tabIndex: -1, 'aria-describedby': describedBy },
    h('legend', null, field.title, mark(field, view)),
    hints,
    faults,
    content,
  );
}

function ticks(field: PageFormFieldFragment, place: string, view: FormView): ComponentChildren {
  const chosen = new Set(view.state.all(place));
  return group(
    field,
    place,
    view,
    h(
      'ul',
      { class: 'ticks' },
      field.vocabularyValues.map((word, at) => {
        const id = `${controlId(place)}-${at}`;
        return h(
          'li',
          null,
          h('input', { type: 'checkbox', id, name: place, value: word, checked: chosen.has(word) }),
          ' ',
          h('label', { for: id, dir: 'auto' }, view.messages.shipped.value(field.name, word)),
        );
      }),
    ),
  );
}

function removeButton(title: string, place: string, { messages }: FormView): ComponentChildren {
  return h(
    'button',
    { type: 'submit', name: 'remove', value: place, class: 'button quiet', formNoValidate: true },
    messages.form.remove,
    h('span', { class: 'unseen' }, ` ${title}`),
  );
}

/** Repetitions as they are stored, or one that is empty. */
function numbersOf(place: string, { state }: FormView): readonly number[] {
  const numbers = state.repetitions(place);
  return numbers.length === 0 ? [0] : numbers;
}

function row(field: FormField, place: string, at: number, view: FormView): ComponentChildren {
  const title = view.messages.form.row(field.title, at + 1);
  if (field.typeClass === 'compound') {
    return h(
      'fieldset',
      { id: controlId(place), class: 'row', tabIndex: -1 },
      h('legend', null, title),
      childControls(field, place, view),
      removeButton(title, place, view),
    );
  }
  const { describedBy, faults, invalid } = told(place, [], view);
  const attributes = { 'aria-label': title, 'aria-describedby': describedBy, 'aria-invalid': invalid ? 'true' : undefined };
  return h('div', { class: 'row single' }, faults, bareControl(field, place, view, attributes), removeButton(title, place, view));
}

function repeated(field: FormField, place: string, view: FormView): ComponentChildren {
  return group(
    field,
    place,
    view,
    numbersOf(place, view).map((number, at) => row(field, placeOf(place, number), at, view)),
    h('button', { type: 'submit', name: 'add', value: place, class: 'button', formNoValidate: true }, view.messages.form.add(field.title)),
  );
}

/** The children of a compound at a place. What counts only beside others is said in words: the mark would ask for it in any case. */
function childControls(field: FormField, place: string, view: FormView): ComponentChildren {
  const { form } = view.messages;
  return h(
    'div',
    { class: 'children' },
    (field.children ?? []).map((child) => {
      const needsOthers = child.isRequired && !field.isRequired;
      const shown = needsOthers
        ? { ...child, isRequired: false, description: `${child.description} ${form.requiredBeside(field.title)}` }
        : child;
      return fieldControl(shown, placeOf(place, child.name), view);
    }),
  );
}

/** Everything of a field, at its place. */
export function fieldControl(field: FormField, place: string, view: FormView): ComponentChildren {
  if (isRepeated(field)) return repeated(field, place, view);
  if (field.typeClass === 'compound') return group(field, place, view, childControls(field, place, view));
  return isTicked(field) ? ticks(field, place, view) : labelled(field, place, view);
}
