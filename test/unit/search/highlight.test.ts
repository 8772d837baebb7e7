import { expect, test } from 'vitest';
import { askedWords, snippetOf } from '../../../src/domain/search/highlight.ts';

const mark = (word: string): string => `<span class="search-term-match">${word}</span>`;

test('words that a query asks for are marked, and all else is escaped', () => {
  expect(snippetOf('Herons <b> & "herons"', new Set(['Herons', 'herons']))).toBe(
    `${mark('Herons')} &lt;b&gt; &amp; &quot;${mark('herons')}&quot;`,
  );
});

test('a long text is cut between words around the first one that was found', () => {
  const text = `${'some words '.repeat(20)}heron ${'and more '.repeat(40)}`;
  const snippet = snippetOf(text, new Set(['heron']), 80) ?? '';
  expect(snippet).toMatch(/^\.\.\. (some|words) .*<span class="search-term-match">heron<\/span> and more .* \.\.\.$/);
  expect(snippet.replaceAll(/<[^>]*>/g, '').length).toBeLessThan(100);
});

test('a word longer than a piece is shown whole, and a text without the words not at all', () => {
  const long = 'x'.repeat(300);
  expect(snippetOf(`a ${long}`, new Set([long]), 50)).toContain(mark(long));
  expect(snippetOf('a text', new Set(['heron']))).toBeUndefined();
});

test('what must not be there is not marked, and of a beginning only the last word goes on', () => {
  expect(
    askedWords({
      kind: 'every',
      parts: [
        { kind: 'beginning', text: 'grey her' },
        { kind: 'not', part: { kind: 'words', text: 'stork' } },
        { kind: 'fact', fact: { of: 'metadata', name: 'title', type: 'words' }, test: { is: 'words', text: 'tides' } },
      ],
    }),
  ).toEqual([
    { text: 'grey', beginning: false },
    { text: 'her', beginning: true },
    { text: 'tides', beginning: false },
  ]);
});
