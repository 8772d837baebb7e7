/** Divides the bytes of a CSV or TSV file into records and values. Source: files.md 19.5 */
const QUOTE = 0x22;
const NEWLINE = 0x0a;
const RETURN = 0x0d;
const COMMA = 0x2c;

/** Where in a value the scanner is. */
const START = 0;
const PLAIN = 1;
const QUOTED = 2;
const QUOTE_IN_QUOTES = 3;
const AFTER_QUOTES = 4;

export interface RecordForm {
  /** The byte between values: a comma or a tab. */
  readonly delimiter: number;
  /** TSV: blanks around values are dropped, and lines without anything are no records. */
  readonly trimmed: boolean;
}

/**
 * Is fed bytes, and gives one record after the other. Values are unquoted in place, as they only become shorter; a record that is not
 * whole yet is kept until the rest of it comes.
 */
export class RecordScanner {
  readonly #form: RecordForm;
  bytes = Buffer.allocUnsafe(512 * 1024);
  /** Value i of the record is the bytes from `starts[i]` up to `ends[i]`. */
  starts = new Uint32Array(64);
  ends = new Uint32Array(64);
  /** Values of the record, of which no more than `mostKept` have a place in `starts` and `ends`. */
  count = 0;
  mostKept: number;
  #length = 0;
  #at = 0;
  #record = 0;
  #state = START;
  /** Where the value begins, and up to where it is unquoted. */
  #value = 0;
  #written = 0;
  /** Up to where blanks belong to the value, as they were in quotes. */
  #quotedEnd = 0;
  #ended = false;
  #inRecord = false;
  #afterReturn = false;

  constructor(form: RecordForm, mostKept: number) {
    this.#form = form;
    this.mostKept = mostKept;
  }

  /** Bytes of the record that is not whole yet. */
  get pendingBytes(): number {
    return this.#length - this.#record;
  }

  /** Appends bytes; the last record is no longer there. */
  feed(chunk: Uint8Array): void {
    const kept = this.#record;
    if (kept > 0) {
      this.bytes.copyWithin(0, kept, this.#length);
      for (let index = 0; index < Math.min(this.count, this.mostKept); index += 1) {
        this.starts[index] = (this.starts[index] ?? 0) - kept;
        this.ends[index] = (this.ends[index] ?? 0) - kept;
      }
      this.#length -= kept;
      this.#at -= kept;
      this.#value -= kept;
      this.#written -= kept;
      this.#quotedEnd -= kept;
      this.#record = 0;
    }
    if (this.#length + chunk.length > this.bytes.length) {
      const longer = Buffer.allocUnsafe(Math.max(this.bytes.length * 2, this.#length + chunk.length));
      longer.set(this.bytes.subarray(0, this.#length));
      this.bytes = longer;
    }
    this.bytes.set(chunk, this.#length);
    this.#length += chunk.length;
  }

  /** No more bytes will come. */
  end(): void {
    this.#ended = true;
  }

  /** Goes to the next record; false when more bytes are needed, or there are none. */
  next(): boolean {
    if (!this.#inRecord && !this.#begin()) return false;
    while (this.#at < this.#length) {
      if (this.#scan()) {
        this.#inRecord = false;
        if (!this.#form.trimmed || this.#hadContent()) return true;
        if (!this.#begin()) return false;
      }
    }
    if (!this.#ended) return false;
    this.#endValue(this.#state === START || this.#state === PLAIN ? this.#at : this.#written);
    this.#inRecord = false;
    return true;
  }

  /** A record begins where there is a byte. */
  #begin(): boolean {
    if (this.#afterReturn && this.#at < this.#length) {
      if (this.bytes[this.#at] === NEWLINE) this.#at += 1;
      this.#afterReturn = false;
    }
    this.#record = this.#at;
    this.count = 0;
    if (this.#at >= this.#length) return false;
    this.#inRecord = true;
    this.#beginValue();
    return true;
  }

  #hadContent(): boolean {
    return this.count > 1 || this.#at - this.#record > 1;
  }

  #beginValue(): void {
    this.#state = START;
    this.#value = this.#at;
    this.#quotedEnd = this.#at;
  }

  /** Goes on in a value; true when the record ends with it. */
  #scan(): boolean {
    if (this.#state === START) this.#scanStart();
    if (this.#state === PLAIN) return this.#scanPlain();
    if (this.#state === QUOTED) this.#scanQuoted();
    if (this.#state === QUOTE_IN_QUOTES) this.#scanQuoteInQuotes();
    return this.#state === AFTER_QUOTES && this.#scanAfterQuotes();
  }

  #scanStart(): void {
    if (this.#form.trimmed) while (this.#at < this.#length && this.#isBlank(this.bytes[this.#at])) this.#at += 1;
    if (this.#at >= this.#length) return;
    this.#value = this.#at;
    this.#quotedEnd = this.#at;
    this.#state = this.bytes[this.#at] === QUOTE ? QUOTED : PLAIN;
    if (this.#state === QUOTED) {
      this.#at += 1;
      this.#written = this.#value;
    }
  }

  #scanPlain(): boolean {
    const { bytes, starts, ends } = this;
    const { delimiter, trimmed } = this.#form;
    const length = this.#length;
    const room = trimmed ? 0 : Math.min(this.mostKept, starts.length);
    let at = this.#at;
    while (at < length) {
      const byte = bytes[at] ?? 0;
      // Most bytes are above the comma, and so above the others as well.
      if (byte <= COMMA && (byte === delimiter || byte === NEWLINE || byte === RETURN)) {
        if (byte !== delimiter || this.count >= room || at + 1 === length || bytes[at + 1] === QUOTE) {
          this.#at = at;
          return this.#endAt(at, byte);
        }
        // A value that is not quoted follows: the usual case, without a change of state.
        starts[this.count] = this.#value;
        ends[this.count] = at;
        this.count += 1;
        this.#value = at + 1;
      }
      at += 1;
    }
    this.#at = at;
    return false;
  }

  #scanQuoted(): void {
    const { bytes } = this;
    const length = this.#length;
    let at = this.#at;
    let written = this.#written;
    while (at < length) {
      const byte = bytes[at++] ?? 0;
      if (byte === QUOTE) {
        this.#state = QUOTE_IN_QUOTES;
        break;
      }
      bytes[written++] = byte;
    }
    this.#at = at;
    this.#written = written;
  }

  #scanQuoteInQuotes(): void {
    if (this.#at >= this.#length) return;
    if (this.bytes[this.#at] === QUOTE) {
      this.bytes[this.#written++] = QUOTE;
      this.#at += 1;
      this.#state = QUOTED;
      return;
    }
    this.#quotedEnd = this.#written;
    this.#state = AFTER_QUOTES;
  }

  #scanAfterQuotes(): boolean {
    const { delimiter } = this.#form;
    while (this.#at < this.#length) {
      const byte = this.bytes[this.#at] ?? 0;
      if (byte === delimiter || byte === NEWLINE || byte === RETURN) return this.#endAt(this.#written, byte);
      this.bytes[this.#written++] = byte;
      this.#at += 1;
    }
    return false;
  }

  /** Ends a value before a byte that divides; true when it divides records. */
  #endAt(end: number, byte: number): boolean {
    this.#endValue(end);
    this.#at += 1;
    if (byte === this.#form.delimiter) {
      this.#beginValue();
      // What follows the last divider is a value, even when the file ends here.
      return false;
    }
    this.#afterReturn = byte === RETURN;
    return true;
  }

  #endValue(end: number): void {
    let last = end;
    if (this.#form.trimmed) while (last > this.#quotedEnd && this.#isBlank(this.bytes[last - 1])) last -= 1;
    const index = this.count;
    this.count += 1;
    if (index >= this.mostKept) return;
    if (index >= this.starts.length) this.#makeRoom();
    this.starts[index] = this.#value;
    this.ends[index] = Math.max(last, this.#value);
  }

  #makeRoom(): void {
    for (const key of ['starts', 'ends'] as const) {
      const longer = new Uint32Array(this[key].length * 2);
      longer.set(this[key]);
      this[key] = longer;
    }
  }

  #isBlank(byte: number | undefined): boolean {
    return byte === 0x20 || byte === 0x0b || byte === 0x0c;
  }
}
