/** The language that a page is made in. It is of the request: whatever makes a part of the page finds it here, so that no function has to hand it on. */
import { AsyncLocalStorage } from 'node:async_hooks';

/** Languages of the pages; the first one is for readers who want none of them. */
export const PAGE_LANGUAGES = ['en', 'de'] as const;
export type PageLanguage = (typeof PAGE_LANGUAGES)[number];

/** What a page knows of the request that it is made for. */
export interface Reading {
  readonly language: PageLanguage;
  /** Path of the page, with its query where it can be opened again. */
  readonly address: string;
}

const readings = new AsyncLocalStorage<Reading>();

/** Makes a page in a language. */
export function readingIn<Made>(one: Reading, make: () => Made): Made {
  return readings.run(one, make);
}

/** For whom a page is made; English outside of a request. */
export function reading(): Reading {
  return readings.getStore() ?? { language: 'en', address: '/' };
}
