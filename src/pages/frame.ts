/** What all pages have around them. */
import { type ComponentChildren, h } from 'preact';
import { renderToString } from 'preact-render-to-string';
import type { Page, Site, VisitorMessage } from './page.ts';
import { richText } from './rich-text.ts';
import { searchForm } from './search/search-form.ts';
import { messagesOf } from './messages/messages.ts';
import { PAGE_LANGUAGES, type PageLanguage, reading } from './messages/page-language.ts';
import { addressWith } from './address-with.ts';

/** The languages as those call them who read them. */
const LANGUAGE_NAMES: Readonly<Record<PageLanguage, string>> = { en: 'English', de: 'Deutsch' };

/** The same page in each language; the choice is remembered. */
function languageLinks(): ComponentChildren {
  const { language, address } = reading();
  return linkList(
    PAGE_LANGUAGES.map((other) =>
      other === language
        ? h('span', { 'aria-current': 'true' }, LANGUAGE_NAMES[other])
        : h('a', { href: addressWith(address, 'lang', other), hrefLang: other, lang: other, rel: 'nofollow' }, LANGUAGE_NAMES[other]),
    ),
  );
}

function headOf(page: Page, { installationName }: Site): ComponentChildren {
  const title = page.title === installationName ? installationName : `${page.title} – ${installationName}`;
  return h(
    'head',
    null,
    h('meta', { charset: 'utf-8' }),
    h('meta', { name: 'viewport', content: 'width=device-width, initial-scale=1' }),
    h('meta', { name: 'color-scheme', content: 'light dark' }),
    page.listed === false || page.secret === true ? h('meta', { name: 'robots', content: 'noindex' }) : null,
    h('title', null, title),
    page.head,
    h('link', { rel: 'icon', href: '/favicon.ico', sizes: '32x32' }),
    h('link', { rel: 'icon', href: '/favicon.svg', type: 'image/svg+xml' }),
    h('link', { rel: 'stylesheet', href: '/pages.css' }),
    page.scripts?.map((src) => h('script', { type: 'module', src })),
  );
}

function messageNotices(messages: readonly VisitorMessage[]): ComponentChildren {
  if (messages.length === 0) return null;
  const { messages: label, hideMessage, wholeMessage } = messagesOf().browse;
  return h(
    'aside',
    { class: 'width', 'aria-label': label },
    messages.map(({ language, message, hiddenAt, wholeAt }) =>
      h(
        'div',
        { class: 'notice' },
        h('div', { lang: language }, wholeAt === undefined ? richText(message) : h('p', { dir: 'auto' }, message)),
        wholeAt === undefined ? null : h('p', null, h('a', { href: wholeAt, rel: 'nofollow' }, wholeMessage)),
        hiddenAt === undefined ? null : h('p', null, h('a', { href: hiddenAt, rel: 'nofollow' }, hideMessage)),
      ),
    ),
  );
}

/** Writes a page as HTML. */
export function renderPage(page: Page, site: Site, messages: readonly VisitorMessage[] = []): string {
  const words = messagesOf().browse;
  const services = [
    ['/docs', words.restApi],
    ['/graphql', 'GraphQL'],
  ] as const;
  const document = h(
    'html',
    { lang: reading().language },
    headOf(page, site),
    h(
      'body',
      null,
      h('a', { class: 'skip', href: '#main' }, words.skip),
      h(
        'header',
        { class: 'site' },
        h(
          'div',
          { class: 'width' },
          h('a', { class: 'brand', href: '/', dir: 'auto' }, site.installationName),
          page.search === false ? null : searchForm(page.search),
          page.forSuperuser === true ? h('a', { href: '/admin' }, messagesOf().administration.title) : null,
          h('a', { href: '/account' }, words.account),
        ),
      ),
      messageNotices(messages),
      h('main', { id: 'main', class: 'width', tabIndex: -1 }, page.main),
      h(
        'footer',
        { class: 'site' },
        h(
          'div',
          { class: 'width' },
          h('p', { dir: 'auto' }, site.installationName),
          h('nav', { 'aria-label': words.programs }, linkList(services.map(([href, text]) => h('a', { href }, text)))),
          h('nav', { 'aria-label': words.language }, languageLinks()),
        ),
      ),
    ),
  );
  return `<!doctype html>\n${renderToString(document)}\n`;
}

/** A list of links on one line. */
export function linkList(links: readonly ComponentChildren[]): ComponentChildren {
  return h(
    'ul',
    { class: 'row' },
    links.map((link) => h('li', null, link)),
  );
}

/** A part of a page under a heading of its own, which links lead to. */
export function section(id: string, heading: ComponentChildren, ...content: readonly ComponentChildren[]): ComponentChildren {
  return h('section', { id, 'aria-labelledby': `${id}-heading` }, h('h2', { id: `${id}-heading` }, heading), content);
}

/** Terms with what there is to say of them; those without are left out, and so is a list of none. */
export function factList(facts: readonly (readonly [term: string, ...details: ComponentChildren[]])[]): ComponentChildren {
  const told = facts
    .map(([term, ...details]) => ({ term, details: details.filter((detail) => detail !== null && detail !== undefined && detail !== '') }))
    .filter(({ details }) => details.length > 0);
  if (told.length === 0) return null;
  return h(
    'dl',
    { class: 'facts' },
    told.map(({ term, details }) =>
      h(
        'div',
        null,
        h('dt', null, term),
        details.map((detail) => h('dd', { dir: 'auto' }, detail)),
      ),
    ),
  );
}

/** The way down to something, from the home page. */
export function breadcrumb(places: readonly { readonly href: string; readonly name: string }[]): ComponentChildren {
  return h(
    'nav',
    { class: 'path', 'aria-label': messagesOf().reader.place },
    h(
      'ol',
      null,
      places.map(({ href, name }) => h('li', null, h('a', { href, dir: 'auto' }, name))),
    ),
  );
}
