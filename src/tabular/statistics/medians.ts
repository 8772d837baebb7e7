/** Medians of many variables: at once while their values fit into memory, else by further looks at all values. Source: files.md 19.7 */
import type { ScratchFile } from '../table-reader.ts';
import { NumberSpool } from './number-spool.ts';
import { RankSearch, sortIntoBins } from './rank-search.ts';

/** Values of all variables together that are held: 32 MB, and up to as much again while arrays grow. */
const HELD_VALUES = 4 * 1024 * 1024;
/** With more variables, the bins of 16 bits would be more than 64 MB. */
const MOST_VARIABLES_WITH_LARGE_BINS = 128;
/** Of more values than this, the middle is found in bins faster than by sorting. */
const FEW = 20_000;
/** Bytes of values that are kept aside for further looks; the table itself is read again where there are more. */
const SPOOLED_BYTES = 4 * 1024 ** 3;

class Held {
  values = new Float64Array(64);
  count = 0;

  add(values: Float64Array, count: number): void {
    if (this.count + count > this.values.length) {
      const longer = new Float64Array(Math.max(this.values.length * 2, this.count + count));
      longer.set(this.values.subarray(0, this.count));
      this.values = longer;
    }
    this.values.set(values.subarray(0, count), this.count);
    this.count += count;
  }

  median(): number {
    const [lower, upper] = middleRanks(this.count);
    if (this.count > FEW) return between(this.#inBins(lower), this.#inBins(upper));
    const sorted = this.values.subarray(0, this.count).sort();
    return between(sorted[lower] ?? Number.NaN, sorted[upper] ?? Number.NaN);
  }

  #inBins(rank: number): number {
    const bins = new Uint32Array(2 ** 16);
    sortIntoBins(bins, this.values, this.count);
    const search = new RankSearch(rank, bins, FEW);
    while (search.found === undefined) {
      search.look(this.values, this.count);
      search.endLook();
    }
    return search.found;
  }
}

/** Of each variable, the values are added once; while {@link needsAnotherLook} says so, all are shown again. */
export class Medians {
  readonly #variables: number;
  readonly #mostHeld: number;
  #held: Held[] | undefined;
  #heldCount = 0;
  /** How many values are in each bin, once they are too many to be held. */
  #bins: Uint32Array[] = [];
  #searches: (readonly [RankSearch, RankSearch])[] | undefined;
  readonly #scratch: (() => ScratchFile) | undefined;
  #spool: NumberSpool | undefined;

  /** @param scratch gives a file for values that are too many to be held */
  constructor(variables: number, mostHeld = HELD_VALUES, scratch?: () => ScratchFile) {
    this.#variables = variables;
    this.#mostHeld = mostHeld;
    this.#scratch = scratch;
    this.#held = Array.from({ length: variables }, () => new Held());
  }

  /** Adds, or shows again, the first `count` of some values of a variable. */
  add(variable: number, values: Float64Array, count: number): void {
    if (this.#searches !== undefined) {
      for (const search of this.#searches[variable] ?? []) search.look(values, count);
      return;
    }
    this.#heldCount += count;
    if (this.#heldCount > this.#mostHeld) this.#holdNoLonger();
    const bins = this.#bins[variable];
    if (bins === undefined) {
      this.#held?.[variable]?.add(values, count);
      return;
    }
    sortIntoBins(bins, values, count);
    this.#spool?.append(variable, values, count);
    if ((this.#spool?.byteLength ?? 0) > SPOOLED_BYTES) this.#spool = undefined;
  }

  /** Looks at all values once more where they were kept aside; false where they have to be shown. */
  async lookAgain(): Promise<boolean> {
    if (this.#spool === undefined) return false;
    await this.#spool.each((variable, values, count) => this.add(variable, values, count));
    return true;
  }

  /** Ends a look at all values. @param counts of the values of each variable */
  needsAnotherLook(counts: readonly number[]): boolean {
    if (this.#held !== undefined) return false;
    if (this.#searches === undefined) {
      const gathered = Math.floor(this.#mostHeld / this.#variables / 2);
      this.#searches = this.#bins.map((bins, variable) => {
        const [lower, upper] = middleRanks(counts[variable] ?? 0);
        return [new RankSearch(lower, bins, gathered), new RankSearch(upper, bins, gathered)];
      });
      this.#bins = [];
      return this.#searches.length > 0;
    }
    const all = this.#searches.flat();
    for (const search of all) search.endLook();
    return all.some((search) => search.found === undefined);
  }

  #holdNoLonger(): void {
    if (this.#held === undefined) return;
    const length = 2 ** (this.#variables <= MOST_VARIABLES_WITH_LARGE_BINS ? 16 : 8);
    this.#spool = this.#scratch === undefined ? undefined : new NumberSpool(this.#scratch());
    this.#bins = this.#held.map((held, variable) => {
      const bins = new Uint32Array(length);
      sortIntoBins(bins, held.values, held.count);
      this.#spool?.append(variable, held.values, held.count);
      return bins;
    });
    this.#held = undefined;
  }

  /** NaN for a variable without values. */
  of(variable: number): number {
    if (this.#held !== undefined) return this.#held[variable]?.median() ?? Number.NaN;
    const [lower, upper] = this.#searches?.[variable] ?? [];
    return between(lower?.found ?? Number.NaN, upper?.found ?? Number.NaN);
  }
}

function middleRanks(count: number): [number, number] {
  return [Math.max(0, Math.floor((count - 1) / 2)), Math.floor(count / 2)];
}

/** Half the difference is added, because the sum of two large numbers may be none. */
function between(lower: number, upper: number): number {
  return lower === upper ? lower : lower + (upper - lower) / 2;
}
