/** Which files of a version its page shows: all, those of one folder, or those with a text in name or description. */
import { type ComponentChildren, h } from 'preact';
import type { FileFilter } from '../generated/page-operations.ts';
import { linkList } from './frame.ts';
import { messagesOf } from './messages/messages.ts';

/** A choice as an address has it. */
export interface FileChoice {
  /** Path of a folder, whose own files are shown; empty for the top. Undefined for all folders. */
  readonly folder: string | undefined;
  /** Empty for none. */
  readonly text: string;
}

const LONGEST_TEXT = 200;
const LONGEST_FOLDER = 1000;
/** More links than that nobody reads. */
const MOST_FOLDERS = 500;

export function chosenFiles({ folder, files = '' }: Readonly<Record<string, string>>): FileChoice {
  return { folder: folder?.slice(0, LONGEST_FOLDER).toWellFormed(), text: files.trim().slice(0, LONGEST_TEXT).toWellFormed() };
}

/** The condition of the files; null for all. */
export function fileFilter({ folder, text }: FileChoice): FileFilter | null {
  if (folder === undefined && text === '') return null;
  return { ...(folder !== undefined && { folder }), ...(text !== '' && { searchText: text }) };
}

/** The choice as the rest of an address: `&folder=data/2024`. */
export function choiceInAddress({ folder, text }: FileChoice): string {
  const pairs = [...(folder === undefined ? [] : [['folder', folder] as const]), ...(text === '' ? [] : [['files', text] as const])];
  return pairs.map(([name, value]) => `&${name}=${encodeURIComponent(value).replaceAll('%2F', '/')}`).join('');
}

interface ChoiceParts {
  /** Address of the page with all files, with a query. */
  readonly path: string;
  readonly choice: FileChoice;
  /** Names of the folders below the chosen one; null where there is no such folder, or none was chosen. */
  readonly subfolders: readonly string[] | null;
}

/** The way from the top to the chosen folder, and on to those in it. */
export function folderLinks({ path, choice, subfolders }: ChoiceParts): ComponentChildren {
  const { folder } = choice;
  const words = messagesOf().reader.fileChoice;
  const link = (of: string, text: string, here = false): ComponentChildren =>
    h(
      'a',
      { href: `${path}${choiceInAddress({ folder: of, text: '' })}#files`, 'aria-current': here ? 'page' : undefined, dir: 'auto' },
      text,
    );
  if (folder === undefined) return h('p', null, link('', words.byFolder));
  const steps = folder === '' ? [] : folder.split('/');
  const above = steps.map((name, at) => link(steps.slice(0, at + 1).join('/'), name, at === steps.length - 1));
  return [
    h(
      'nav',
      { class: 'path', 'aria-label': words.way },
      h(
        'ol',
        null,
        [link('', words.top, steps.length === 0), ...above].map((step) => h('li', null, step)),
      ),
    ),
    subfolders === null || subfolders.length === 0
      ? null
      : h(
          'nav',
          { 'aria-label': words.below },
          linkList(subfolders.slice(0, MOST_FOLDERS).map((name) => link(folder === '' ? name : `${folder}/${name}`, `${name}/`))),
          subfolders.length <= MOST_FOLDERS ? null : h('p', { class: 'quiet' }, words.moreFolders(subfolders.length - MOST_FOLDERS)),
        ),
  ];
}

/** Asks for a text in name or description. */
export function fileSearch({ path, choice }: ChoiceParts): ComponentChildren {
  const words = messagesOf().reader.fileChoice;
  const mark = path.indexOf('?');
  const hidden = [
    ...new URLSearchParams(path.slice(mark + 1)),
    ...(choice.folder === undefined ? [] : [['folder', choice.folder] as const]),
  ];
  const isAll = choice.folder === undefined && choice.text === '';
  return h(
    'form',
    { method: 'get', action: `${path.slice(0, mark)}#files`, class: 'filter', role: 'search', 'aria-label': words.label },
    hidden.map(([name, value]) => h('input', { type: 'hidden', name, value })),
    h(
      'div',
      { class: 'control' },
      h('label', { for: 'file-text' }, words.text),
      h('input', { id: 'file-text', type: 'search', name: 'files', value: choice.text, maxLength: LONGEST_TEXT, dir: 'auto' }),
    ),
    h('p', null, h('button', { type: 'submit', class: 'button' }, words.show)),
    isAll ? null : h('p', null, h('a', { href: `${path}#files` }, words.all)),
  );
}
