/**
 * Renames keys and words in JSON that was written, without reading it again: metadata is passed on as the text it was stored as, and answers are
 * long. It is exact by the grammar (RFC 8259, 7). Within a text each quotation mark has a backslash before it. So a word between two bare marks
 * with a colon behind it is a key, wherever a title may contain the same word.
 */
import type { Names } from './dialect.ts';
import type { Places } from './renamed-places.ts';

type Rename = (json: string) => string;

/** None of the words has a sign that means something in a pattern. */
function anyOf(words: readonly string[]): string {
  return words.join('|');
}

function keysRenamed(keys: Names): Rename {
  const pattern = new RegExp(`(?<!\\\\)"(${anyOf(Object.keys(keys))})"(?=\\s*:)`, 'g');
  return (json) => json.replace(pattern, (_whole, key: string) => `"${keys[key]}"`);
}

/** A word of a fixed vocabulary, or a list of such words; none of them holds a bracket. Other words of the place are passed over as they are. */
function wordsRenamed(key: string, words: Names): Rename {
  const any = anyOf(Object.keys(words));
  const word = new RegExp(`"(${any})"`, 'g');
  const place = new RegExp(`(?<!\\\\)("${key}"\\s*:\\s*)(?:"(${any})"|(\\[[^\\]]*\\]))`, 'g');
  const inList = (_whole: string, found: string): string => `"${words[found]}"`;
  return (json) =>
    json.replace(place, (_whole, before: string, single: string | undefined, list: string | undefined) =>
      single === undefined ? before + (list ?? '').replace(word, inList) : `${before}"${words[single]}"`,
    );
}

/** Makes the translation of one row's answers; undefined where nothing in them has another name. */
export function renameAnswer({ keys, words }: Places): Rename | undefined {
  const steps = [
    ...Object.entries(words).map(([key, names]) => wordsRenamed(key, names)),
    ...(Object.keys(keys).length === 0 ? [] : [keysRenamed(keys)]),
  ];
  return steps.length === 0 ? undefined : (json) => steps.reduce((text, step) => step(text), json);
}
