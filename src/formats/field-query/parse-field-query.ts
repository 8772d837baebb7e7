import { type FieldQuery, wordsOf } from './field-query.ts';

/** Terms of a query, and how deep its parentheses lie: each dataset is compared with all of them. */
const MOST_TERMS = 100;
const DEEPEST = 20;

/** Why a text is no query. */
export class FieldQueryFault extends Error {}

/** Parentheses; a term with its field and a phrase; or a word. */
const TOKEN = /\s*(?:([()])|((?:[A-Za-z][\w.]*:)?)(?:"([^"]*)"|([^\s()":]+)))/y;

interface Token {
  readonly sign: string | undefined;
  /** Name of a field with a colon, or empty. */
  readonly field: string;
  readonly phrase: string | undefined;
  readonly word: string | undefined;
}

function tokensOf(text: string): Token[] {
  const tokens: Token[] = [];
  const rest = new RegExp(TOKEN);
  const end = text.trimEnd().length;
  while (rest.lastIndex < end) {
    const place = rest.lastIndex;
    const found = rest.exec(text);
    if (found === null) throw new FieldQueryFault(`cannot be read from ${JSON.stringify(text.slice(place, place + 20).trim())} on`);
    const [, sign, field = '', phrase, word] = found;
    tokens.push({ sign, field, phrase, word });
    if (tokens.length > MOST_TERMS * 4) throw new FieldQueryFault(`must have at most ${MOST_TERMS} terms`);
  }
  return tokens;
}

/** Reads a query by descent; AND binds more closely than OR, and stands between terms that nothing separates. */
class Reader {
  readonly #tokens: readonly Token[];
  #place = 0;
  #terms = 0;

  constructor(tokens: readonly Token[]) {
    this.#tokens = tokens;
  }

  get #next(): Token | undefined {
    return this.#tokens[this.#place];
  }

  #isWord(word: string): boolean {
    return this.#next?.word === word && this.#next.field === '';
  }

  #takes(word: string): boolean {
    const found = this.#isWord(word);
    if (found) this.#place += 1;
    return found;
  }

  whole(): FieldQuery {
    const query = this.#either(0);
    if (this.#next !== undefined) throw new FieldQueryFault('has a parenthesis too many');
    return query;
  }

  #either(depth: number): FieldQuery {
    if (depth > DEEPEST) throw new FieldQueryFault(`must have at most ${DEEPEST} parentheses within each other`);
    const parts = [this.#each(depth)];
    while (this.#takes('OR')) parts.push(this.#each(depth));
    return parts.length === 1 && parts[0] !== undefined ? parts[0] : { kind: 'any', parts };
  }

  #each(depth: number): FieldQuery {
    const parts = [this.#one(depth)];
    while (this.#takes('AND') || (this.#next !== undefined && this.#next.sign !== ')' && !this.#isWord('OR'))) parts.push(this.#one(depth));
    return parts.length === 1 && parts[0] !== undefined ? parts[0] : { kind: 'all', parts };
  }

  #one(depth: number): FieldQuery {
    let negated = false;
    while (this.#takes('NOT')) negated = !negated;
    const part = this.#operand(depth);
    return negated ? { kind: 'not', part } : part;
  }

  #operand(depth: number): FieldQuery {
    const token = this.#next;
    if (token === undefined || token.sign === ')' || this.#isWord('AND') || this.#isWord('OR')) throw new FieldQueryFault('lacks a term');
    this.#place += 1;
    if (token.sign === '(') {
      const inner = this.#either(depth + 1);
      if (this.#next?.sign !== ')') throw new FieldQueryFault('lacks a closing parenthesis');
      this.#place += 1;
      return inner;
    }
    return this.#term(token);
  }

  #term({ field, phrase, word = '' }: Token): FieldQuery {
    this.#terms += 1;
    if (this.#terms > MOST_TERMS) throw new FieldQueryFault(`must have at most ${MOST_TERMS} terms`);
    if (word.startsWith('-')) throw new FieldQueryFault(`says with NOT what must not hold, instead of ${JSON.stringify(word)}`);
    const open = phrase === undefined && word.endsWith('*');
    const words = wordsOf(phrase ?? word);
    if (words.length === 0 && !open) throw new FieldQueryFault(`has no word in ${JSON.stringify(phrase ?? word)}`);
    return { kind: 'term', field: field === '' ? null : field.slice(0, -1), words, open };
  }
}

/** Reads a query. @throws FieldQueryFault with the rule that it breaks */
export function parseFieldQuery(text: string): FieldQuery {
  return new Reader(tokensOf(text)).whole();
}
