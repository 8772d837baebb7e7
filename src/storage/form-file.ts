import type { Readable } from 'node:stream';
import { DomainError } from '../errors/domain-error.ts';

/** What came as a file of a form. */
export interface SentFile {
  readonly filename: string;
  readonly mimetype: string;
  createReadStream(): Readable;
}

/** The received part of a form. Its parser does not go beyond an unread file, and does not end before all files are read. */
export interface FormProgress {
  readonly arrived: FormFile[];
  /** The file that was asked for last. */
  wanted: FormFile | undefined;
}

/**
 * A file of a GraphQL form as the value of a variable: it comes when its turn in the form has come. Where another one is waited for and
 * this one is unread, it is skipped, because the form would stall for ever.
 */
export class FormFile {
  readonly #name: string;
  readonly #arrival: Promise<SentFile>;
  readonly #progress: FormProgress;
  #sent: SentFile | undefined;
  #opened = false;

  constructor(name: string, arrival: Promise<SentFile>, progress: FormProgress) {
    this.#name = name;
    this.#progress = progress;
    this.#arrival = arrival.then((sent) => this.#take(sent));
    // It may fail before it is awaited, or without being awaited.
    this.#arrival.catch(() => {});
  }

  /** Waits until it is its turn. @throws DomainError BAD_USER_INPUT when the form has no such file */
  async arrive(): Promise<SentFile> {
    this.#progress.wanted = this;
    if (this.#sent === undefined) for (const file of this.#progress.arrived) file.#passOver();
    const { filename, mimetype } = await this.#arrival.catch((error: unknown) => {
      throw this.#fault('is not in the form', error);
    });
    return { filename, mimetype, createReadStream: () => this.#open() };
  }

  #take(sent: SentFile): SentFile {
    const { arrived, wanted } = this.#progress;
    this.#sent = sent;
    arrived.push(this);
    if (wanted !== undefined && wanted.#sent === undefined) this.#passOver();
    return sent;
  }

  /** @throws DomainError BAD_USER_INPUT when its turn is over */
  #open(): Readable {
    if (this.#opened || this.#sent === undefined) throw this.#fault('can be read once, and only in the order of the files in the form');
    this.#opened = true;
    return this.#sent.createReadStream();
  }

  #passOver(): void {
    if (this.#opened) return;
    this.#opened = true;
    // A form that breaks off fails the file that is waited for.
    this.#sent
      ?.createReadStream()
      .on('error', () => {})
      .resume();
  }

  #fault(rule: string, cause?: unknown): DomainError {
    const message = `The file "${this.#name}" ${rule}.`;
    return new DomainError('BAD_USER_INPUT', message, { problems: [{ pointer: '/map', message }], cause });
  }
}
