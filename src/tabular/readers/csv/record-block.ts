/** Where the values of some records are, so that columns are gone through one after the other. */
import type { RecordScanner } from './record-scanner.ts';

export class RecordBlock {
  /** Values of a record; value i of record r is at `r * width + i` of the places. */
  readonly width: number;
  readonly starts: Uint32Array;
  readonly ends: Uint32Array;
  records = 0;
  readonly #most: number;

  constructor(width: number, mostRecords: number) {
    this.width = width;
    this.#most = mostRecords;
    this.starts = new Uint32Array(width * mostRecords);
    this.ends = new Uint32Array(width * mostRecords);
  }

  get isFull(): boolean {
    return this.records === this.#most;
  }

  /** Takes the places of the scanner's record. They are good until the scanner is fed again. */
  add({ starts, ends }: RecordScanner): void {
    const { width } = this;
    const from = this.records * width;
    for (let index = 0; index < width; index += 1) {
      this.starts[from + index] = starts[index] ?? 0;
      this.ends[from + index] = ends[index] ?? 0;
    }
    this.records += 1;
  }

  /** Bytes of all values, with what stands between those of a record. */
  get textBytes(): number {
    const { width, starts, ends } = this;
    let bytes = 0;
    for (let from = 0; from < this.records * width; from += width) bytes += (ends[from + width - 1] ?? 0) - (starts[from] ?? 0);
    return bytes;
  }

  clear(): void {
    this.records = 0;
  }
}
