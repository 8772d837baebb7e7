/** The catalogues of the pages: every language says the same, with the same places to fill in. */
import { expect, test } from 'vitest';
import { addressWith } from '../../src/pages/address-with.ts';
import { messagesOf } from '../../src/pages/messages/messages.ts';
import { PAGE_LANGUAGES } from '../../src/pages/messages/page-language.ts';

type Entries = ReadonlyMap<string, unknown>;

/** All entries of a catalogue by their keys: `files.script.drop`. */
function entriesOf(catalogue: object, above = ''): Entries {
  return new Map(
    Object.entries(catalogue).flatMap(([key, value]: [string, unknown]) => {
      const name = above + key;
      if (typeof value !== 'object' || value === null) return [[name, value] as const];
      return [...entriesOf(value, `${name}.`)];
    }),
  );
}

/** Places that a script fills in: `{name}`. */
function placesIn(text: string): readonly string[] {
  return [...text.matchAll(/\{\w+\}/g)].map(([place]) => place).toSorted();
}

const english = entriesOf(messagesOf('en'));
const others = PAGE_LANGUAGES.filter((language) => language !== 'en');
/** What is no word: tools of the language, what a program reads, and words of others, which have tests of their own. */
const NO_WORDS = /^tools\.|^citation\.language$|^shipped\./;
/** Words that are the same in German. */
const SAME: ReadonlySet<string> = new Set([
  'account.device.code',
  'accounts.facts.name',
  'accounts.superuser',
  'accounts.superuserHeading',
  'administration.server',
  'administration.version',
  'administration.workflows',
  'browse.search.filters',
  'browse.search.orders.name',
  'collection.groupName',
  'collection.name',
  'collection.columns.who',
  'files.label',
  'operating.columns.site',
  'operating.columns.workflow',
  'operating.workflowsTitle',
  'overview.planVersion',
  'overview.planWorkflow',
  'overview.urlHeading',
  'reader.fileColumns.name',
  'reader.table.columns.label',
  'reader.table.columns.name',
  'reader.usage.downloads',
  'reader.versionTable.version',
]);

test.each(others)('%s has every entry of English, and no other', (language) => {
  const entries = entriesOf(messagesOf(language));
  expect({ missing: [...english.keys()].filter((key) => !entries.has(key)) }).toEqual({ missing: [] });
  expect({ unknown: [...entries.keys()].filter((key) => !english.has(key)) }).toEqual({ unknown: [] });
});

test.each(others)('%s translates every text, with the same places to fill in', (language) => {
  const untranslated: string[] = [];
  const otherPlaces: string[] = [];
  for (const [key, value] of entriesOf(messagesOf(language))) {
    const original = english.get(key);
    if (NO_WORDS.test(key) || typeof value !== 'string' || typeof original !== 'string') continue;
    if (value === original && !SAME.has(key)) untranslated.push(key);
    if (placesIn(value).join() !== placesIn(original).join()) otherPlaces.push(key);
  }
  expect({ untranslated, otherPlaces }).toEqual({ untranslated: [], otherPlaces: [] });
});

test.each(others)('%s says all that a text is given', (language) => {
  const faults: string[] = [];
  for (const [key, value] of entriesOf(messagesOf(language))) {
    const original = english.get(key);
    if (NO_WORDS.test(key) || typeof original !== 'function') continue;
    if (typeof value !== 'function') {
      faults.push(`${key} is no function`);
      continue;
    }
    // What is given stands in both, or in none: a number decides between words, a moment is written as the language does.
    const given = Array.from({ length: original.length }, (_, place) => `2024-05-1${place}`);
    const said = [original, value].map((make) => String(Reflect.apply(make, undefined, given)));
    for (const text of given) {
      const day = String(Number(text.slice(-2)));
      const [here, there] = said.map((made) => made.includes(text) || made.includes(day) || made.includes('NaN'));
      if (here !== there) faults.push(`${key} leaves out ${text}`);
    }
  }
  expect(faults).toEqual([]);
});

test('an address leads to the same page in another language', () => {
  expect(addressWith('/', 'lang', 'de')).toBe('/?lang=de');
  expect(addressWith('/search?q=a%20b&lang=de&page=2', 'lang', 'en')).toBe('/search?q=a%20b&page=2&lang=en');
});
