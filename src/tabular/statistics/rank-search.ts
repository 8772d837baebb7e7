/** The number that has a rank among many, found by looking at all of them a few times, in bounded memory. */

const WORD = new DataView(new ArrayBuffer(8));

/** Both halves of a double's bits, changed so that their order as whole numbers is that of the doubles. */
function orderedHalves(value: number): { high: number; low: number } {
  WORD.setFloat64(0, value);
  const high = WORD.getUint32(0);
  const low = WORD.getUint32(4);
  return high >= 0x80000000 ? { high: ~high >>> 0, low: ~low >>> 0 } : { high: (high | 0x80000000) >>> 0, low };
}

/** Sorts the first `count` of some numbers, none of which is NaN, into bins by their first 8 or 16 bits. */
export function sortIntoBins(bins: Uint32Array, values: Float64Array, count: number): void {
  const shift = bins.length === 256 ? 24 : 16;
  for (let at = 0; at < count; at += 1) {
    const bin = orderedHalves(values[at] ?? 0).high >>> shift;
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
    for (let at = 0; at < count; at += 1) {
      const value = values[at] ?? 0;
      const { high, low } = orderedHalves(value);
      if (!this.#isPossible(high, low)) continue;
      if (this.#gathered !== undefined) this.#gathered[this.#gatheredCount++] = value;
      else this.#sortIn(this.#part(high, low));
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
    let bin = 0;
    while (bin < bins.length - 1 && this.#rank >= (bins[bin] ?? 0)) {
      this.#rank -= bins[bin] ?? 0;
      bin += 1;
    }
    this.#know(bin);
    this.#level += 1;
    const left = bins[bin] ?? 0;
    if (this.#level * this.#bits === 64) this.#found = this.#value();
    else if (left <= this.#gatherAtMost) this.#gathered = new Float64Array(left);
    else bins.fill(0);
    if (this.#found !== undefined || this.#gathered !== undefined) this.#bins = undefined;
  }

  #sortIn(bin: number): void {
    if (this.#bins !== undefined) this.#bins[bin] = (this.#bins[bin] ?? 0) + 1;
  }

  #isPossible(high: number, low: number): boolean {
    const known = this.#level * this.#bits;
    if (known === 0) return true;
    if (known < 32) return high >>> (32 - known) === this.#high >>> (32 - known);
    if (high !== this.#high) return false;
    return known === 32 || low >>> (64 - known) === this.#low >>> (64 - known);
  }

  #part(high: number, low: number): number {
    const known = this.#level * this.#bits;
    const mask = this.#bits === 16 ? 0xffff : 0xff;
    return known < 32 ? (high >>> (32 - known - this.#bits)) & mask : (low >>> (64 - known - this.#bits)) & mask;
  }

  #know(bin: number): void {
    const known = this.#level * this.#bits;
    if (known < 32) this.#high = (this.#high | (bin << (32 - known - this.#bits))) >>> 0;
    else this.#low = (this.#low | (bin << (64 - known - this.#bits))) >>> 0;
  }

  #value(): number {
    const negative = this.#high < 0x80000000;
    WORD.setUint32(0, negative ? ~this.#high : this.#high & 0x7fffffff);
    WORD.setUint32(4, negative ? ~this.#low : this.#low);
    return WORD.getFloat64(0);
  }
}
