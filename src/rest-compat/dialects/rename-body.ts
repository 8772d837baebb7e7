import { turned, wordIn, type Names } from './dialect.ts';
import type { Places } from './renamed-places.ts';

/** Renames their keys and words in a body that was read to ours; the body is not changed. Undefined where nothing in it has another name. */
export function renameBody({ keys, words }: Places): ((body: unknown) => unknown) | undefined {
  if (Object.keys(keys).length === 0 && Object.keys(words).length === 0) return undefined;
  const ourKeys = turned(keys);
  const ourWords = new Map(Object.entries(words).map(([key, names]): [string, Names] => [key, turned(names)]));

  /** `held` are the words that the key above can hold. Bodies nest no deeper than JSON that is read may. */
  function rename(value: unknown, held: Names | undefined): unknown {
    if (typeof value === 'string') return wordIn(held, value);
    if (Array.isArray(value)) return value.map((one) => rename(one, held));
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(
      Object.entries(value).map(([theirs, inner]): [string, unknown] => {
        const key = wordIn(ourKeys, theirs);
        return [key, rename(inner, ourWords.get(key))];
      }),
    );
  }
  return (body) => rename(body, undefined);
}
