import { describe, expect, test } from 'vitest';
import { expandDescription } from '../../../src/domain/versions/semantic/expand-description.ts';
import { DomainError } from '../../../src/errors/domain-error.ts';

const known = { schema: 'http://schema.org/', title: 'http://purl.org/dc/terms/title' };
const EXAMPLE = 'http://example.org/';

/** The place that a refusal names. */
async function refusedAt(description: unknown): Promise<string | undefined> {
  try {
    await expandDescription(description, known);
    return undefined;
  } catch (error) {
    if (!(error instanceof DomainError) || error.code !== 'BAD_USER_INPUT') throw error;
    return error.problems[0]?.pointer;
  }
}

function times<Value>(count: number, make: (at: number) => Value): Value[] {
  return Array.from({ length: count }, (_one, at) => make(at));
}

function terms(count: number): Record<string, string> {
  return Object.fromEntries(times(count, (at) => [`term${at}`, `${EXAMPLE}${at}`]));
}

function nested(levels: number): unknown {
  return levels === 0 ? 'x' : { title: nested(levels - 1) };
}

describe('a description that would take long to expand is refused before, by its place', () => {
  const refused: readonly (readonly [string, unknown, string])[] = [
    ['terms with contexts of their own', { '@context': { a: { '@id': `${EXAMPLE}a`, '@context': terms(1) } } }, '/@context/a/@context'],
    ['a context that does not propagate', { '@context': { '@propagate': false, ...terms(1) } }, '/@context/@propagate'],
    ['a context that takes in another one', { '@context': { '@import': EXAMPLE } }, '/@context/@import'],
    ['a base of relative addresses', { '@context': [{ '@base': EXAMPLE }] }, '/@context/0/@base'],
    ['more terms than may be', { '@context': [terms(300), terms(201)] }, '/@context/1/term200'],
    ['more contexts than may be', { '@context': times(9, () => ({})) }, '/@context/8'],
    ['contexts at many places', { title: times(9, () => ({ '@context': {} })) }, '/title/8/@context'],
    ['a prefix on a prefix', { '@context': { a: EXAMPLE, b: 'a:b/', c: { '@id': 'b:c' } } }, '/@context/c/@id'],
    ['a vocabulary that goes on from another one', { '@context': [{ '@vocab': EXAMPLE }, { '@vocab': 'more/' }] }, '/@context/1/@vocab'],
    ['a long address in a context', { '@context': { a: `${EXAMPLE}${'a'.repeat(500)}` } }, '/@context/a'],
    ['a long key', { title: { ['a'.repeat(501)]: 1 } }, '/title'],
    ['more values than may be', { title: times(10_000, () => 1) }, '/title/9998'],
    ['lists in a list', { title: times(5000, () => ['x']) }, '/title/4999'],
    ['deep nesting', nested(21), '/title'.repeat(21)],
  ];

  test.each(refused)('%s', async (_name, description, pointer) => {
    expect(await refusedAt(description)).toBe(pointer);
  });

  test('and is read up to each limit', async () => {
    const most = {
      '@context': [...times(6, () => ({})), { a: EXAMPLE, b: 'a:b/', '@vocab': EXAMPLE }, terms(490)],
      title: times(9000, () => 'x'),
      'b:c': 'y',
    };
    const expanded = await expandDescription(most, known);
    expect(expanded['http://purl.org/dc/terms/title']).toHaveLength(9000);
    expect(expanded[`${EXAMPLE}b/c`]).toEqual([{ '@value': 'y' }]);
    expect(await refusedAt(nested(20))).toBeUndefined();
  });

  test('and so is an address that is relative to nothing, however long', async () => {
    expect(await refusedAt({ title: 'x', '@id': '/a'.repeat(1_000_000) })).toBe('');
  });
});
