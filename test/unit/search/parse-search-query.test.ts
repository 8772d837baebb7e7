import { describe, expect, test } from 'vitest';
import { parseSearchQuery } from '../../../src/formats/search-query/parse-search-query.ts';
import { DEEPEST, LONGEST_QUERY, MOST_TERMS, type SearchQuery, SearchQueryFault } from '../../../src/model/search/search-query.ts';

/** A tree in one line. */
function written(query: SearchQuery): string {
  switch (query.kind) {
    case 'every':
    case 'any':
      return `(${query.parts.map(written).join(query.kind === 'every' ? ' & ' : ' | ')})`;
    case 'not':
      return `!${written(query.part)}`;
    case 'term':
      return `${query.field === null ? '' : `${query.field}:`}${query.form === 'exact' ? `"${query.text}"` : query.form === 'pattern' ? `/${query.text}/` : query.text}`;
    case 'range':
      return `${query.field}:${query.includesFrom ? '[' : '{'}${query.from ?? '*'}..${query.to ?? '*'}${query.includesTo ? ']' : '}'}`;
    default:
      return query.kind;
  }
}

function faultOf(text: string): string {
  try {
    return written(parseSearchQuery(text, 'strict'));
  } catch (error) {
    if (error instanceof SearchQueryFault) return `${error.place} ${error.message}`;
    throw error;
  }
}

describe('a query of search', () => {
  test.each([
    ['finch', 'finch'],
    ['a b', '(a | b)'],
    ['a AND b OR c', '((a & b) | c)'],
    ['a && b || !c', '((a & b) & !c)'],
    ['+a -b c', '(a & !b)'],
    ['a NOT b', '(a & !b)'],
    ['-a', '!a'],
    ['title:"x y"', 'title:"x y"'],
    ['title:(a OR "b c")', '(title:a | title:"b c")'],
    ['dateSort:[2018 TO *}', 'dateSort:[2018..*}'],
    ['a* b?c', '(/a*/ | /b?c/)'],
    [String.raw`a\*b`, 'a*b'],
    ['x^2.5 "y z"~3', '(x | "y z")'],
    ['*', 'all'],
    ['*:*', 'all'],
    ['title:*', 'title:/*/'],
    ['doi:10.5072/FK2/ABC', 'doi:10.5072/FK2/ABC'],
    ['https://doi.org/10.5072/FK2/ABC', '10.5072/FK2/ABC'],
    ['e-mail', 'e-mail'],
    ['a:b:c', 'a:b:c'],
    ['', 'none'],
  ])('%s reads as %s', (text, tree) => {
    expect(written(parseSearchQuery(text, 'lenient'))).toBe(tree);
  });

  test.each([
    ['(a', 0],
    ['a )', 2],
    ['a "b', 2],
    ['a AND', 2],
    ['OR a', 0],
    ['title:[1', 6],
    ['title:[1 2]', 6],
    ['()', 0],
    ['a [', 2],
    ['NOT', 3],
  ])('%s cannot be read from character %i on', (text, place) => {
    expect(faultOf(text)).toMatch(new RegExp(`^${place} `));
    expect(() => parseSearchQuery(text, 'lenient')).not.toThrow();
  });

  test('is bounded in length, terms and depth', () => {
    expect(faultOf('x'.repeat(LONGEST_QUERY + 1))).toContain(`${LONGEST_QUERY} characters`);
    expect(faultOf('ﷺ'.repeat(LONGEST_QUERY / 10))).toContain(`${LONGEST_QUERY} characters`);
    expect(faultOf('x '.repeat(MOST_TERMS + 1))).toContain(`${MOST_TERMS} terms`);
    expect(faultOf('('.repeat(DEEPEST + 1))).toContain(`${DEEPEST} brackets`);
    expect(faultOf(`${'('.repeat(DEEPEST)}x${')'.repeat(DEEPEST)}`)).toBe('x');
  });
});
