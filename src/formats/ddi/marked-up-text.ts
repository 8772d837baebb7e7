import { singleSpaced } from '../values/single-spaced.ts';
import { isUrl } from '../values/url-format.ts';
import { textOf, type XmlElement } from '../xml/xml-tree.ts';

/** Elements of formatted text and the tags that fields with long texts know them by. Source: datasets.md 4.4. */
const TAGS: Readonly<Record<string, string>> = {
  p: 'p',
  br: 'p',
  head: 'p',
  emph: 'em',
  em: 'em',
  i: 'em',
  hi: 'strong',
  b: 'strong',
  list: 'ul',
  ul: 'ul',
  ol: 'ol',
  itm: 'li',
  item: 'li',
  li: 'li',
};

function linked(element: XmlElement, inner: string): string {
  const target = element.attributes.get('URI') ?? element.attributes.get('href') ?? '';
  if (!isUrl(target)) return inner;
  return `<a href="${target.replaceAll('"', '%22')}">${inner.trim() === '' ? target : inner}</a>`;
}

function markUp({ children }: XmlElement): string {
  return children
    .map((child) => {
      if (typeof child === 'string') return singleSpaced(child);
      const inner = markUp(child);
      if (child.name === 'ExtLink' || child.name === 'a') return linked(child, inner);
      const tag = TAGS[child.name];
      return tag === undefined ? inner : `<${tag}>${inner.trim()}</${tag}>`;
    })
    .join('');
}

function isPlain({ children }: XmlElement): boolean {
  return children.every(
    (child) => typeof child === 'string' || (TAGS[child.name] === undefined && !['ExtLink', 'a'].includes(child.name) && isPlain(child)),
  );
}

/** The text of an element with its formatting in tags of HTML; without any where it has no formatting. */
export function markedUpTextOf(element: XmlElement): string {
  if (isPlain(element)) return textOf(element);
  return markUp(element).replace(/ {2,}/g, ' ').trim();
}
