/** What pages say, by language: a folder for each, with the same entries. */
import { english, type Messages } from './en/english.ts';
import { german } from './de/german.ts';
import { localeTools } from './locale-tools.ts';
import { type PageLanguage, reading } from './page-language.ts';

export type { Messages };

const catalogues: Readonly<Record<PageLanguage, Messages>> = { en: english(localeTools('en')), de: german(localeTools('de')) };

/** The words of a page, in the language that it is made in. */
export function messagesOf(language: PageLanguage = reading().language): Messages {
  return catalogues[language];
}
