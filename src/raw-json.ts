/**
 * JSON that is passed on as the text it was read as. Parsing it, writing it again and collecting what both left behind took more than half
 * of the processor time of lists with metadata.
 */
import { randomUUID } from 'node:crypto';

/** Stands for one raw text while its surroundings are written; nobody outside of this process ever sees it. */
const MARK = randomUUID();
const WRITTEN_MARK = JSON.stringify(MARK);

/** Texts met by the writing under way; undefined outside of it. Writing is synchronous, so there is one at a time. */
let met: string[] | undefined;

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

/** Writes a value as JSON, with the texts of the raw values in it as they are. */
export function writeJson(value: unknown): string {
  const texts: string[] = [];
  met = texts;
  let written: string;
  try {
    written = JSON.stringify(value);
  } finally {
    met = undefined;
  }
  if (texts.length === 0) return written;
  const [first = '', ...others] = written.split(WRITTEN_MARK);
  return others.reduce((text, part, place) => text + texts[place] + part, first);
}
