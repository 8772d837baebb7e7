/**
 * JSON that is passed on as the text it was read as. Parsing it, writing it again and collecting what both left behind took more than half
 * of the processor time of lists with metadata.
 */
import { randomUUID } from 'node:crypto';

/** Placeholder of one raw text while its surroundings are written; it never leaves the process. */
const MARK = randomUUID();
const WRITTEN_MARK = JSON.stringify(MARK);

/** What stands for a text, met by the writing under way; undefined outside of it. Writing is synchronous, so there is one at a time. */
let met: (string | OpenJson)[] | undefined;

/** A value that is known in part: `jsonParts` leaves its place open. */
export abstract class OpenJson {
  /** @throws Error outside of `jsonParts`, which alone can write what goes on. */
  toJSON(): unknown {
    if (met === undefined) throw new Error('A value that goes on is written by jsonParts alone.');
    met.push(this);
    return MARK;
  }
}

/** A value by its JSON text, which has to be valid. */
export class RawJson {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }

  /** What `JSON.stringify` writes: the value itself, unless `writeJson` puts the text in. */
  toJSON(): unknown {
    if (met === undefined) return JSON.parse(this.text);
    met.push(this.text);
    return MARK;
  }
}

/** Writes a value as JSON, with the texts of the raw values in it as they are: texts, and between each two of them a value that goes on. */
export function jsonParts(value: unknown): (string | OpenJson)[] {
  const found: (string | OpenJson)[] = [];
  met = found;
  let written: string;
  try {
    written = JSON.stringify(value);
  } finally {
    met = undefined;
  }
  if (found.length === 0) return [written];
  const [first = '', ...others] = written.split(WRITTEN_MARK);
  const parts: (string | OpenJson)[] = [];
  let text = first;
  for (const [place, part] of others.entries()) {
    const one = found[place];
    if (typeof one === 'string') {
      text += one + part;
    } else if (one !== undefined) {
      parts.push(text, one);
      text = part;
    }
  }
  parts.push(text);
  return parts;
}

/** Writes a value as JSON. @throws Error when a value in it goes on. */
export function writeJson(value: unknown): string {
  const [text, open] = jsonParts(value);
  if (typeof text !== 'string' || open !== undefined) throw new Error('A value that goes on is written in parts.');
  return text;
}
