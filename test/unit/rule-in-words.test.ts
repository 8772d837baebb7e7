import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { ruleInWords } from '../../src/errors/rule-in-words.ts';

function faults(schema: z.ZodType, value: unknown): string[] {
  return schema.safeParse(value, { error: ruleInWords }).error?.issues.map(({ message }) => message) ?? [];
}

describe('a rule that a value breaks', () => {
  const type = z.enum(['major', 'minor', 'updatecurrent']);

  test.each([
    ['a missing word', type, undefined, 'is missing; it must be one of major, minor, updatecurrent'],
    ['an unknown word', type, 'huge', 'must be one of major, minor, updatecurrent'],
    ['the only word', z.literal('yes'), 'no', 'must be yes'],
    ['a number', z.coerce.number(), 'abc', 'must be a number'],
    ['a missing number', z.number(), undefined, 'is missing; it must be a number'],
    ['a whole number', z.number().int(), 1.5, 'must be a whole number'],
    ['a least', z.number().min(2), 1, 'must be at least 2'],
    ['a most', z.number().max(100), 101, 'must be at most 100'],
    ['more than', z.number().gt(0), 0, 'must be more than 0'],
    ['the length of a text', z.string().min(16), 'short', 'must have at least 16 characters'],
    ['the length of a list', z.array(z.string()).max(1), ['a', 'b'], 'must have at most 1 entry'],
    ['a list', z.array(z.string()), 'a', 'must be an array'],
    ['a switch', z.boolean(), 'maybe', 'must be true or false'],
    ['an object', z.object({}), [], 'must be an object'],
    ['unknown keys', z.strictObject({}), { colour: 1 }, 'has unknown keys: colour'],
    ['an address', z.url(), 'nowhere', 'must be a valid url'],
    ['alternatives', z.union([z.int(), z.string()]), true, 'has none of the accepted forms'],
  ])('%s is said in words', (_what, schema, value, words) => {
    expect(faults(schema, value)).toEqual([words]);
  });

  test('is said in the words of the schema where it has some', () => {
    expect(faults(z.string().regex(/^a/, 'must begin with an a'), 'b')).toEqual(['must begin with an a']);
  });
});
