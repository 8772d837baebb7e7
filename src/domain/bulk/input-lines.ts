/** Lines of an upload: bounded while they come, and read again one by one. */
import type { Readable } from 'node:stream';
import { DomainError } from '../../errors/domain-error.ts';

export const INPUT_LIMITS = { lines: 100_000, lineBytes: 1_000_000, bytes: 1_000_000_000 } as const;

const LINE_END = 0x0a;

function tooLarge(message: string): DomainError {
  return new DomainError('BULK_INPUT_TOO_LARGE', message, { problems: [{ pointer: '/lines', message }] });
}

/** Counts lines on their way, and ends where one is too long or they are too many. */
export class LineCounter {
  #ended = 0;
  #openBytes = 0;

  /** How many there are; one without its end counts. */
  get count(): number {
    return this.#ended + (this.#openBytes > 0 ? 1 : 0);
  }

  /** @throws DomainError BULK_INPUT_TOO_LARGE */
  read(chunk: Buffer): void {
    let from = 0;
    for (let end = chunk.indexOf(LINE_END); end !== -1; end = chunk.indexOf(LINE_END, from)) {
      this.#openBytes += end - from;
      this.#refuseLong();
      this.#ended += 1;
      this.#openBytes = 0;
      from = end + 1;
      if (this.#ended > INPUT_LIMITS.lines) throw tooLarge(`There may be at most ${INPUT_LIMITS.lines} lines.`);
    }
    this.#openBytes += chunk.length - from;
    this.#refuseLong();
    if (this.count > INPUT_LIMITS.lines) throw tooLarge(`There may be at most ${INPUT_LIMITS.lines} lines.`);
  }

  #refuseLong(): void {
    if (this.#openBytes > INPUT_LIMITS.lineBytes) throw tooLarge(`Line ${this.#ended + 1} has more than ${INPUT_LIMITS.lineBytes} bytes.`);
  }
}

/** Passes bytes on while a counter reads them. */
export async function* counted(source: Readable, counter: LineCounter): AsyncGenerator<Buffer> {
  for await (const chunk of source) {
    const bytes = Buffer.isBuffer(chunk) ? chunk : Buffer.from(String(chunk));
    counter.read(bytes);
    yield bytes;
  }
}

/** A line of the input. */
export interface InputLine {
  readonly text: string;
  /** Bytes from the beginning of the stream to after the line. */
  readonly end: number;
}

/** Reads lines that were counted before: each is short. */
export async function* linesOf(source: Readable): AsyncGenerator<InputLine> {
  let open: Buffer[] = [];
  let at = 0;
  const take = (rest: Buffer): string => {
    const text = Buffer.concat([...open, rest]).toString('utf8');
    open = [];
    return text;
  };
  for await (const chunk of source) {
    const bytes: Buffer = Buffer.isBuffer(chunk) ? chunk : Buffer.from(String(chunk));
    let from = 0;
    for (let end = bytes.indexOf(LINE_END); end !== -1; end = bytes.indexOf(LINE_END, from)) {
      yield { text: take(bytes.subarray(from, end)), end: at + end + 1 };
      from = end + 1;
    }
    if (from < bytes.length) open.push(bytes.subarray(from));
    at += bytes.length;
  }
  if (open.length > 0) yield { text: take(Buffer.alloc(0)), end: at };
}

/** The variables that a line gives; undefined where it is no JSON object. */
export function variablesIn(text: string): Readonly<Record<string, unknown>> | undefined {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return undefined;
  }
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : undefined;
}
