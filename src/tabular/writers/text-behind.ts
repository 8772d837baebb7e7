/** Tab text on its way to where it is kept. */
import type { Batch, Variable } from '../table.ts';
import { TabTextWriter } from './tab-text.ts';

/** Text of a batch that is as large as this is written before more is made, so that there are not two of them. */
const LARGE_BYTES = 8 * 1024 * 1024;

/** Hands over the text of a batch while that of the next one is made. */
export class TextBehind {
  readonly #write: (bytes: Buffer) => Promise<void> | void;
  #writer: TabTextWriter;
  #other: TabTextWriter;
  #writing = Promise.resolve();

  /** @param write takes bytes that are valid until it is done */
  constructor(variables: readonly Variable[], write: (bytes: Buffer) => Promise<void> | void) {
    this.#write = write;
    this.#writer = new TabTextWriter(variables);
    this.#other = new TabTextWriter(variables);
  }

  /** Makes the text of a batch, which is not read any more once this is done. @throws what the writing of an earlier one threw */
  async add(batch: Batch): Promise<void> {
    const bytes = this.#writer.write(batch);
    await this.#writing;
    this.#writing = Promise.resolve(this.#write(bytes));
    // It is told by the next call.
    this.#writing.catch(() => undefined);
    if (bytes.length < LARGE_BYTES) [this.#writer, this.#other] = [this.#other, this.#writer];
    else await this.#writing;
  }

  /** Waits for the last one. */
  async end(): Promise<void> {
    await this.#writing;
  }
}
