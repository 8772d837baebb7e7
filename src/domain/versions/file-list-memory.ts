/**
 * What a process remembers of long lists of files: how many match, and where pages that were read ended. A total would else be counted for
 * each page, and a page far into the list passed over to. Nothing here is ever wrong for long: what is remembered bears the state of the
 * version it was read in, and a reader of another state finds nothing.
 */
import type { Queryable } from '../../db/client.ts';
import type { FilePlace } from '../../db/queries/files/file-orders.ts';

/** Lists that are remembered, the ones used last. */
const MOST_LISTS = 200;
/** Places of one list. */
const MOST_PLACES = 1000;

/** How many files come before a place. */
interface PassedOver {
  readonly count: number;
  readonly place: FilePlace;
}

interface RememberedList {
  total: number | undefined;
  /** By count. */
  readonly places: PassedOver[];
}

/** Index of the first place with more files before it than `count`. */
function firstBeyond(places: readonly PassedOver[], count: number): number {
  let low = 0;
  let high = places.length;
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    if ((places[middle]?.count ?? 0) <= count) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Totals and places of lists, by a key that names both the list and the state it was read in. */
export class FileListMemory {
  readonly #lists = new Map<string, RememberedList>();

  #find(key: string): RememberedList | undefined {
    const list = this.#lists.get(key);
    if (list === undefined) return undefined;
    // What was used last stands last.
    this.#lists.delete(key);
    this.#lists.set(key, list);
    return list;
  }

  #make(key: string): RememberedList {
    const found = this.#find(key);
    if (found !== undefined) return found;
    const list: RememberedList = { total: undefined, places: [] };
    this.#lists.set(key, list);
    const [oldest] = this.#lists.keys();
    if (this.#lists.size > MOST_LISTS && oldest !== undefined) this.#lists.delete(oldest);
    return list;
  }

  /** How many files the list has, if that is known. */
  total(key: string): number | undefined {
    return this.#find(key)?.total;
  }

  rememberTotal(key: string, total: number): void {
    this.#make(key).total = total;
  }

  /** The last known place that no more than `count` files come before. */
  nearest(key: string, count: number): PassedOver | undefined {
    const places = this.#find(key)?.places ?? [];
    return places[firstBeyond(places, count) - 1];
  }

  rememberPlace(key: string, passed: PassedOver): void {
    const { places } = this.#make(key);
    if (places.length === MOST_PLACES) return;
    const index = firstBeyond(places, passed.count);
    if (places[index - 1]?.count !== passed.count) places.splice(index, 0, passed);
  }
}

const memories = new WeakMap<Queryable, FileListMemory>();

/** The memory that goes with a database. */
export function fileListMemory(db: Queryable): FileListMemory {
  const kept = memories.get(db);
  if (kept !== undefined) return kept;
  const memory = new FileListMemory();
  memories.set(db, memory);
  return memory;
}
