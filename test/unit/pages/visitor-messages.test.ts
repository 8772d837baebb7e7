/** Messages of the operator at the top of pages: which, in which language, and what hides them. */
import type { IncomingMessage } from 'node:http';
import { expect, test } from 'vitest';
import { readingIn } from '../../../src/pages/messages/page-language.ts';
import { createMessageSource, hiddenCookie, messagesFor } from '../../../src/pages/visitor-messages.ts';

const requestOf = (url: string, cookie?: string) => ({ url, headers: { cookie } }) as unknown as IncomingMessage;
const told = [
  {
    databaseId: 7,
    dismissible: true,
    texts: [
      { language: 'de', message: 'Wartung' },
      { language: 'en', message: 'Maintenance' },
    ],
  },
  { databaseId: 8, dismissible: false, texts: [{ language: 'fr', message: 'Fermé' }] },
];

function shown(language: 'en' | 'de', address: string, cookie?: string) {
  return readingIn({ language, address }, () => messagesFor(requestOf(address, cookie), told));
}

test('a message is shown in the language of the reader, else in English, else in any', () => {
  expect(shown('de', '/').map(({ message }) => message)).toEqual(['Wartung', 'Fermé']);
  expect(shown('en', '/').map(({ message }) => message)).toEqual(['Maintenance', 'Fermé']);
});

test('one that may be hidden is hidden by its link from then on, and no other is', () => {
  expect(shown('en', '/search?q=a&hide-message=1')[0]?.hiddenAt).toBe('/search?q=a&hide-message=7');
  expect(shown('en', '/?hide-message=7').map(({ hiddenAt }) => hiddenAt)).toEqual([undefined]);
  const [pair = ''] = (hiddenCookie(requestOf('/?hide-message=7')) ?? '').split(';');
  expect(shown('en', '/', pair)).toHaveLength(1);
  expect(shown('en', '/?hide-message=8', pair)).toHaveLength(1);
  expect(hiddenCookie(requestOf('/'))).toBeUndefined();
});

test('a cookie stays short whatever is in it, and holds numbers alone', () => {
  const many = Array.from({ length: 500 }, (_, at) => String(at)).join('.');
  const value = (cookie: string) => /hidden-messages=([^;]*)/.exec(cookie)?.[1];
  const kept = value(hiddenCookie(requestOf('/?hide-message=9000', `__Host-archivolt-hidden-messages=${many}`)) ?? '');
  expect(kept?.split('.')).toHaveLength(50);
  expect(kept).toMatch(/^9000\.[0-9.]+$/);
  expect(value(hiddenCookie(requestOf('/?hide-message=3', '__Host-archivolt-hidden-messages=x.-1.2e9999.4')) ?? '')).toBe('4.3');
  for (const id of ['0', '-1', '1e3', '12345678901', 'x']) expect(hiddenCookie(requestOf(`/?hide-message=${id}`))).toBeUndefined();
});

test('a long message is cut, with the way to the whole, and one alone is shown whole', () => {
  const long = `<b>Closed</b> ${'x'.repeat(49_000)}`;
  const two = [1, 2].map((databaseId) => ({ databaseId, dismissible: true, texts: [{ language: 'en', message: long }] }));
  const show = (address: string) => readingIn({ language: 'en', address }, () => messagesFor(requestOf(address), two));
  const cut = show('/search?q=a');
  expect(cut.map(({ message }) => message.length < 400 && message.startsWith('Closed x'))).toEqual([true, true]);
  expect(cut[1]?.wholeAt).toBe('/search?q=a&whole-message=2');
  expect(show('/?whole-message=2').map(({ message, wholeAt }) => [message === long, wholeAt === undefined])).toEqual([
    [false, false],
    [true, true],
  ]);
});

test('what was told is kept until a change is heard, and where asking fails', async () => {
  let at = 0;
  let asked = 0;
  let changes = 0;
  const source = createMessageSource(
    () => changes,
    () => at,
  );
  const ask = async () => {
    asked += 1;
    if (asked === 2) throw new Error('no database');
    return asked === 1 ? told : [];
  };
  expect(await source(ask)).toBe(told);
  // It fails, what was told counts on, and it is tried again.
  at = 1_000;
  expect(await source(ask)).toBe(told);
  at = 2_000;
  expect(await source(ask)).toEqual([]);
  // A replica may lag behind: for a while it is asked again, then no more.
  at = 11_000;
  await source(ask);
  expect(asked).toBe(4);
  at = 1_000_000;
  await source(ask);
  expect(asked).toBe(4);
  changes = 1;
  await source(ask);
  await source(ask);
  expect(asked).toBe(5);
});
