/** What was said elsewhere, in the words of a page. */
import { type ComponentChildren, h } from 'preact';

export interface Told {
  /** In the language of the page. */
  readonly text: string;
  /** What follows it and is said in English alone; absent where the text says it all. */
  readonly english?: string;
}

/** As it stands on a page: programs that read it out are told where the language changes. */
export function toldOnPage({ text, english }: Told): ComponentChildren {
  return english === undefined ? text : [text, ' ', h('span', { lang: 'en' }, english)];
}

/** As a text. */
export function toldInText({ text, english }: Told): string {
  return english === undefined ? text : `${text} ${english}`;
}
