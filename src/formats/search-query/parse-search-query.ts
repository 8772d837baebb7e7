import { DEEPEST, MOST_TERMS, type SearchQuery, SearchQueryFault } from '../../model/search/search-query.ts';
import { searchTokens, type SearchToken } from './search-tokens.ts';

/** Strict: what cannot be read is a fault. Lenient: it is read as plain words, or as nothing. */
export type SearchReading = 'strict' | 'lenient';

const NONE: SearchQuery = { kind: 'none' };
const ADDRESS = /^https?:\/\/(?:dx\.)?(?:doi\.org|hdl\.handle\.net)\/(?=.)/iu;
const RANGE = /^([[{])\s*(\S+)\s+TO\s+(\S+?)\s*([\]}])$/su;

/** One part of a list, and whether it must hold (`+`) or must not (`-`, `NOT`). */
interface Clause {
  readonly occurs: 'must' | 'mustNot' | 'should';
  readonly part: SearchQuery;
}

function joined(kind: 'every' | 'any', parts: readonly SearchQuery[]): SearchQuery {
  const [only] = parts;
  if (only === undefined) return NONE;
  return parts.length === 1 ? only : { kind, parts };
}

/** Terms that nothing joins are alternatives, unless some of them must hold. */
function listOf(clauses: readonly Clause[]): SearchQuery {
  const parts = (occurs: Clause['occurs']) => clauses.filter((clause) => clause.occurs === occurs).map(({ part }) => part);
  const [must, mustNot, should] = [parts('must'), parts('mustNot'), parts('should')];
  const wanted = must.length > 0 ? must : should.length > 0 ? [joined('any', should)] : [];
  return joined('every', [...wanted, ...mustNot.map((part): SearchQuery => ({ kind: 'not', part }))]);
}

/** Reads by descent: `AND` binds more closely than `OR`, which may be left out. */
class Reader {
  readonly #tokens: readonly SearchToken[];
  readonly #end: number;
  readonly #strict: boolean;
  #next = 0;
  #terms = 0;

  constructor(text: string, reading: SearchReading) {
    this.#tokens = searchTokens(text);
    this.#end = text.length;
    this.#strict = reading === 'strict';
  }

  whole(): SearchQuery {
    const clauses: Clause[] = [];
    for (;;) {
      clauses.push(...this.#clauses(0, null));
      const left = this.#token();
      if (left === undefined) return listOf(clauses);
      this.#fault('has a bracket that closes nothing', left);
      this.#next += 1;
    }
  }

  #token(): SearchToken | undefined {
    return this.#tokens[this.#next];
  }

  #take(...kinds: readonly SearchToken['kind'][]): SearchToken | undefined {
    const token = this.#token();
    if (token === undefined || !kinds.includes(token.kind)) return undefined;
    this.#next += 1;
    return token;
  }

  /** In a lenient reading there are no faults. */
  #fault(message: string, token: SearchToken | undefined): void {
    if (this.#strict) throw new SearchQueryFault(message, token?.place ?? this.#end);
  }

  #clauses(depth: number, field: string | null): Clause[] {
    const clauses: Clause[] = [];
    while (this.#token() !== undefined && this.#token()?.kind !== ')') {
      const or = this.#take('OR', 'AND');
      if (or !== undefined && (clauses.length === 0 || this.#token() === undefined || this.#token()?.kind === ')')) {
        this.#fault(`has ${or.text} without a term on both sides`, or);
        continue;
      }
      clauses.push(this.#chain(depth, field));
    }
    return clauses;
  }

  /** Terms joined by `AND`. */
  #chain(depth: number, field: string | null): Clause {
    const clauses = [this.#signed(depth, field)];
    while (this.#token()?.kind === 'AND') {
      const and = this.#take('AND');
      const next = this.#token();
      if (next === undefined || next.kind === ')' || next.kind === 'AND' || next.kind === 'OR') {
        this.#fault('has AND without a term on both sides', and);
        continue;
      }
      clauses.push(this.#signed(depth, field));
    }
    const [only] = clauses;
    if (clauses.length === 1 && only !== undefined) return only;
    const parts = clauses.map(({ occurs, part }): SearchQuery => (occurs === 'mustNot' ? { kind: 'not', part } : part));
    return { occurs: 'should', part: { kind: 'every', parts } };
  }

  #signed(depth: number, field: string | null): Clause {
    let occurs: Clause['occurs'] = 'should';
    for (let sign = this.#take('+', '-', 'NOT'); sign !== undefined; sign = this.#take('+', '-', 'NOT')) {
      occurs = sign.kind === '+' ? 'must' : occurs === 'mustNot' ? 'should' : 'mustNot';
    }
    const part = this.#operand(depth, field);
    // A sign before nothing means nothing.
    return { occurs: part === NONE ? 'should' : occurs, part };
  }

  #operand(depth: number, outer: string | null): SearchQuery {
    const named = this.#take('field');
    const field = named?.text ?? outer;
    const token = this.#token();
    if (token === undefined || token.kind === ')' || token.kind === 'AND' || token.kind === 'OR') {
      this.#fault('lacks a term', token);
      return NONE;
    }
    this.#next += 1;
    if (token.kind === '(') return this.#group(token, depth, field);
    this.#terms += 1;
    if (this.#terms > MOST_TERMS) throw new SearchQueryFault(`must have at most ${MOST_TERMS} terms`, token.place);
    if (token.open) this.#fault(token.kind === 'phrase' ? 'has a quote that is not closed' : 'has a range that is not closed', token);
    if (token.kind === 'range') return this.#range(token, field);
    return this.#term(token, field);
  }

  #group(opening: SearchToken, depth: number, field: string | null): SearchQuery {
    if (depth >= DEEPEST) throw new SearchQueryFault(`must have at most ${DEEPEST} brackets within each other`, opening.place);
    const inner = this.#clauses(depth + 1, field);
    if (inner.length === 0) this.#fault('has brackets without a term', opening);
    if (this.#take(')') === undefined) this.#fault('has a bracket that is not closed', opening);
    return listOf(inner);
  }

  #range(token: SearchToken, field: string | null): SearchQuery {
    const [, opening, from = '', to = '', closing] = RANGE.exec(token.text) ?? [];
    if (opening === undefined) {
      this.#fault('has a range that is not of the form [a TO b]', token);
      return NONE;
    }
    const end = (value: string): string | null => (value === '*' ? null : value.replace(/^"(.*)"$/su, '$1'));
    const { place } = token;
    return { kind: 'range', field, place, from: end(from), to: end(to), includesFrom: opening === '[', includesTo: closing === ']' };
  }

  #term({ kind, text, place }: SearchToken, field: string | null): SearchQuery {
    if (kind === 'phrase') return { kind: 'term', field, place, text, form: 'exact' };
    if (/^[[\]{}\\]$/u.test(text)) {
      this.#fault('has a bracket where a term belongs', { kind: 'word', text, place, open: false });
      return NONE;
    }
    if (field === null && (text === '*' || text === '*:*')) return { kind: 'all' };
    if (/(?<!\\)[*?]/u.test(text)) return { kind: 'term', field, place, text, form: 'pattern' };
    return { kind: 'term', field, place, text: text.replaceAll(/\\(.)/gsu, '$1').replace(ADDRESS, ''), form: 'word' };
  }
}

/**
 * Reads a query. An empty one finds nothing.
 * @throws SearchQueryFault with the place; in a lenient reading only when there is too much of it
 */
export function parseSearchQuery(text: string, reading: SearchReading): SearchQuery {
  return new Reader(text, reading).whole();
}
