/** Reads a portable file up to its first case. Source: PSPP developers' guide, Portable File Format */
import { TableError } from '../../table-error.ts';
import type { ReadLimits } from '../../table-reader.ts';
import { endWithoutBlanks, textEncoding } from '../text-encoding.ts';
import { characterTable, START_BYTES } from './portable-table.ts';
import type { PortableText } from './portable-text.ts';
import { LABEL_BYTES, noMissing, type SpssMissing, type SpssValue, type SpssVariable, type ValueLabel } from './spss-variable.ts';

/** What a variable costs when it is held, roughly. */
const VARIABLE_BYTES = 512;

type Draft = { -readonly [Key in keyof SpssVariable]: SpssVariable[Key] };

/** Of portable files in ASCII, newer writers have other characters in UTF-8. */
const encoding = textEncoding('utf-8');

function trimmed(bytes: Buffer): string {
  return encoding.decode(bytes.subarray(0, endWithoutBlanks(bytes, 0, bytes.length)));
}

class HeaderReader {
  readonly #text: PortableText;
  readonly #limits: ReadLimits;
  readonly #variables: Draft[] = [];
  readonly #byName = new Map<string, Draft>();
  #announced = 0;
  #held = 0;

  constructor(text: PortableText, limits: ReadLimits) {
    this.#text = text;
    this.#limits = limits;
  }

  read(): SpssVariable[] {
    const table = characterTable(this.#text.raw(START_BYTES));
    if (table === undefined) throw new TableError('MALFORMED', 'The file does not begin as a portable file of SPSS.');
    this.#text.useTable(table);
    const version = this.#text.character();
    if (version !== 'A') throw new TableError('UNSUPPORTED', `Version ${version} of the format is not known.`);
    // Date and time.
    this.#text.bytes();
    this.#text.bytes();
    for (;;) {
      const tag = this.#text.character();
      if (tag === 'F') break;
      this.#readRecord(tag);
    }
    if (this.#variables.length === 0 || this.#variables.length !== this.#announced) {
      throw new TableError('MALFORMED', `The file has ${this.#variables.length} variables and announces ${this.#announced}.`);
    }
    return this.#variables;
  }

  #readRecord(tag: string): void {
    // Product, author, addition; the variable of weights.
    if ('1236'.includes(tag)) this.#text.bytes();
    else if (tag === '4') this.#announced = this.#text.count();
    // The precision of numbers.
    else if (tag === '5') this.#text.number();
    else if (tag === '7') this.#readVariable();
    else if ('89AB'.includes(tag)) this.#readMissing(tag);
    else if (tag === 'C') this.#last().label = trimmed(this.#text.bytes()) || undefined;
    else if (tag === 'D') this.#readLabels();
    else if (tag === 'E') for (let left = this.#text.count(); left > 0; left -= 1) this.#text.bytes();
    else throw new TableError('MALFORMED', `There is a record “${tag}”, which does not exist.`);
  }

  #last(): Draft {
    const last = this.#variables.at(-1);
    if (last === undefined) throw new TableError('MALFORMED', 'Something is said about a variable before the first one.');
    return last;
  }

  #hold(bytes: number): void {
    this.#held += bytes;
    if (this.#held > this.#limits.heldBytes) {
      throw new TableError('TOO_LARGE', `Names and labels have more than ${this.#limits.heldBytes} bytes.`);
    }
  }

  #readVariable(): void {
    this.#hold(VARIABLE_BYTES);
    if (this.#variables.length >= this.#limits.variables) {
      throw new TableError('TOO_LARGE', `The file has more than ${this.#limits.variables} variables.`);
    }
    const width = this.#text.count();
    if (width > this.#limits.recordBytes) {
      throw new TableError('TOO_LARGE', `A string has ${width} bytes, more than ${this.#limits.recordBytes}.`);
    }
    const name = trimmed(this.#text.bytes());
    const [type, , decimals] = [this.#text.count(), this.#text.count(), this.#text.count()];
    // The format for writing.
    for (let part = 0; part < 3; part += 1) this.#text.count();
    const variable = { name, label: undefined, width, format: { type, decimals }, missing: noMissing, labels: [] };
    this.#variables.push(variable);
    this.#byName.set(name, variable);
  }

  #value(width: number): SpssValue {
    if (width > 0) return trimmed(this.#text.bytes());
    const value = this.#text.number();
    if (value === undefined) throw new TableError('MALFORMED', 'A value with a label, or of those that mean missing, is itself missing.');
    return value;
  }

  /** One value, `LO THRU x`, `x THRU HI`, or a range. */
  #readMissing(tag: string): void {
    const variable = this.#last();
    const value = this.#value(variable.width);
    variable.missing = this.#withMissing(tag, variable, value);
    if (variable.missing.values.length > 3) {
      throw new TableError('MALFORMED', `Variable ${variable.name} has more than three missing values.`);
    }
  }

  #withMissing(tag: string, { missing, width }: Draft, value: SpssValue): SpssMissing {
    if (tag === '8' || typeof value === 'string') return { ...missing, values: [...missing.values, value] };
    if (tag === '9') return { ...missing, range: { low: undefined, high: value } };
    if (tag === 'A') return { ...missing, range: { low: value, high: undefined } };
    const high = this.#value(width);
    return { ...missing, range: { low: value, high: typeof high === 'number' ? high : undefined } };
  }

  #readLabels(): void {
    const count = this.#text.count();
    const labelled: Draft[] = [];
    for (let left = count; left > 0; left -= 1) {
      const name = trimmed(this.#text.bytes());
      const variable = this.#byName.get(name);
      if (variable === undefined) throw new TableError('MALFORMED', `Value labels are for a variable “${name}”, which does not exist.`);
      labelled.push(variable);
    }
    const width = labelled[0]?.width ?? 0;
    const labels: ValueLabel[] = [];
    for (let left = this.#text.count(); left > 0; left -= 1) {
      this.#hold(LABEL_BYTES);
      labels.push({ value: this.#value(width), label: trimmed(this.#text.bytes()) });
    }
    for (const variable of labelled) {
      if (variable.width > 0 !== width > 0) {
        throw new TableError('MALFORMED', `Labels of strings and of numbers are mixed at “${variable.name}”.`);
      }
      variable.labels = labels;
    }
  }
}

/** The variables; the text then stands at the first case. To be done within an attempt. @throws TableError */
export function readPortableHeader(text: PortableText, limits: ReadLimits): SpssVariable[] {
  return new HeaderReader(text, limits).read();
}
