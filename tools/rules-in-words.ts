import { rules } from '../src/errors/rules/rules.ts';

/** Values that are lists. */
const LISTS: ReadonlySet<string> = new Set(['words', 'keys', 'rules']);

/** Stands for the values of any rule: each is its own name in braces. */
const names = new Proxy<Record<string, string | readonly string[]>>(
  {},
  { get: (_values, name) => (LISTS.has(String(name)) ? [`{${String(name)}}`] : name === 'isMissing' ? '' : `{${String(name)}}`) },
);

/** Every rule that has a code, with its sentence, in which what it names stands as `{name}`. */
export function rulesInWords(): readonly (readonly [code: string, sentence: string])[] {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- sentences are asked for places in place of values
  return Object.entries(rules as unknown as Record<string, (values: typeof names) => string>).map(([code, say]) => [code, say(names)]);
}
