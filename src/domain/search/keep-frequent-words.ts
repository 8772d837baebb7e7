/**
 * Keeps the hits of words that very many documents have, of exact values, and of collections. See docs/adr/0100-hits-of-frequent-words-are-kept.md
 * and docs/adr/0107-filters-and-collections-are-kept-as-bits.md.
 */
import type { Database } from '../../db/client.ts';
import {
  applyChanges,
  countKeptFaults,
  forgetNeedless,
  forgetWord,
  keepingAlone,
  keepWord,
  listFrequentWords,
  listKeptWords,
} from '../../db/queries/search/keep-hits.ts';

/** Rows of fewer hits are read in less time than facets are counted in, also where a search names several such words. */
const LEAST_HITS = 5_000;

export interface Keeping {
  /** Hits from which a word is kept; it stays until it has half as many. */
  readonly least?: number;
  /** Whether to leave the rest to the next time. */
  readonly pauses?: () => boolean;
}

/** Puts kept hits right after what has changed, and keeps other words and terms where others are frequent; which ones were added and given up. */
export async function keepFrequentWords(
  db: Database,
  { least = LEAST_HITS, pauses = () => false }: Keeping = {},
): Promise<{ readonly kept: readonly string[]; readonly forgotten: readonly string[] }> {
  while ((await keepingAlone(db, applyChanges)) > 0 && !pauses());
  const frequent = await listFrequentWords(db, least);
  const stays = new Set(await listFrequentWords(db, Math.ceil(least / 2)));
  const listed = await listKeptWords(db);
  const before = listed.flatMap(({ word, stale }) => (stale ? [] : [word]));
  const forgotten = listed.flatMap(({ word }) => (stays.has(word) ? [] : [word]));
  for (const word of forgotten) await keepingAlone(db, (tx) => forgetWord(tx, word));
  const kept: string[] = [];
  for (const word of frequent.filter((one) => !before.includes(one))) {
    if (pauses()) break;
    await keepingAlone(db, (tx) => keepWord(tx, word));
    kept.push(word);
  }
  await keepingAlone(db, forgetNeedless);
  return { kept, forgotten };
}

/** A kept word, and how many documents were told otherwise than they are. */
export interface KeptFault {
  readonly word: string;
  readonly documents: number;
}

/** Compares kept hits with the index, word by word, and keeps those anew that differ, with `mend`; the words that differed. */
export async function* examineKeptWords(
  db: Database,
  { mend, onProgress }: { readonly mend: boolean; readonly onProgress: (done: number, total: number) => void },
): AsyncGenerator<KeptFault> {
  const words = (await listKeptWords(db)).flatMap(({ word, stale }) => (stale ? [] : [word]));
  for (const [done, word] of words.entries()) {
    const documents = await keepingAlone(db, async (tx) => {
      const differing = await countKeptFaults(tx, word);
      if (differing > 0 && mend) await keepWord(tx, word);
      return differing;
    });
    if (documents > 0) yield { word, documents };
    onProgress(done + 1, words.length);
  }
}
