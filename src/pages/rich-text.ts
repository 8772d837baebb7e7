/**
 * Text that may hold the HTML which the contract allows in descriptions. It is parsed and built anew from elements named here, so that no
 * user input reaches a page as markup.
 */
import { Parser } from 'htmlparser2';
import { type ComponentChildren, h } from 'preact';
import { webAddress } from './addresses.ts';

/** Elements that are kept, and what each becomes. Headings would appear in the outline of the page. */
const KEPT: Readonly<Record<string, string>> = {
  ...Object.fromEntries(
    'b blockquote br code dd del dl dt em i kbd li mark ol p pre s strong sub sup u ul'.split(' ').map((name) => [name, name]),
  ),
  ...Object.fromEntries(['h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'div'].map((name) => [name, 'p'])),
  a: 'a',
};
/** Elements whose content is no text for readers. */
const DROPPED: ReadonlySet<string> = new Set(['script', 'style', 'template', 'iframe', 'object', 'noscript', 'textarea', 'title']);
/** Elements that the words before and after do not share a line with. */
const BLOCKS: ReadonlySet<string> = new Set(['blockquote', 'br', 'dd', 'dl', 'dt', 'li', 'ol', 'p', 'pre', 'ul']);
/** Deeper elements are left out, their text is not: what renders a tree goes down into it. */
const DEEPEST = 20;

const MARKUP = new RegExp(
  `</?(?:${[...Object.keys(KEPT), ...DROPPED, 'span', 'img', 'table', 'td', 'tr'].join('|')})(?:\\s[^<>]*)?/?>`,
  'i',
);

/** An element that has begun, or one of which only the content is kept: that goes to the element around it. */
interface Open {
  /** Name of the element that it becomes. */
  readonly name: string | undefined;
  readonly href: string | undefined;
  readonly children: ComponentChildren[];
}

/** Whether a text is written in HTML: `a < b` is not. */
function isMarkedUp(text: string): boolean {
  return MARKUP.test(text);
}

function build(text: string): ComponentChildren[] {
  const root: Open = { name: undefined, href: undefined, children: [] };
  const open: Open[] = [root];
  let dropped = 0;
  const top = (): Open => open.at(-1) ?? root;
  const parser = new Parser({
    onopentag(written, attributes) {
      if (DROPPED.has(written)) dropped += 1;
      const around = top();
      const href = written === 'a' ? webAddress(attributes['href'] ?? '') : undefined;
      // A nested link is dropped, and so is one without a valid target.
      const kept = open.length <= DEEPEST && (written !== 'a' || (href !== undefined && open.every(({ name }) => name !== 'a')));
      const name = kept ? KEPT[written] : undefined;
      open.push({ name, href, children: name === undefined ? around.children : [] });
    },
    ontext(words) {
      if (dropped === 0) top().children.push(words);
    },
    // The parser closes unclosed elements, each in its place.
    onclosetag(written) {
      if (DROPPED.has(written)) dropped -= 1;
      const { name, href, children } = open.pop() ?? root;
      if (name !== undefined) top().children.push(h(name, name === 'a' ? { href, rel: 'nofollow ugc' } : null, children));
    },
  });
  parser.end(text);
  return root.children;
}

/** A text as elements of a page: paragraphs where it is plain, what is kept of its markup where it has some. */
export function richText(text: string): ComponentChildren {
  if (isMarkedUp(text)) return h('div', { class: 'prose', dir: 'auto' }, build(text));
  const paragraphs = text.split(/\n\s*\n/).filter((paragraph) => paragraph.trim() !== '');
  return h(
    'div',
    { class: 'prose', dir: 'auto' },
    paragraphs.map((paragraph) => h('p', null, paragraph.trim())),
  );
}

/** The same within a line, for texts of this server's own making. */
export function richLine(text: string): ComponentChildren {
  return build(text);
}

/** A text without its markup. */
export function plainText(text: string): string {
  if (!isMarkedUp(text)) return text;
  const words: string[] = [];
  let dropped = 0;
  const parser = new Parser({
    onopentag(name) {
      if (DROPPED.has(name)) dropped += 1;
      if (BLOCKS.has(name)) words.push(' ');
    },
    ontext(part) {
      if (dropped === 0) words.push(part);
    },
    onclosetag(name) {
      if (DROPPED.has(name)) dropped -= 1;
      if (BLOCKS.has(name)) words.push(' ');
    },
  });
  parser.end(text);
  return words.join('').replace(/\s+/g, ' ').trim();
}
