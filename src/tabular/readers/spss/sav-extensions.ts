/** What the extensions of a dictionary say. Source: PSPP developers' guide, System File Format */
import { TableError } from '../../table-error.ts';
import { endWithoutBlanks, textEncoding, type TextEncoding } from '../text-encoding.ts';
import { encodingLabel } from './sav-encoding.ts';
import type { Extensions } from './sav-records.ts';
import type { ValueLabel } from './spss-variable.ts';

export function int32(bytes: Buffer, at: number, littleEndian: boolean): number {
  return littleEndian ? bytes.readInt32LE(at) : bytes.readInt32BE(at);
}

export function double(bytes: Buffer, at: number, littleEndian: boolean): number {
  return littleEndian ? bytes.readDoubleLE(at) : bytes.readDoubleBE(at);
}

/** A text without the blanks at its end. */
export function trimmed(bytes: Buffer, encoding: TextEncoding): string {
  return encoding.decode(bytes.subarray(0, endWithoutBlanks(bytes, 0, bytes.length)));
}

/** @throws TableError UNSUPPORTED for numbers that are not those of IEEE 754, and for encodings that cannot be read */
export function encodingOf(extensions: Extensions, littleEndian: boolean): TextEncoding {
  const machine = extensions.get(3);
  const hasMachine = machine !== undefined && machine.length >= 32;
  if (hasMachine && int32(machine, 16, littleEndian) > 1) {
    throw new TableError('UNSUPPORTED', 'The numbers of the file are not those of IEEE 754.');
  }
  const codePage = hasMachine ? int32(machine, 28, littleEndian) : undefined;
  if (codePage === 1) throw new TableError('UNSUPPORTED', 'The file has its texts in EBCDIC.');
  return textEncoding(encodingLabel(extensions.get(20)?.toString('latin1').replaceAll('\0', ''), codePage));
}

/** The number that stands for a missing one. */
export function systemMissing(extensions: Extensions, littleEndian: boolean): number {
  const numbers = extensions.get(4);
  return numbers !== undefined && numbers.length >= 8 ? double(numbers, 0, littleEndian) : -Number.MAX_VALUE;
}

/** How many cases there are, where the first record has no room for the number. */
export function countedCases(extensions: Extensions, littleEndian: boolean): number | undefined {
  const counts = extensions.get(16);
  if (counts === undefined || counts.length < 16) return undefined;
  const cases = Number(littleEndian ? counts.readBigInt64LE(8) : counts.readBigInt64BE(8));
  return cases >= 0 && Number.isSafeInteger(cases) ? cases : undefined;
}

/** What is said of variables by their short names: `A=first` and `B=second`, separated by tabs. */
function pairs(text: string): Map<string, string> {
  const found = new Map<string, string>();
  for (const pair of text.split('\t')) {
    const at = pair.indexOf('=');
    if (at > 0) found.set(pair.slice(0, at).trim().toUpperCase(), pair.slice(at + 1));
  }
  return found;
}

/** Long names by short ones, which are in capitals here. */
export function longNames(extensions: Extensions, encoding: TextEncoding): Map<string, string> {
  return pairs(encoding.decode(extensions.get(13) ?? Buffer.alloc(0)));
}

/** Widths of the strings that have more than 255 bytes, by short names. */
export function longWidths(extensions: Extensions, encoding: TextEncoding): Map<string, number> {
  const text = encoding.decode(extensions.get(14) ?? Buffer.alloc(0)).replaceAll('\0', '');
  return new Map([...pairs(text)].map(([name, width]) => [name, Number.parseInt(width, 10)]));
}

/** Goes through an extension field by field. */
class FieldReader {
  readonly #bytes: Buffer;
  readonly #littleEndian: boolean;
  #at = 0;

  constructor(bytes: Buffer, littleEndian: boolean) {
    this.#bytes = bytes;
    this.#littleEndian = littleEndian;
  }

  get atEnd(): boolean {
    return this.#at >= this.#bytes.length;
  }

  take(length: number): Buffer {
    if (length < 0 || this.#at + length > this.#bytes.length) {
      throw new TableError('MALFORMED', 'What is said about long strings does not have the length that it claims.');
    }
    this.#at += length;
    return this.#bytes.subarray(this.#at - length, this.#at);
  }

  int(): number {
    return int32(this.take(4), 0, this.#littleEndian);
  }

  byte(): number {
    return this.take(1)[0] ?? 0;
  }

  /** A field after its length. */
  counted(): Buffer {
    return this.take(this.int());
  }
}

/** Value labels of strings of more than eight bytes, by the name of the variable. */
export function longStringLabels(extensions: Extensions, encoding: TextEncoding, littleEndian: boolean): Map<string, ValueLabel[]> {
  const found = new Map<string, ValueLabel[]>();
  const fields = new FieldReader(extensions.get(21) ?? Buffer.alloc(0), littleEndian);
  while (!fields.atEnd) {
    const name = encoding.decode(fields.counted());
    fields.int();
    const labels: ValueLabel[] = [];
    for (let left = fields.int(); left > 0; left -= 1) {
      labels.push({ value: trimmed(fields.counted(), encoding), label: encoding.decode(fields.counted()) });
    }
    found.set(name, labels);
  }
  return found;
}

/** Missing values of strings of more than eight bytes, of which only the first eight count, by the name of the variable. */
export function longStringMissing(extensions: Extensions, encoding: TextEncoding, littleEndian: boolean): Map<string, string[]> {
  const found = new Map<string, string[]>();
  const fields = new FieldReader(extensions.get(22) ?? Buffer.alloc(0), littleEndian);
  while (!fields.atEnd) {
    const name = encoding.decode(fields.counted());
    const count = fields.byte();
    const length = fields.int();
    found.set(
      name,
      Array.from({ length: count }, () => trimmed(fields.take(length), encoding)),
    );
  }
  return found;
}
