/**
 * Regular expressions for mail domains. They are matched against untrusted addresses during a request, so no pattern may make the server
 * think for ever: alternatives are followed side by side, each part is tried once from each place of the text, and nothing is taken back.
 * What cannot be matched that way is refused.
 */

/** Gives every place at which a match from `start` can end. */
type Matcher = (text: string, start: number, memory: Memory) => readonly number[];
/** What each part found from each place; one for each text. */
type Memory = Map<Matcher, (readonly number[] | undefined)[]>;

/** Longest pattern, in characters. */
export const LONGEST_PATTERN = 250;
/** Largest number in `{n,m}`: no part of a domain name is longer. */
const MOST_REPEATS = 63;
/** Groups inside groups. */
const DEEPEST_NESTING = 10;

/** Why a text is no pattern, as the end of a sentence about it. */
export class PatternFault extends Error {}

function union(lists: readonly (readonly number[])[]): readonly number[] {
  return lists.length === 1 ? (lists[0] ?? []) : [...new Set(lists.flat())];
}

function remembered(matcher: Matcher): Matcher {
  const matches: Matcher = (text, start, memory) => {
    let found = memory.get(matches);
    if (found === undefined) {
      found = [];
      memory.set(matches, found);
    }
    return (found[start] ??= matcher(text, start, memory));
  };
  return matches;
}

function sequence(parts: readonly Matcher[]): Matcher {
  return (text, start, memory) => {
    let ends: readonly number[] = [start];
    for (const part of parts) ends = union(ends.map((end) => part(text, end, memory)));
    return ends;
  };
}

function repeated(part: Matcher, least: number, most: number): Matcher {
  return (text, start, memory) => {
    let frontier: readonly number[] = [start];
    for (let count = 0; count < least; count++) frontier = union(frontier.map((end) => part(text, end, memory)));
    const ends = new Set(frontier);
    for (let count = least; count < most && frontier.length > 0; count++) {
      // A place that was reached with fewer repeats leads nowhere new.
      frontier = union(frontier.map((end) => part(text, end, memory))).filter((end) => !ends.has(end));
      for (const end of frontier) ends.add(end);
    }
    return [...ends];
  };
}

/** One character, as the language's own engine reads it: `a`, `.`, `\d`, `[a-z-]`. */
function character(source: string): Matcher {
  const expression = new RegExp(`^(?:${source})$`, 'i');
  return (text, start) => (start < text.length && expression.test(text.charAt(start)) ? [start + 1] : []);
}

class Parser {
  private at = 0;
  private depth = 0;
  private readonly source: string;

  constructor(source: string) {
    this.source = source;
  }

  parse(): Matcher {
    const matcher = this.alternatives();
    if (this.at < this.source.length) throw new PatternFault('closes a group that it does not open');
    return matcher;
  }

  private take(token: string): boolean {
    if (!this.source.startsWith(token, this.at)) return false;
    this.at += token.length;
    return true;
  }

  private takePattern(pattern: RegExp): RegExpExecArray | null {
    pattern.lastIndex = this.at;
    const match = pattern.exec(this.source);
    if (match !== null) this.at = pattern.lastIndex;
    return match;
  }

  private alternatives(): Matcher {
    const options = [this.terms()];
    while (this.take('|')) options.push(this.terms());
    const [only] = options;
    if (options.length === 1 && only !== undefined) return only;
    return remembered((text, start, memory) => union(options.map((option) => option(text, start, memory))));
  }

  private terms(): Matcher {
    const parts: Matcher[] = [];
    while (this.at < this.source.length && !/[|)]/.test(this.source.charAt(this.at))) parts.push(this.term());
    return sequence(parts);
  }

  private term(): Matcher {
    if (this.take('^')) return (_text, start) => (start === 0 ? [start] : []);
    if (this.take('$')) return (text, start) => (start === text.length ? [start] : []);
    const part = this.take('(') ? this.group() : this.single();
    const counts = this.repeats();
    return counts === undefined ? part : remembered(repeated(part, counts.least, counts.most));
  }

  private group(): Matcher {
    if (!this.take('?:') && this.take('?')) throw new PatternFault('looks ahead or behind, or names a group');
    if (++this.depth > DEEPEST_NESTING) throw new PatternFault(`nests groups deeper than ${DEEPEST_NESTING}`);
    const inner = this.alternatives();
    if (!this.take(')')) throw new PatternFault('opens a group that it does not close');
    this.depth--;
    return inner;
  }

  private single(): Matcher {
    const escaped = this.takePattern(/\\(.)/y);
    if (escaped !== null) {
      const [text, escape = ''] = escaped;
      // Of letters and digits those alone that stand for one character of a kind; others are references, borders or code points.
      if (/[A-Za-z0-9]/.test(escape) && !/[dDwWsS]/.test(escape)) throw new PatternFault(`uses \\${escape}`);
      return character(text);
    }
    const set = this.takePattern(/\[\^?(?:\\.|[^\]\\])*\]/y);
    if (set !== null) {
      try {
        return character(set[0]);
      } catch {
        throw new PatternFault(`has the bad character class ${set[0]}`);
      }
    }
    const plain = this.takePattern(/[^\\[\](){}*+?|^$]/y);
    if (plain !== null) return character(plain[0]);
    throw new PatternFault(`has a ${this.source.charAt(this.at)} that belongs to nothing`);
  }

  private repeats(): { readonly least: number; readonly most: number } | undefined {
    const found = this.takePattern(/([*+?]|\{(\d{1,3})(,(\d{0,3}))?\})\??/y);
    if (found === null) return undefined;
    const [, mark, from, comma, to] = found;
    if (mark === '*') return { least: 0, most: Infinity };
    if (mark === '+') return { least: 1, most: Infinity };
    if (mark === '?') return { least: 0, most: 1 };
    const least = Number(from);
    const most = comma === undefined ? least : to === undefined || to === '' ? Infinity : Number(to);
    if (least > most) throw new PatternFault(`repeats at least ${least} and at most ${most} times`);
    if (least > MOST_REPEATS || (most !== Infinity && most > MOST_REPEATS)) {
      throw new PatternFault(`counts to more than ${MOST_REPEATS}`);
    }
    return { least, most };
  }
}

/**
 * Compiles a regular expression; it matches a domain as a whole, in any case.
 * @throws PatternFault saying what is wrong with it.
 */
export function compileDomainPattern(source: string): (domain: string) => boolean {
  if (source.length > LONGEST_PATTERN) throw new PatternFault(`is longer than ${LONGEST_PATTERN} characters`);
  if (source === '') throw new PatternFault('is empty');
  const matcher = new Parser(source).parse();
  return (domain) => matcher(domain, 0, new Map()).includes(domain.length);
}
