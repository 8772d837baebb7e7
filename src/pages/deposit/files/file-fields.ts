/** What is said of a file, as a form has it. */
import { type ComponentChildren, h } from 'preact';
import type { Messages } from '../../messages/messages.ts';

export interface FileFacts {
  readonly label?: string;
  readonly directoryLabel: string;
  readonly description: string;
  readonly categories: string;
  readonly restrict: boolean;
}

export const NO_FACTS: FileFacts = { directoryLabel: '', description: '', categories: '', restrict: false };

/** Reads them of a form, by the names of its fields. */
/** What the fields of a file are called, by their names in its input. */
export function labelsOfFile({ files }: Messages): Readonly<Record<string, string>> {
  return { label: files.label, directoryLabel: files.folder, description: files.description, categories: files.tags, file: files.file };
}

export function factsIn(read: (name: string) => string | undefined): FileFacts {
  return {
    label: read('label') ?? '',
    directoryLabel: read('directoryLabel') ?? '',
    description: read('description') ?? '',
    categories: read('categories') ?? '',
    restrict: read('restrict') !== undefined,
  };
}

/** The tags in a text, as inputs have them. */
export function tagsIn(text: string): string[] {
  return text
    .split(',')
    .map((tag) => tag.trim())
    .filter((tag) => tag !== '');
}

/** What inputs of new files have of a form. */
export interface NewFileInput {
  readonly directoryLabel: string;
  readonly description: string;
  readonly categories: readonly string[];
  readonly restrict: boolean;
}

/** What inputs of new files have of them. */
export function newFileInput({ directoryLabel, description, categories, restrict }: FileFacts): NewFileInput {
  return { directoryLabel, description, categories: tagsIn(categories), restrict };
}

/** The fields; `faults` by name of a field of the input. */
export function fileFields(
  facts: FileFacts,
  { files, form }: Messages,
  faults: ReadonlyMap<string, ComponentChildren> = new Map(),
): ComponentChildren {
  const field = (name: keyof FileFacts, label: string, hint: string | null, isLong = false): ComponentChildren => {
    const fault = faults.get(name);
    const described = [...(hint === null ? [] : [`${name}-hint`]), ...(fault === undefined ? [] : [`${name}-fault`])].join(' ');
    const attributes = {
      id: name,
      name,
      value: String(facts[name] ?? ''),
      dir: 'auto',
      'aria-describedby': described === '' ? undefined : described,
      'aria-invalid': fault === undefined ? undefined : 'true',
    };
    return h(
      'div',
      { class: `control${fault === undefined ? '' : ' wrong'}` },
      h('label', { for: name }, label),
      hint === null ? null : h('p', { class: 'hint', id: `${name}-hint` }, hint),
      fault === undefined ? null : h('p', { class: 'fault', id: `${name}-fault`, dir: 'auto' }, fault),
      isLong ? h('textarea', { ...attributes, rows: 3 }) : h('input', { ...attributes, type: 'text', autocomplete: 'off' }),
    );
  };
  return [
    facts.label === undefined ? null : field('label', `${files.label} (${form.required})`, null),
    field('directoryLabel', files.folder, files.folderHint),
    field('description', files.description, null, true),
    field('categories', files.tags, files.tagsHint),
    h(
      'p',
      { class: 'choice' },
      h('input', { type: 'checkbox', id: 'restrict', name: 'restrict', checked: facts.restrict }),
      ' ',
      h('label', { for: 'restrict' }, files.restrict),
    ),
  ];
}
