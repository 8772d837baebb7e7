/** Messages of the operator to all visitors, which stand at the top of every page. Contract: users-admin.md 18.4. */
import type { IncomingMessage } from 'node:http';
import { readCookie, setCookie } from '../browser-cookies.ts';
import type { PageVisitorMessagesQuery } from '../generated/page-operations.ts';
import { addressWith } from './address-with.ts';
import type { VisitorMessage } from './page.ts';
import { type PageLanguage, reading } from './messages/page-language.ts';

type Told = PageVisitorMessagesQuery['bannerMessages']['nodes'];

/** So long what was told counts as what is: every page would ask otherwise. */
const FRESH_MS = 2_000;
/** What a reader has hidden stays so for a year. */
const KEPT_MS = 365 * 24 * 60 * 60 * 1000;
/** The newest ones that a reader has hidden; ids grow. */
const MOST_HIDDEN = 50;
const LARGEST_ID = 2_147_483_647;

/** Keeps what was told when somebody asked. What was told before counts on where asking fails: no page is refused for a message. */
export function createMessageSource(now: () => number = Date.now): (ask: () => Promise<Told>) => Promise<Told> {
  let told: Promise<Told> = Promise.resolve([]);
  let askedAt = Number.NEGATIVE_INFINITY;
  return (ask) => {
    if (now() - askedAt < FRESH_MS) return told;
    askedAt = now();
    const before = told;
    told = ask().catch(() => before);
    return told;
  };
}

/** The id that an address hides: `hide-message=3`. */
function hiddenByAddress(request: IncomingMessage): number | undefined {
  const [, id] = /[?&]hide-message=([1-9][0-9]{0,8})(?:&|$)/.exec(request.url ?? '') ?? [];
  return id === undefined ? undefined : Number(id);
}

/** Ids of messages that the reader has hidden, and hides now. */
function hiddenBy(request: IncomingMessage): Set<number> {
  const before = (readCookie(request.headers, 'hiddenMessages') ?? '').split('.', MOST_HIDDEN).map(Number);
  const now = hiddenByAddress(request);
  return new Set([...before, ...(now === undefined ? [] : [now])].filter((id) => Number.isInteger(id) && id > 0 && id <= LARGEST_ID));
}

/** What remembers that a message is hidden; undefined where the address hides none. */
export function hiddenCookie(request: IncomingMessage, now = Date.now()): string | undefined {
  if (hiddenByAddress(request) === undefined) return undefined;
  const newest = [...hiddenBy(request)].toSorted((a, b) => b - a).slice(0, MOST_HIDDEN);
  return setCookie('hiddenMessages', newest.join('.'), new Date(now + KEPT_MS));
}

/** In the reader's language, else in English, else in any. */
function textFor<Text extends { readonly language: string }>(language: PageLanguage, texts: readonly Text[]): Text | undefined {
  return texts.find((text) => text.language === language) ?? texts.find((text) => text.language === 'en') ?? texts[0];
}

/** The messages that a reader sees. */
export function messagesFor(request: IncomingMessage, told: Told): VisitorMessage[] {
  const { language, address } = reading();
  const hidden = hiddenBy(request);
  return told.flatMap(({ databaseId, dismissible, texts }) => {
    const text = textFor(language, texts);
    if (text === undefined || (dismissible && hidden.has(databaseId))) return [];
    return [{ ...text, hiddenAt: dismissible ? addressWith(address, 'hide-message', databaseId) : undefined }];
  });
}
