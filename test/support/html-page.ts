import { Parser } from 'htmlparser2';

interface Element {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  /** Text in it, that of elements in it included. */
  readonly text: string;
}

/** A page as a program reads it. */
export interface HtmlPage {
  readonly elements: readonly Element[];
  /** Elements of a name, in order. */
  all(name: string): readonly Element[];
  /** Contents of the `meta` elements of a name. */
  meta(name: string): readonly string[];
  /** The record for search engines. */
  jsonLd(): unknown;
}

/** Reads a page. */
export function htmlPage(html: string): HtmlPage {
  const elements: { name: string; attributes: Record<string, string>; text: string }[] = [];
  const open: (typeof elements)[number][] = [];
  const parser = new Parser({
    onopentag(name, attributes) {
      const element = { name, attributes, text: '' };
      elements.push(element);
      open.push(element);
    },
    ontext(text) {
      for (const element of open) element.text += text;
    },
    onclosetag() {
      open.pop();
    },
  });
  parser.end(html);
  const all = (name: string): readonly Element[] => elements.filter((element) => element.name === name);
  return {
    elements,
    all,
    meta: (name) => all('meta').flatMap(({ attributes }) => (attributes['name'] === name ? [attributes['content'] ?? ''] : [])),
    jsonLd: () => {
      const [script] = all('script');
      return script === undefined ? undefined : JSON.parse(script.text);
    },
  };
}

const HEADINGS = ['h1', 'h2', 'h3', 'h4', 'h5', 'h6'];

/** What is wrong with the structure of a page, in words; what a browser would have to say comes on top. */
export function structuralFaults({ elements, all }: HtmlPage): string[] {
  const faults: string[] = [];
  const ids = elements.flatMap(({ attributes }) => attributes['id'] ?? []);
  for (const id of ids) if (ids.indexOf(id) !== ids.lastIndexOf(id)) faults.push(`the id ${id} is there twice`);
  for (const name of ['html', 'title', 'main', 'h1', 'header', 'footer']) {
    if (all(name).length !== 1) faults.push(`${all(name).length} elements ${name}`);
  }
  if (!['en', 'de'].includes(all('html')[0]?.attributes['lang'] ?? '')) faults.push('no language');
  const levels = elements.flatMap(({ name }) => (HEADINGS.includes(name) ? [HEADINGS.indexOf(name)] : []));
  for (const [position, level] of levels.entries()) {
    if (level > (levels[position - 1] ?? -1) + 1) faults.push(`a heading ${level + 1} out of order`);
  }
  for (const { name, attributes } of elements) {
    for (const attribute of ['aria-labelledby', 'aria-describedby']) {
      const target = attributes[attribute];
      if (target !== undefined && !ids.includes(target)) faults.push(`${attribute} names ${target}, which is not there`);
    }
    const { href } = attributes;
    if (href?.startsWith('#') === true && !ids.includes(href.slice(1))) faults.push(`a link to ${href}, which is not there`);
    if (href !== undefined && !/^(?:https?:\/\/|\/(?!\/)|#)/.test(href)) faults.push(`a link to ${href}`);
    const handlers = Object.keys(attributes).filter((key) => key === 'style' || key.startsWith('on'));
    if (handlers.length > 0) faults.push(`${handlers.join()} in ${name}`);
    if (name === 'script' && attributes['type'] !== 'application/ld+json') faults.push('a script');
    if (name === 'img' && attributes['alt'] === undefined) faults.push('a picture without words');
  }
  return faults;
}
