/** Mean, deviation and extremes of numbers that come in batches. Source: files.md 19.7 */
export class Moments {
  #count = 0;
  #mean = 0;
  /** Sum of squared differences from the mean. */
  #squares = 0;
  #infinite = false;
  min = Number.NaN;
  max = Number.NaN;

  get count(): number {
    return this.#count;
  }

  /** Adds the first `count` of some numbers, none of which is NaN. Each batch is gone through twice, so that little is lost by rounding. */
  addAll(values: Float64Array, count: number): void {
    if (count === 0) return;
    let sum = 0;
    let min = values[0] ?? Number.NaN;
    let max = min;
    for (let at = 0; at < count; at += 1) {
      const value = values[at] ?? 0;
      sum += value;
      if (value < min) min = value;
      if (value > max) max = value;
    }
    const mean = sum / count;
    let squares = 0;
    let drift = 0;
    for (let at = 0; at < count; at += 1) {
      const difference = (values[at] ?? 0) - mean;
      squares += difference * difference;
      drift += difference;
    }
    this.#infinite ||= min === -Infinity || max === Infinity;
    this.#merge(count, mean, squares - (drift * drift) / count);
    if (!(this.min <= min)) this.min = min;
    if (!(this.max >= max)) this.max = max;
  }

  get mean(): number {
    return this.#count === 0 || this.#infinite ? Number.NaN : this.#mean;
  }

  /** Of a sample: divided by one less than the count. */
  get deviation(): number {
    if (this.#count === 0 || this.#infinite) return Number.NaN;
    return this.min === this.max ? 0 : Math.sqrt(this.#squares / (this.#count - 1));
  }

  #merge(count: number, mean: number, squares: number): void {
    const all = this.#count + count;
    const difference = mean - this.#mean;
    this.#squares = this.#count === 0 ? squares : this.#squares + squares + difference * difference * ((this.#count * count) / all);
    this.#mean = this.#count === 0 ? mean : this.#mean + difference * (count / all);
    this.#count = all;
  }
}
