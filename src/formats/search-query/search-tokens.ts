import { LONGEST_QUERY, SearchQueryFault } from '../../model/search/search-query.ts';

/** A piece of a query. */
export interface SearchToken {
  readonly kind: '(' | ')' | '+' | '-' | 'AND' | 'OR' | 'NOT' | 'field' | 'word' | 'phrase' | 'range';
  /** The name of a field without its colon; the words without quotes; a range with its brackets. */
  readonly text: string;
  readonly place: number;
  /** A phrase or range whose end is missing. */
  readonly open: boolean;
}

const OPERATORS: Readonly<Record<string, SearchToken['kind']>> = { AND: 'AND', '&&': 'AND', OR: 'OR', '||': 'OR', NOT: 'NOT', '!': 'NOT' };

/** Schemes of identifiers and addresses: their colon belongs to the word. */
const LITERAL = /^(?:doi|hdl|ark|perma|urn|https?|unf)$/i;
const PHRASE = /"((?:[^"\\]|\\.)*)("?)/suy;
const RANGE = /[[{]([^\]}]*)([\]}]?)/uy;
const FIELD = /([A-Za-z_][\w.-]*):(?=\S)/uy;
const WORD = /(?:\\.|[^\s()"[\]{}\\])+|[[\]{}\\]/suy;
/** How much a term counts, and how far it may differ, are read and left to the index. */
const SUFFIX = /(?:\^\d{1,6}(?:\.\d{1,6})?|~\d{0,2}(?:\.\d{1,6})?)+$/u;

function matchAt(pattern: RegExp, text: string, place: number): RegExpExecArray | null {
  pattern.lastIndex = place;
  return pattern.exec(text);
}

function tokenAt(text: string, place: number, afterField: boolean): { readonly token: SearchToken; readonly end: number } {
  const made = (kind: SearchToken['kind'], value: string, length: number, open = false) => ({
    token: { kind, text: value, place, open },
    end: place + length,
  });
  const sign = text[place] ?? '';
  if (sign === '(' || sign === ')') return made(sign, sign, 1);
  if ((sign === '+' || sign === '-') && !afterField && /\S/u.test(text[place + 1] ?? ' ')) return made(sign, sign, 1);
  if (sign === '!' && !afterField) return made('NOT', sign, 1);
  const phrase = sign === '"' ? matchAt(PHRASE, text, place) : null;
  if (phrase !== null) {
    const suffix = SUFFIX.exec(matchAt(WORD, text, place + phrase[0].length)?.[0] ?? '');
    const length = phrase[0].length + (suffix?.index === 0 ? suffix[0].length : 0);
    return made('phrase', (phrase[1] ?? '').replaceAll(/\\(.)/gsu, '$1'), length, phrase[2] === '');
  }
  const range = afterField && (sign === '[' || sign === '{') ? matchAt(RANGE, text, place) : null;
  if (range !== null) return made('range', range[0], range[0].length, range[2] === '');
  const field = afterField ? null : matchAt(FIELD, text, place);
  if (field !== null && !LITERAL.test(field[1] ?? '')) return made('field', field[1] ?? '', field[0].length);
  const word = matchAt(WORD, text, place)?.[0] ?? sign;
  return made(afterField ? 'word' : (OPERATORS[word] ?? 'word'), word.replace(SUFFIX, ''), word.length);
}

/** The pieces of a query. @throws SearchQueryFault when it is too long */
export function searchTokens(text: string): readonly SearchToken[] {
  if (text.length > LONGEST_QUERY || text.normalize('NFKD').length > LONGEST_QUERY) {
    throw new SearchQueryFault(`must have at most ${LONGEST_QUERY} characters`, LONGEST_QUERY);
  }
  const tokens: SearchToken[] = [];
  let place = 0;
  while (place < text.length) {
    if (/\s/u.test(text[place] ?? '')) {
      place += 1;
      continue;
    }
    const { token, end } = tokenAt(text, place, tokens.at(-1)?.kind === 'field');
    tokens.push(token);
    place = end;
  }
  return tokens;
}
