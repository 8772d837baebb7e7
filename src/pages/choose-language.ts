import type { IncomingMessage } from 'node:http';
import accepts from 'accepts';
import { readCookie, setCookie } from '../browser-cookies.ts';
import { PAGE_LANGUAGES, type PageLanguage } from './messages/page-language.ts';

/** A choice of a language is kept for a year. */
const KEPT_MS = 365 * 24 * 60 * 60 * 1000;

function known(text: string | null | undefined): PageLanguage | undefined {
  return PAGE_LANGUAGES.find((language) => language === text);
}

/** The language that an address asks for: `lang=de`. */
function inAddress(target: string): PageLanguage | undefined {
  const [, asked] = /[?&]lang=([a-z]{2})(?:&|$)/.exec(target) ?? [];
  return known(asked);
}

/** The language of a page: that of its address, else what the reader chose before, else the best by `Accept-Language`. */
export function chooseLanguage(request: IncomingMessage): PageLanguage {
  const chosen = inAddress(request.url ?? '') ?? known(readCookie(request.headers, 'language'));
  if (chosen !== undefined) return chosen;
  const best = accepts(request).language([...PAGE_LANGUAGES]);
  return known(typeof best === 'string' ? best : undefined) ?? PAGE_LANGUAGES[0];
}

/** What remembers the choice that an address makes; undefined where it makes none. */
export function languageCookie(request: IncomingMessage, now = Date.now()): string | undefined {
  const asked = inAddress(request.url ?? '');
  return asked === undefined ? undefined : setCookie('language', asked, new Date(now + KEPT_MS));
}
