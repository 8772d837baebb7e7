/** The ways to other pages of a list. */
import { type ComponentChildren, h } from 'preact';
import { linkList } from '../frame.ts';
import type { Messages } from '../messages/messages.ts';

/** Of a list whose pages have numbers, from 1. */
export function numberedPages(
  page: number,
  last: number,
  hrefOf: (page: number) => string,
  { administration: words }: Messages,
): ComponentChildren {
  if (last < 2) return null;
  const link = (to: number, text: string): ComponentChildren => h('a', { href: hrefOf(to) }, text);
  const links = [
    page > 1 ? link(page - 1, words.earlier) : null,
    words.pages(page, last),
    page < last ? link(page + 1, words.later) : null,
  ];
  return h('nav', { 'aria-label': words.more, class: 'pages' }, linkList(links.filter((one) => one !== null)));
}

/** Of a list that goes on behind a cursor. */
export function furtherPages(
  { after, end }: { readonly after: string | undefined; readonly end: string | null },
  hrefOf: (after: string | undefined) => string,
  { administration: words }: Messages,
): ComponentChildren {
  if (after === undefined && end === null) return null;
  const links = [
    after === undefined ? null : h('a', { href: hrefOf(undefined) }, words.toStart),
    end === null ? null : h('a', { href: hrefOf(end) }, words.later),
  ];
  return h('nav', { 'aria-label': words.more, class: 'pages' }, linkList(links.filter((one) => one !== null)));
}
