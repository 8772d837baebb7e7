import { buildSchema } from 'graphql';
import { readFile } from 'node:fs/promises';
import { describe, expect, test } from 'vitest';
import { incompatibleChanges, RELEASED_SCHEMA } from '../../tools/schema-compatibility.ts';
import { runProgram } from '../../tools/run-program.ts';

const released = `
  type Query { kept(size: Int): Thing old: Gone @deprecated(reason: "Use \`kept\`. Goes after 2027-03-01.") byKind(kind: Kind): Thing }
  type Thing { name: String! label: String }
  type Gone { name: String }
  enum Kind { ONE TWO @deprecated(reason: "Nothing is of it any more. Goes after 2027-03-01.") }
`;

/** The released schema with one part of it replaced. */
function changed(part: string, by: string): readonly string[] {
  expect(released).toContain(part);
  return incompatibleChanges(released, buildSchema(released.replace(part, by)));
}

describe('a change of the schema', () => {
  test.each([
    ['a new field', 'label: String', 'label: String more: Int'],
    ['a new argument that may be absent', 'size: Int', 'size: Int first: Int'],
    ['a result that is never null any more', 'label: String', 'label: String!'],
    ['a value that was deprecated', 'TWO @deprecated(reason: "Nothing is of it any more. Goes after 2027-03-01.")', ''],
  ])('keeps clients: %s', (_what, part, by) => {
    expect(changed(part, by)).toEqual([]);
  });

  test('keeps clients where a deprecated field goes with the type that only it led to', () => {
    const without = released.replace(/ old: Gone .*?"\)/, '').replace('type Gone { name: String }', '');
    expect(without).not.toContain('Gone');
    expect(incompatibleChanges(released, buildSchema(without))).toEqual([]);
  });

  test.each([
    ['a field that was not deprecated', ' label: String', ''],
    ['a value that was not deprecated', 'ONE', ''],
    ['another type', 'label: String', 'label: Int'],
    ['a result that may be null now', 'name: String! ', 'name: String '],
    ['a new argument that has to be given', 'size: Int', 'size: Int first: Int!'],
    ['an argument that goes', '(kind: Kind)', ''],
  ])('breaks clients: %s', (_what, part, by) => {
    expect(changed(part, by).length).toBeGreaterThan(0);
  });
});

test('deprecations say until when what they are about stays', async () => {
  const reasons = [...(await readFile(RELEASED_SCHEMA, 'utf8')).matchAll(/@deprecated(?:\(reason: "([^"]*)"\))?/g)].map(
    ([, reason]) => reason,
  );
  expect(reasons.filter((reason) => !/Goes after \d{4}-\d\d-\d\d\.$/.test(reason ?? ''))).toEqual([]);
});

test('the schema keeps what was released', async () => {
  // A process of its own: the program loads the real graphql package, the tests an alias of it.
  const { output, succeeded } = await runProgram('node', ['tools/check-schema.ts']);
  expect(output).toBe('The schema keeps what was released.');
  expect(succeeded).toBe(true);
});
