import { type ComponentChildren, Fragment, h } from 'preact';
import { renderToString } from 'preact-render-to-string';
import { plainText } from '../schema-org/plain-text.ts';
import { isUrl } from '../values/url-format.ts';

/** Elements as text. */
export function htmlOf(children: ComponentChildren): string {
  return renderToString(h(Fragment, null, children));
}

/** A link where the address is one of the web, else its text. */
export function linked(address: string, text: string): ComponentChildren {
  return /^https?:/i.test(address) && isUrl(address) ? h('a', { href: address, rel: 'nofollow ugc' }, text) : text;
}

/** The words of a text that may be HTML, by paragraphs. */
export function paragraphs(text: string): ComponentChildren {
  return text.split(/\n\s*\n/).map((paragraph) => h('p', null, plainText(paragraph)));
}

/** Terms with what there is to say of them; those without are left out. */
export function factList(facts: readonly (readonly [term: string, ...details: ComponentChildren[]])[]): ComponentChildren {
  return h(
    'dl',
    null,
    facts.map(([term, ...details]) => {
      const told = details.filter((detail) => detail !== null && detail !== undefined && detail !== '');
      return told.length === 0 ? null : [h('dt', null, term), told.map((detail) => h('dd', { dir: 'auto' }, detail))];
    }),
  );
}
