/** Limits on the depth and size of untrusted JSON: its readers recurse for each level, and allocate for each value. */

export const JSON_LIMITS = {
  /** Deeper than any document of the contract; recursion over a deeper one could exhaust the stack. */
  nesting: 100,
  /** More than ten thousand files with all that can be said of each. */
  values: 200_000,
  /**
   * Members of one object: the largest of the contract have some hundreds. An object of more is a table to the engine, whose members take
   * a microsecond each whenever they are listed or copied, ten times as long as entries of a list.
   */
  members: 5000,
} as const;

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COMMA = 0x2c;
const OPEN_LIST = 0x5b;
const CLOSE_LIST = 0x5d;
const OPEN_OBJECT = 0x7b;
const CLOSE_OBJECT = 0x7d;

/** Less than all values that a text may hold, so that no count of commas brings it up to a limit. */
const NO_OBJECT = -JSON_LIMITS.values - 1;

/** Offset behind the string that begins at `start`; the end of the text where it has no end. */
function behindString(text: string, start: number): number {
  for (let end = text.indexOf('"', start + 1); end !== -1; end = text.indexOf('"', end + 1)) {
    let slashes = 0;
    while (text.charCodeAt(end - 1 - slashes) === BACKSLASH) slashes += 1;
    if (slashes % 2 === 0) return end + 1;
  }
  return text.length;
}

const TOO_DEEP = `nests deeper than ${JSON_LIMITS.nesting} levels`;
const TOO_MANY = `holds more than ${JSON_LIMITS.values} values`;

/**
 * Which limit a text exceeds, determined before it is parsed, whether it is JSON or not: the end of a sentence about it, undefined for
 * neither. `members` is for objects whose members are entries, as in PROV-JSON.
 */
export function limitExceededBy(text: string, members: number = JSON_LIMITS.members): string | undefined {
  /** Commas by level, of the object that is open there; below zero for what is no object. */
  const commas = new Int32Array(JSON_LIMITS.nesting + 1).fill(NO_OBJECT);
  let depth = 0;
  let values = 1;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === QUOTE) {
      at = behindString(text, at) - 1;
    } else if (code === COMMA) {
      values += 1;
      const count = (commas[depth] ?? NO_OBJECT) + 1;
      commas[depth] = count;
      if (count >= members) return `has an object with more than ${members} members`;
      if (values > JSON_LIMITS.values) return TOO_MANY;
    } else if (code === OPEN_LIST || code === OPEN_OBJECT) {
      values += 1;
      depth += 1;
      if (values > JSON_LIMITS.values) return TOO_MANY;
      if (depth > JSON_LIMITS.nesting) return TOO_DEEP;
      commas[depth] = code === OPEN_OBJECT ? 0 : NO_OBJECT;
    } else if (code === CLOSE_LIST || code === CLOSE_OBJECT) {
      depth -= 1;
    }
  }
  return undefined;
}

/** Whether a parsed value nests too deep. */
export function nestsTooDeep(value: unknown): boolean {
  let level: unknown[] = [value];
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > JSON_LIMITS.nesting) return true;
    const below: unknown[] = [];
    for (const one of level) {
      if (typeof one === 'object' && one !== null) for (const inner of Object.values(one)) below.push(inner);
    }
    level = below;
  }
  return false;
}
