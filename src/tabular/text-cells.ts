/** Cells of text, one after the other in one array of UTF-8 bytes: a million short strings cost no million objects. */
export interface TextCells {
  readonly bytes: Buffer;
  /** Cell i is the bytes from `offsets[i]` up to `offsets[i + 1]`. */
  readonly offsets: Uint32Array;
}

/** A cell as a string. */
export function cellText(cells: TextCells, row: number): string {
  return cells.bytes.toString('utf8', cells.offsets[row] ?? 0, cells.offsets[row + 1] ?? 0);
}

/** Gathers the cells of a batch. */
export class TextCellsBuilder {
  #bytes: Buffer;
  #length = 0;
  #offsets: Uint32Array;
  #rows = 0;

  constructor(rows: number, bytesPerCell = 16) {
    this.#offsets = new Uint32Array(rows + 1);
    this.#bytes = Buffer.allocUnsafe(Math.max(64, rows * bytesPerCell));
  }

  /** How many bytes there are so far; a reader ends its batch before this becomes much. */
  get byteLength(): number {
    return this.#length;
  }

  push(text: string): void {
    const most = text.length * 3;
    if (this.#length + most > this.#bytes.length) this.#grow(most);
    this.#length += this.#bytes.write(text, this.#length, 'utf8');
    this.#end();
  }

  /** Appends bytes of UTF-8 from a source that is known to be so. */
  pushBytes(source: Uint8Array, start: number, end: number): void {
    const count = end - start;
    if (this.#length + count > this.#bytes.length) this.#grow(count);
    // For a few bytes, a loop is faster than a call.
    if (count < 24) for (let at = start; at < end; at += 1) this.#bytes[this.#length + at - start] = source[at] ?? 0;
    else this.#bytes.set(source.subarray(start, end), this.#length);
    this.#length += count;
    this.#end();
  }

  /** An empty cell: an empty string, or one that is missing. */
  pushEmpty(): void {
    this.#end();
  }

  /** The cells so far. They are valid until the builder is used again. */
  cells(): TextCells {
    return { bytes: this.#bytes, offsets: this.#offsets };
  }

  /** Begins a new batch in the same memory. */
  clear(): void {
    this.#length = 0;
    this.#rows = 0;
  }

  #end(): void {
    this.#rows += 1;
    if (this.#rows >= this.#offsets.length) {
      const longer = new Uint32Array(this.#offsets.length * 2);
      longer.set(this.#offsets);
      this.#offsets = longer;
    }
    this.#offsets[this.#rows] = this.#length;
  }

  #grow(more: number): void {
    const longer = Buffer.allocUnsafe(Math.max(this.#bytes.length * 2, this.#length + more));
    longer.set(this.#bytes.subarray(0, this.#length));
    this.#bytes = longer;
  }
}
