/** Pieces of texts in which a query was found. Source: collections.md 11.1. */
import { type AskedWord, listMatchingTexts, listMatchingWords } from '../../db/queries/search/highlights.ts';
import type { Queryable } from '../../db/client.ts';
import type { SearchCondition } from '../../model/search/search-condition.ts';
import type { FoundDocument } from '../../model/search/search-request.ts';

export interface Highlight {
  readonly field: string;
  /** HTML. */
  readonly snippet: string;
}

const WORD = /[\p{L}\p{N}\p{M}]+/gu;
/** Different words of one page that are compared. */
const MOST_WORDS = 20_000;
/** Characters of a piece unless a setting says otherwise, and before its first word. */
const PIECE = 150;
const BEFORE = 40;
const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** The words that a condition asks to be there. */
export function askedWords(condition: SearchCondition): AskedWord[] {
  const split = (text: string, beginning: boolean): AskedWord[] => {
    const words = text.match(WORD) ?? [];
    return words.map((word, place) => ({ text: word, beginning: beginning && place === words.length - 1 }));
  };
  switch (condition.kind) {
    case 'every':
    case 'any':
      return condition.parts.flatMap(askedWords);
    case 'words':
    case 'beginning':
      return split(condition.text, condition.kind === 'beginning');
    case 'fact':
      return condition.test.is === 'words' || condition.test.is === 'beginning'
        ? split(condition.test.text, condition.test.is === 'beginning')
        : [];
    default:
      return [];
  }
}

function escaped(text: string): string {
  return text.replaceAll(/[&<>"]/g, (sign) => ENTITIES[sign] ?? sign);
}

/** A piece around the first of the words, with all of them marked; undefined where none of them stands in it. */
export function snippetOf(text: string, marked: ReadonlySet<string>, length = PIECE): string | undefined {
  const words = [...text.matchAll(WORD)].filter(([word]) => marked.has(word));
  const [first] = words;
  if (first === undefined) return undefined;
  // Between two words, not within one.
  const wanted = Math.max(0, first.index - BEFORE);
  const blank = wanted === 0 ? 0 : text.indexOf(' ', wanted) + 1;
  const start = blank > 0 && blank <= first.index ? blank : wanted === 0 ? 0 : first.index;
  const end = Math.max(start + length, first.index + first[0].length);
  let written = start > 0 ? '... ' : '';
  let place = start;
  for (const { index, 0: word } of words) {
    if (index + word.length > end) break;
    written += `${escaped(text.slice(place, index))}<span class="search-term-match">${escaped(word)}</span>`;
    place = index + word.length;
  }
  return `${written}${escaped(text.slice(place, end))}${end < text.length ? ' ...' : ''}`;
}

const keyOf = ({ kind, rowId }: Pick<FoundDocument, 'kind' | 'rowId'>): string => `${kind} ${rowId}`;

/** The pieces of each hit; none where the query asks for no words. */
export async function highlightsOf(
  db: Queryable,
  condition: SearchCondition,
  hits: readonly FoundDocument[],
  length: number | undefined,
): Promise<(hit: FoundDocument) => readonly Highlight[]> {
  const words = askedWords(condition);
  if (words.length === 0 || hits.length === 0) return () => [];
  const texts = await listMatchingTexts(db, words, hits);
  const candidates = new Set<string>();
  for (const { text } of texts) {
    for (const [word] of text.matchAll(WORD)) {
      if (candidates.size < MOST_WORDS) candidates.add(word);
    }
  }
  const marked = new Set(await listMatchingWords(db, words, [...candidates]));
  const found = new Map<string, Highlight[]>();
  for (const { field, text, ...row } of texts) {
    const snippet = snippetOf(text, marked, length);
    if (snippet !== undefined) found.set(keyOf(row), [...(found.get(keyOf(row)) ?? []), { field, snippet }]);
  }
  return (hit) => found.get(keyOf(hit)) ?? [];
}
