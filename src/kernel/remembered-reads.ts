import { LRUCache } from 'lru-cache';
import type { Queryable } from '../db/client.ts';

interface Memory<Value extends object> {
  readonly kept: LRUCache<string, Value>;
  /** Reads that are under way: those who ask meanwhile wait for them. */
  readonly underWay: Map<string, Promise<Value>>;
}

/**
 * What a process remembers of reads, those used last, for each database. A key names what was read and the state it was read in, so that nothing
 * becomes wrong: who reads another state asks with another key, and processes need not agree.
 */
export class RememberedReads<Value extends object> {
  readonly #byDatabase = new WeakMap<Queryable, Memory<Value>>();
  readonly #most: number;
  readonly #sizeOf: (value: Value) => number;

  /** At most so much of what `sizeOf` counts; a value with more than a hundredth of that is not remembered. */
  constructor(most: number, sizeOf: (value: Value) => number) {
    this.#most = most;
    this.#sizeOf = sizeOf;
  }

  #memoryOf(db: Queryable): Memory<Value> {
    let memory = this.#byDatabase.get(db);
    if (memory === undefined) {
      const kept = new LRUCache<string, Value>({
        maxSize: this.#most,
        maxEntrySize: Math.ceil(this.#most / 100),
        sizeCalculation: (value) => 1 + this.#sizeOf(value),
      });
      memory = { kept, underWay: new Map() };
      this.#byDatabase.set(db, memory);
    }
    return memory;
  }

  /** What was read under this key, or is read now. What `isKept` refuses is given to those who wait, and forgotten. */
  read(db: Queryable, key: string, load: () => Promise<Value>, isKept: (value: Value) => boolean = () => true): Value | Promise<Value> {
    const { kept, underWay } = this.#memoryOf(db);
    const known = kept.get(key) ?? underWay.get(key);
    if (known !== undefined) return known;
    const reading = load()
      .then((value) => {
        if (isKept(value)) kept.set(key, value);
        return value;
      })
      .finally(() => underWay.delete(key));
    underWay.set(key, reading);
    return reading;
  }
}
