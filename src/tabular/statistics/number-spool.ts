/** Numbers of many variables, written one run after the other to a scratch file and read again in that order. */
import type { ScratchFile } from '../table-reader.ts';

/** A run begins with its variable and its length. */
const HEAD = 2;
const PIECE_NUMBERS = 64 * 1024;

export class NumberSpool {
  readonly #file: ScratchFile;
  readonly #piece = new Float64Array(PIECE_NUMBERS);
  #held = 0;
  #written = 0;

  constructor(file: ScratchFile) {
    this.#file = file;
  }

  get byteLength(): number {
    return (this.#written + this.#held) * Float64Array.BYTES_PER_ELEMENT;
  }

  /** Appends the first `count` of some numbers of a variable. */
  append(variable: number, values: Float64Array, count: number): void {
    for (let start = 0; start < count;) {
      if (this.#held + HEAD >= PIECE_NUMBERS) this.#flush();
      const run = Math.min(count - start, PIECE_NUMBERS - this.#held - HEAD);
      this.#piece[this.#held] = variable;
      this.#piece[this.#held + 1] = run;
      this.#piece.set(values.subarray(start, start + run), this.#held + HEAD);
      this.#held += HEAD + run;
      start += run;
    }
  }

  /** Hands all runs over again. The numbers are valid until the next run. */
  async each(take: (variable: number, values: Float64Array, count: number) => void): Promise<void> {
    this.#flush();
    for (let position = 0; position < this.#written; position += PIECE_NUMBERS) {
      const bytes = await this.#file.read(bytesOf(this.#piece), position * Float64Array.BYTES_PER_ELEMENT);
      const numbers = bytes / Float64Array.BYTES_PER_ELEMENT;
      for (let at = 0; at < numbers;) {
        const count = this.#piece[at + 1] ?? 0;
        // What is left of a piece holds no run.
        if (count === 0) break;
        take(this.#piece[at] ?? 0, this.#piece.subarray(at + HEAD), count);
        at += HEAD + count;
      }
    }
  }

  /** Writes a piece, whole but for the last one: so each begins with a run. */
  #flush(): void {
    if (this.#held === 0) return;
    this.#piece.fill(0, this.#held);
    this.#file.append(bytesOf(this.#piece));
    this.#written += PIECE_NUMBERS;
    this.#held = 0;
  }
}

function bytesOf(numbers: Float64Array): Uint8Array {
  return new Uint8Array(numbers.buffer, numbers.byteOffset, numbers.byteLength);
}
