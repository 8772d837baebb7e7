/** The number that has a rank among many, found by looking at all of them a few times, in bounded memory. */

/** The upper half of a double is the second word of it, or the first. */
const HIGH = new Uint8Array(new Uint16Array([1]).buffer)[0] === 1 ? 1 : 0;

/** The first `count` of some doubles, as words of 32 bits. */
function wordsOf(values: Float64Array, count: number): Int32Array {
  return new Int32Array(values.buffer, values.byteOffset, 2 * count);
}

/** Sorts the first `count` of some numbers, none of which is NaN, into bins by their first 8 or 16 bits as doubles hold them. */
export function sortIntoBins(bins: Uint32Array, values: Float64Array, count: number): void {
  const shift = bins.length === 256 ? 24 : 16;
  const words = wordsOf(values, count);
  for (let at = HIGH; at < words.length; at += 2) {
    const bin = (words[at] ?? 0) >>> shift;
    bins[bin] = (bins[bin] ?? 0) + 1;
  }
}

/**
 * Begins with all numbers in bins by their first bits. Each look sorts the numbers that are still possible into bins by some more of their bits, or gathers them when they are few.
 * Bits are 8 or 16 at a time, so that the last look is the eighth or the fourth.
 */
export class RankSearch {
  readonly #bits: 8 | 16;
  readonly #gatherAtMost: number;
  #rank: number;
  #level = 0;
  /** The bits that are known, at their places. */
  #high = 0;
  #low = 0;
  #bins: Uint32Array | undefined;
  #gathered: Float64Array | undefined;
  #gatheredCount = 0;
  #found: number | undefined;

  /** @param rank from 0, in ascending order; @param bins of all numbers, by their first 8 or 16 bits */
  constructor(rank: number, bins: Uint32Array, gatherAtMost: number) {
    this.#rank = rank;
    this.#bits = bins.length === 256 ? 8 : 16;
    this.#gatherAtMost = gatherAtMost;
    this.#bins = bins.slice();
    this.endLook();
  }

  get found(): number | undefined {
    return this.#found;
  }

  /** Shows the first `count` of some numbers, none of which is NaN, to the search. All are shown before the look is ended. */
  look(values: Float64Array, count: number): void {
    if (this.#found !== undefined) return;
    const known = this.#level * this.#bits;
    const words = wordsOf(values, count);
    const highMask = known < 32 ? -1 << (32 - known) : -1;
    const lowMask = known <= 32 ? 0 : -1 << (64 - known);
    const [high, low] = [this.#high, this.#low];
    for (let at = HIGH; at < words.length; at += 2) {
      if (((words[at] ?? 0) & highMask) !== high || ((words[at + 1 - 2 * HIGH] ?? 0) & lowMask) !== low) continue;
      if (this.#gathered !== undefined) this.#gathered[this.#gatheredCount++] = values[at >>> 1] ?? 0;
      else this.#sortIn(words[at] ?? 0, words[at + 1 - 2 * HIGH] ?? 0, known);
    }
  }

  /** Ends a look; the number is found, or there has to be another one. */
  endLook(): void {
    if (this.#found !== undefined) return;
    if (this.#gathered !== undefined) {
      this.#found = this.#gathered.subarray(0, this.#gatheredCount).sort()[this.#rank] ?? Number.NaN;
      this.#gathered = undefined;
      return;
    }
    const bins = this.#bins ?? new Uint32Array(0);
    let place = 0;
    while (place < bins.length - 1 && this.#rank >= (bins[this.#binAt(place, bins.length)] ?? 0)) {
      this.#rank -= bins[this.#binAt(place, bins.length)] ?? 0;
      place += 1;
    }
    const bin = this.#binAt(place, bins.length);
    this.#know(bin);
    const left = bins[bin] ?? 0;
    if (this.#level * this.#bits === 64) this.#found = this.#value();
    else if (left <= this.#gatherAtMost) this.#gathered = new Float64Array(left);
    else bins.fill(0);
    if (this.#found !== undefined || this.#gathered !== undefined) this.#bins = undefined;
  }

  /** Which bin has a place in the order of numbers. As doubles hold them, negative ones come last, and in the opposite order. */
  #binAt(place: number, bins: number): number {
    if (this.#level > 0) return this.#high < 0 ? bins - 1 - place : place;
    return place < bins / 2 ? bins - 1 - place : place - bins / 2;
  }

  #sortIn(high: number, low: number, known: number): void {
    if (this.#bins === undefined) return;
    const bin = ((known < 32 ? high >>> (32 - known - this.#bits) : low >>> (64 - known - this.#bits)) & (this.#bins.length - 1)) >>> 0;
    this.#bins[bin] = (this.#bins[bin] ?? 0) + 1;
  }

  #know(bin: number): void {
    const known = this.#level * this.#bits;
    if (known < 32) this.#high |= bin << (32 - known - this.#bits);
    else this.#low |= bin << (64 - known - this.#bits);
    this.#level += 1;
  }

  #value(): number {
    const words = new Int32Array(2);
    words[HIGH] = this.#high;
    words[1 - HIGH] = this.#low;
    return new Float64Array(words.buffer)[0] ?? Number.NaN;
  }
}
