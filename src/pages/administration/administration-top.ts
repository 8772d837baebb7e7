/** The top of a page of administration: where it is, and what was done. */
import { type ComponentChildren, h } from 'preact';
import { breadcrumb } from '../frame.ts';
import type { Messages } from '../messages/messages.ts';
import { administrationPaths } from './administration-paths.ts';

/** A place above the page, below the overview. */
export interface Place {
  readonly href: string;
  readonly name: string;
}

/** The heading of a page below the overview; `done` is what a form has done. */
export function administrationTop(
  { administration }: Messages,
  title: string,
  { above = [], done, text }: { readonly above?: readonly Place[]; readonly done?: string | undefined; readonly text?: string } = {},
): ComponentChildren {
  return [
    breadcrumb([{ href: administrationPaths.start, name: administration.title }, ...above]),
    h('div', { class: 'heading' }, h('h1', { dir: 'auto' }, title), text === undefined ? null : h('p', null, text)),
    done === undefined ? null : h('p', { class: 'notice good', role: 'status' }, done),
  ];
}
