/** Rules by their codes: what a schema finds is told by one, and pages in another language say it in their own words. */
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { DomainError } from '../../src/errors/domain-error.ts';
import { broken, brokenBy, byRule } from '../../src/errors/rules/broken.ts';
import { type BrokenRule, type RuleCode, rules } from '../../src/errors/rules/rules.ts';
import { parseInput } from '../../src/kernel/parse-input.ts';
import { ruleInGerman } from '../../src/pages/messages/de/rules/german-rules.ts';

const LISTS = new Set(['words', 'keys', 'rules']);
const FIXED: Readonly<Record<string, BrokenRule['values'][string]>> = {
  isMissing: false,
  counts: 'entries',
  type: 'DATE',
  kind: 'string',
  format: 'url',
};
/** What a sentence may leave out of its values: words for them stand in their place, or the English title does. */
const IN_OTHER_WORDS = new Set([...Object.keys(FIXED), 'field', 'parent']);

/** Values for a rule as it asks for them. */
function sampleFor(code: RuleCode): BrokenRule['values'] {
  const asked = new Map<string, BrokenRule['values'][string]>();
  const sample = new Proxy<Record<string, BrokenRule['values'][string]>>(
    {},
    {
      get: (_target, name) => {
        const key = String(name);
        const value = FIXED[key] ?? (LISTS.has(key) ? [`${key}:4711`] : `4711-${key}`);
        asked.set(key, value);
        return value;
      },
      has: () => true,
      ownKeys: () => [],
    },
  );
  (rules[code] as (values: unknown) => string)(sample);
  // Other languages may call by its title what English calls by its name.
  return { title: '4711-title', ...Object.fromEntries(asked) };
}

const codes = Object.keys(rules) as RuleCode[];

test.each(codes)('%s is said in German, with what it names', (code) => {
  const values = sampleFor(code);
  const english = (rules[code] as (given: unknown) => string)(values);
  const german = ruleInGerman({ code, values });
  expect(german).not.toBe(english);
  expect(german).not.toMatch(/undefined|\b(?:must|the)\b/u);
  const named = Object.entries(values).flatMap(([name, value]) =>
    IN_OTHER_WORDS.has(name) || !english.includes(String(value)) ? [] : [String(value)],
  );
  // Parts of a list, such as a rule for characters, may be said apart.
  expect(named.filter((text) => !german.includes(text.replace(/^\w+:/, '')))).toEqual([]);
});

test('a rule of a part names it', () => {
  const told = brokenBy('issuer', broken('SAFE_ADDRESS'));
  expect(told.message).toMatch(/^issuer /u);
  expect(ruleInGerman(told.rule)).toMatch(/^„issuer“ /u);
});

describe('what a schema finds', () => {
  const schema = z.object({
    name: z.string().max(3, 'must not be longer than 3 characters'),
    kind: z.enum(['A', 'B']),
    count: z.int().min(1),
    tags: z.array(z.string()).min(1),
    alias: z.string().refine((text) => /^[a-z]+$/.test(text), byRule('GROUP_ALIAS')),
    odd: z.string().regex(/^x/, 'must begin with x'),
  });

  function rulesOf(input: unknown): Readonly<Record<string, BrokenRule | undefined>> {
    try {
      parseInput(schema, input);
    } catch (error) {
      if (error instanceof DomainError) return Object.fromEntries(error.problems.map(({ pointer, rule }) => [pointer, rule]));
    }
    return {};
  }

  test('is told by the code of the rule, whatever words the schema has for it', () => {
    expect(rulesOf({ name: 'long', kind: 'C', count: 0, tags: [], alias: '!', odd: 'y' })).toEqual({
      '/name': { code: 'TOO_MANY', values: { most: 3, counts: 'characters' } },
      '/kind': { code: 'NOT_ONE_OF', values: { isMissing: false, words: ['A', 'B'] } },
      '/count': { code: 'TOO_LOW', values: { least: 1 } },
      '/tags': { code: 'TOO_FEW', values: { least: 1, counts: 'entries' } },
      '/alias': { code: 'GROUP_ALIAS', values: {} },
      // A pattern says nothing to people.
      '/odd': undefined,
    });
  });

  test('tells what is missing from what is wrong', () => {
    expect(rulesOf({ kind: null, count: 1, tags: ['a'], alias: 'a', odd: 'x' })).toEqual({
      '/name': { code: 'WRONG_KIND', values: { isMissing: true, kind: 'string' } },
      '/kind': { code: 'NOT_ONE_OF', values: { isMissing: false, words: ['A', 'B'] } },
    });
  });
});

test('what a rule repeats of an input is bounded', () => {
  const { rule } = broken('NO_ADDRESS', { text: 'x'.repeat(100_000) });
  const many = broken('UNKNOWN_KEYS', { keys: Array.from({ length: 5000 }, () => 'k'.repeat(5000)) });
  const error = new DomainError('BAD_USER_INPUT', 'x', { problems: [{ pointer: '', message: 'x', rule: many.rule }], rule });
  expect(JSON.stringify(error.rule).length).toBeLessThan(2000);
  expect(JSON.stringify(error.problems).length).toBeLessThan(120_000);
});
