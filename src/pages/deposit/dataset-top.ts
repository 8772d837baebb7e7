/** The top of each page about the draft of a dataset. */
import { type ComponentChildren, h } from 'preact';
import type { Messages } from '../messages/messages.ts';
import { breadcrumb } from '../frame.ts';
import { depositPaths } from './deposit-paths.ts';

/** The way back to the dataset, and what the page is about. */
export function datasetTop({ metadata }: Messages, persistentId: string, title: string, heading: string): ComponentChildren {
  return [
    breadcrumb([{ href: depositPaths.dataset(persistentId), name: title === '' ? metadata.untitled : title }]),
    h('div', { class: 'heading' }, h('h1', null, heading)),
  ];
}
