/** Records of a dictionary as they stand in a system file, before their texts can be read. Source: PSPP developers' guide, System File Format */
import { TableError } from '../../table-error.ts';
import type { ReadLimits } from '../../table-reader.ts';
import type { ByteCursor } from '../byte-cursor.ts';
import { LABEL_BYTES } from './spss-variable.ts';

export interface RawVariable {
  /** Where its first eight bytes are in a case, counted in eights. */
  readonly element: number;
  /** 0 for a number, else bytes of the string: 255 at most. */
  readonly width: number;
  readonly name: Buffer;
  readonly label: Buffer | undefined;
  readonly format: number;
  /** How many missing values there are; negative when the first two are a range. */
  readonly missingCount: number;
  readonly missing: Buffer;
}

export interface RawLabels {
  readonly entries: readonly { readonly value: Buffer; readonly label: Buffer }[];
  /** Elements whose variables have these labels. */
  readonly elements: readonly number[];
}

/** Extensions that say something about the table, by their number. */
export type Extensions = ReadonlyMap<number, Buffer>;

export interface Records {
  readonly variables: readonly RawVariable[];
  readonly caseElements: number;
  readonly labels: readonly RawLabels[];
  readonly extensions: Extensions;
}

/** Bytes that a variable costs when it is held, roughly. */
const VARIABLE_BYTES = 256;
/** Code page, numbers that mean missing, long names, long strings, number of cases, encoding, labels and missing values of long strings. */
const usedExtensions = new Set([3, 4, 13, 14, 16, 20, 21, 22]);

export class RecordReader {
  readonly #cursor: ByteCursor;
  readonly #limits: ReadLimits;
  readonly #littleEndian: boolean;
  readonly #variables: RawVariable[] = [];
  readonly #labels: RawLabels[] = [];
  readonly #extensions = new Map<number, Buffer>();
  #elements = 0;
  /** Elements that the last string still has to have. */
  #pending = 0;

  constructor(cursor: ByteCursor, limits: ReadLimits, littleEndian: boolean) {
    this.#cursor = cursor;
    this.#limits = limits;
    this.#littleEndian = littleEndian;
  }

  /** Reads all records up to the first case. @throws TableError */
  async read(): Promise<Records> {
    for (;;) {
      const type = await this.#int();
      if (type !== 2 && this.#pending > 0) throw new TableError('MALFORMED', 'The last string has fewer parts than its bytes need.');
      if (type === 999) break;
      await this.#readRecord(type);
    }
    this.#cursor.skip(4);
    if (this.#variables.length === 0) throw new TableError('MALFORMED', 'The file has no variables.');
    return { variables: this.#variables, caseElements: this.#elements, labels: this.#labels, extensions: this.#extensions };
  }

  async #readRecord(type: number): Promise<void> {
    if (type === 2) await this.#readVariable();
    else if (type === 3) await this.#readLabels();
    else if (type === 6) this.#cursor.skip(80 * (await this.#count()));
    else if (type === 7) await this.#readExtension();
    else {
      throw new TableError('MALFORMED', `Before byte ${this.#cursor.position} stands a record of the type ${type}, which does not exist.`);
    }
  }

  async #int(): Promise<number> {
    const bytes = await this.#cursor.take(4);
    return this.#littleEndian ? bytes.readInt32LE(0) : bytes.readInt32BE(0);
  }

  /** A number of things, which are all in the file. */
  async #count(): Promise<number> {
    const count = await this.#int();
    if (count < 0) throw new TableError('MALFORMED', `Before byte ${this.#cursor.position} stands the number ${count} of entries.`);
    return count;
  }

  /** Bytes that are kept. */
  async #keep(length: number): Promise<Buffer> {
    this.#cursor.hold(length);
    return Buffer.from(await this.#cursor.take(length));
  }

  async #readVariable(): Promise<void> {
    const width = await this.#int();
    const hasLabel = await this.#int();
    const missingCount = await this.#int();
    const format = await this.#int();
    this.#cursor.skip(4);
    const name = await this.#cursor.take(8);
    const label = hasLabel === 0 ? undefined : await this.#readLabel();
    const column = this.#variables.length + 1;
    if (Math.abs(missingCount) > 3 || missingCount === -1) {
      throw new TableError('MALFORMED', `Variable ${column} has ${missingCount} missing values.`, { column });
    }
    const missing = await this.#keep(8 * Math.abs(missingCount));
    const element = this.#elements;
    this.#elements += 1;
    if (8 * this.#elements > this.#limits.recordBytes) {
      throw new TableError('TOO_LARGE', `A case has more than ${this.#limits.recordBytes} bytes.`);
    }
    if ((width === -1) !== this.#pending > 0 || width < -1 || width > 255) {
      throw new TableError('MALFORMED', `Variable ${column} has the width ${width}, which cannot stand at its place.`, { column });
    }
    if (width === -1) {
      this.#pending -= 1;
      return;
    }
    if (column > this.#limits.variables) {
      throw new TableError('TOO_LARGE', `The file has more than ${this.#limits.variables} variables.`);
    }
    this.#cursor.hold(VARIABLE_BYTES);
    this.#pending = Math.max(0, Math.ceil(width / 8) - 1);
    this.#variables.push({ element, width, name: Buffer.from(name), label, format, missingCount, missing });
  }

  async #readLabel(): Promise<Buffer> {
    const length = await this.#count();
    const label = await this.#keep(length);
    this.#cursor.skip((4 - (length % 4)) % 4);
    return label;
  }

  async #readLabels(): Promise<void> {
    const entries: { value: Buffer; label: Buffer }[] = [];
    for (let left = await this.#count(); left > 0; left -= 1) {
      this.#cursor.hold(LABEL_BYTES);
      const head = await this.#keep(9);
      const length = head[8] ?? 0;
      entries.push({ value: head.subarray(0, 8), label: await this.#keep(length) });
      this.#cursor.skip((8 - ((length + 1) % 8)) % 8);
    }
    if ((await this.#int()) !== 4) throw new TableError('MALFORMED', 'Value labels are not followed by the variables that have them.');
    const count = await this.#count();
    const bytes = await this.#keep(4 * count);
    const elements = Array.from(
      { length: count },
      (_, index) => (this.#littleEndian ? bytes.readInt32LE(4 * index) : bytes.readInt32BE(4 * index)) - 1,
    );
    this.#labels.push({ entries, elements });
  }

  async #readExtension(): Promise<void> {
    const subtype = await this.#int();
    const size = await this.#count();
    const length = size * (await this.#count());
    if (usedExtensions.has(subtype)) this.#extensions.set(subtype, await this.#keep(length));
    else this.#cursor.skip(length);
  }
}
