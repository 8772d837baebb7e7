import { type ToldRule, broken } from '../../../errors/rules/broken.ts';
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
export class PatternFault extends Error {
  readonly told: ToldRule;

  constructor(told: ToldRule) {
    super(told.message);
    this.told = told;
  }
}

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
    if (this.at < this.source.length) throw new PatternFault(broken('PATTERN_GROUP_CLOSED'));
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
    if (!this.take('?:') && this.take('?')) throw new PatternFault(broken('PATTERN_LOOKS'));
    if (++this.depth > DEEPEST_NESTING) throw new PatternFault(broken('PATTERN_DEEP', { deepest: DEEPEST_NESTING }));
    const inner = this.alternatives();
    if (!this.take(')')) throw new PatternFault(broken('PATTERN_GROUP_OPEN'));
    this.depth--;
    return inner;
  }

  private single(): Matcher {
    const escaped = this.takePattern(/\\(.)/y);
    if (escaped !== null) {
      const [text, escape = ''] = escaped;
      // Of letters and digits those alone that stand for one character of a kind; others are references, borders or code points.
      if (/[A-Za-z0-9]/.test(escape) && !/[dDwWsS]/.test(escape)) throw new PatternFault(broken('PATTERN_ESCAPE', { escape }));
      return character(text);
    }
    const set = this.takePattern(/\[\^?(?:\\.|[^\]\\])*\]/y);
    if (set !== null) {
      try {
        return character(set[0]);
      } catch {
        throw new PatternFault(broken('PATTERN_SET', { set: set[0] }));
      }
    }
    const plain = this.takePattern(/[^\\[\](){}*+?|^$]/y);
    if (plain !== null) return character(plain[0]);
    throw new PatternFault(broken('PATTERN_STRAY', { character: this.source.charAt(this.at) }));
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
    if (least > most) throw new PatternFault(broken('PATTERN_COUNTS', { least, most }));
    if (least > MOST_REPEATS || (most !== Infinity && most > MOST_REPEATS)) {
      throw new PatternFault(broken('PATTERN_REPEATS', { most: MOST_REPEATS }));
    }
    return { least, most };
  }
}

/**
 * Compiles a regular expression; it matches a domain as a whole, in any case.
 * @throws PatternFault saying what is wrong with it.
 */
export function compileDomainPattern(source: string): (domain: string) => boolean {
  if (source.length > LONGEST_PATTERN) throw new PatternFault(broken('PATTERN_LONG', { most: LONGEST_PATTERN }));
  if (source === '') throw new PatternFault(broken('PATTERN_EMPTY'));
  const matcher = new Parser(source).parse();
  return (domain) => matcher(domain, 0, new Map()).includes(domain.length);
}
