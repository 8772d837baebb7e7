/** Reads small vectors whole: names, levels, labels. */
import { TableError } from '../../table-error.ts';
import { endOfText, textEncoding, type TextEncoding } from '../text-encoding.ts';
import { malformed, MISSING_INTEGER, WORD_BYTES, type SerialInput } from './serial-input.ts';
import type { SerialValue, Vector } from './serial-value.ts';

const LATIN1 = 1 << 2;
const UTF8 = 1 << 3;
const LEVELS_SHIFT = 12;

/** The encodings of texts: that of a text marked as such, else that of the session that wrote the file. */
export class SerialTexts {
  readonly #unicode = textEncoding('utf-8');
  readonly #latin = textEncoding('windows-1252');
  readonly #native: TextEncoding;

  /** @param native its name in the file; texts without a mark are taken as UTF-8, or else Windows-1252, when it has none */
  constructor(native: string | undefined) {
    this.#native =
      native === undefined || /^(utf-?8|us-ascii|ascii|ansi_x3.4-1968|c|posix)$/i.test(native) ? this.#unicode : encodingOf(native);
  }

  /** @param flags of the text in the file */
  of(flags: number): TextEncoding {
    const marks = flags >>> LEVELS_SHIFT;
    if ((marks & UTF8) !== 0) return this.#unicode;
    return (marks & LATIN1) === 0 ? this.#native : this.#latin;
  }
}

/** Windows names its code pages CP1252. */
function encodingOf(name: string): TextEncoding {
  return textEncoding(name.replace(/^cp(125\d)$/i, 'windows-$1'));
}

export class VectorValues {
  readonly #open: (position: number) => SerialInput;
  readonly #encodings: SerialTexts;
  #held = 0;

  constructor(open: (position: number) => SerialInput, encodings: SerialTexts) {
    this.#open = open;
    this.#encodings = encodings;
  }

  /** The texts of a vector, missing ones empty; none when it is no vector of texts. @throws TableError TOO_LARGE */
  async texts(value: SerialValue | undefined): Promise<string[]> {
    if (value?.kind === 'compact' && value.form.startsWith('wrap_')) return this.texts(wrapped(value.state));
    if (value?.kind !== 'vector' || value.type !== 'text') return [];
    const input = this.#open(value.position);
    const texts: string[] = [];
    for (let index = 0; index < value.length; index += 1) {
      if (input.ready < WORD_BYTES) await input.fill();
      const flags = input.takeInteger();
      const length = input.takeInteger();
      this.#hold(input, Math.max(0, length) + 32);
      const bytes = length === -1 ? Buffer.alloc(0) : await input.text(length);
      texts.push(this.#encodings.of(flags).decode(bytes.subarray(0, endOfText(bytes, 0, bytes.length))));
    }
    return texts;
  }

  /** The numbers of a vector, undefined where one is missing; none when it is no vector of numbers. */
  async numbers(value: SerialValue | undefined): Promise<(number | undefined)[]> {
    if (value?.kind === 'compact' && value.form.startsWith('wrap_')) return this.numbers(wrapped(value.state));
    if (value?.kind !== 'vector' || (value.type !== 'double' && value.type !== 'integer' && value.type !== 'logical')) return [];
    const input = this.#open(value.position);
    const numbers: (number | undefined)[] = [];
    for (let index = 0; index < value.length; index += 1) {
      this.#hold(input, 16);
      if (input.ready < WORD_BYTES) await input.fill();
      numbers.push(takeNumber(input, value));
    }
    return numbers;
  }

  #hold(input: SerialInput, bytes: number): void {
    this.#held += bytes;
    if (this.#held > input.limits.heldBytes) throw new TableError('TOO_LARGE', 'Names, levels and labels of the file are too many.');
  }
}

/** A number of a vector; undefined where it is missing. */
function takeNumber(input: SerialInput, { type }: Vector): number | undefined {
  if (type === 'double') {
    const value = input.takeDouble();
    return input.wasMissing ? undefined : value;
  }
  const value = input.takeInteger();
  return value === MISSING_INTEGER ? undefined : value;
}

/** What a wrapper is around. */
export function wrapped(state: SerialValue): SerialValue {
  const inner = state.kind === 'pairs' ? state.pairs[0]?.value : state.kind === 'list' ? state.elements[0] : undefined;
  if (inner === undefined) throw malformed();
  return inner;
}
