/** Gathers a text of a cell from its runs, without what is there for pronunciation. Source: ECMA-376-1 18.4.8 */
import { TableError } from '../../table-error.ts';

/** Characters that XML cannot have are written `_x000D_`. Source: ECMA-376-1 22.9.2.19 */
const ESCAPED = /_x([0-9A-Fa-f]{4})_/g;

export class TextRuns {
  readonly #mostBytes: number;
  #text = '';
  #phonetic = false;
  #isText = false;

  constructor(mostBytes: number) {
    this.#mostBytes = mostBytes;
  }

  open(name: string): void {
    if (name === 'rPh') this.#phonetic = true;
    if (name === 't') this.#isText = !this.#phonetic;
  }

  close(name: string): void {
    if (name === 'rPh') this.#phonetic = false;
    if (name === 't') this.#isText = false;
  }

  add(text: string): void {
    if (!this.#isText) return;
    this.#text += text;
    if (this.#text.length > this.#mostBytes) {
      throw new TableError('TOO_LARGE', `A text of the workbook has more than ${this.#mostBytes} characters.`);
    }
  }

  /** The text so far; a new one begins. */
  take(): string {
    const text = this.#text;
    this.#text = '';
    return text.includes('_x') ? text.replace(ESCAPED, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16))) : text;
  }
}
