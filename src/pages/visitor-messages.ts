/** Messages of the operator to all visitors, which stand at the top of every page. Contract: users-admin.md 18.4. */
import type { IncomingMessage } from 'node:http';
import { readCookie, setCookie } from '../browser-cookies.ts';
import type { PageVisitorMessagesQuery } from '../generated/page-operations.ts';
import { addressWith } from './address-with.ts';
import type { VisitorMessage } from './page.ts';
import { plainText } from './rich-text.ts';
import { type PageLanguage, reading } from './messages/page-language.ts';

type Told = PageVisitorMessagesQuery['bannerMessages']['nodes'];

/** After a change was heard, what is told may still come from a replica that has not heard of it: it is asked for again so often, and so long. */
const AGAIN_MS = 1_000;
const SETTLED_MS = 10_000;
/** Longer messages are cut, with the way to the whole: they stand on every page. In characters, markup included. */
const LONGEST_WHOLE = 600;
/** Of a message that is cut. */
const SHOWN_OF_LONG = 300;
/** What a reader has hidden stays so for a year. */
const KEPT_MS = 365 * 24 * 60 * 60 * 1000;
/** The newest ones that a reader has hidden; ids grow. */
const MOST_HIDDEN = 50;
const LARGEST_ID = 2_147_483_647;

/**
 * Keeps what was told until a change of it is heard. What was told before counts on where asking fails, which is tried again: no page is
 * refused for a message.
 * @param changes how often messages have changed, as far as this process has heard
 */
export function createMessageSource(
  changes: () => number,
  now: () => number = () => performance.now(),
): (ask: () => Promise<Told>) => Promise<Told> {
  let told: Promise<Told> = Promise.resolve([]);
  let heard = Number.NaN;
  let heardAt = 0;
  let askedAt = 0;
  let failed = false;
  return (ask) => {
    const [count, at] = [changes(), now()];
    const isNews = count !== heard;
    if (isNews) [heard, heardAt] = [count, at];
    const isSettled = !failed && askedAt - heardAt >= SETTLED_MS;
    if (!isNews && (isSettled || at - askedAt < AGAIN_MS)) return told;
    askedAt = at;
    const before = told;
    told = ask().then(
      (answer) => {
        failed = false;
        return answer;
      },
      () => {
        failed = true;
        return before;
      },
    );
    return told;
  };
}

/** The id that an address hides: `hide-message=3`. */
function hiddenByAddress(request: IncomingMessage): number | undefined {
  const [, id] = /[?&]hide-message=([1-9][0-9]{0,8})(?:&|$)/.exec(request.url ?? '') ?? [];
  return id === undefined ? undefined : Number(id);
}

/** The id of the message that an address shows as a whole: `whole-message=3`. One at a time, so that a page stays bounded. */
function wholeByAddress(request: IncomingMessage): number | undefined {
  const [, id] = /[?&]whole-message=([1-9][0-9]{0,8})(?:&|$)/.exec(request.url ?? '') ?? [];
  return id === undefined ? undefined : Number(id);
}

/** The beginning of a message, without its markup. What is parsed is bounded, too. */
function beginningOf(message: string): string {
  const text = plainText(message.slice(0, LONGEST_WHOLE * 4).toWellFormed());
  return text.length <= SHOWN_OF_LONG ? `${text} …` : `${text.slice(0, SHOWN_OF_LONG).toWellFormed()}…`;
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
  const whole = wholeByAddress(request);
  return told.flatMap(({ databaseId, dismissible, texts }): readonly VisitorMessage[] => {
    const text = textFor(language, texts);
    if (text === undefined || (dismissible && hidden.has(databaseId))) return [];
    const hiddenAt = dismissible ? addressWith(address, 'hide-message', databaseId) : undefined;
    if (text.message.length <= LONGEST_WHOLE || whole === databaseId) return [{ ...text, hiddenAt, wholeAt: undefined }];
    const { language: written, message } = text;
    return [{ language: written, message: beginningOf(message), hiddenAt, wholeAt: addressWith(address, 'whole-message', databaseId) }];
  });
}
