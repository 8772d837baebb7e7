import { type BrokenRule, type RuleCode, type Rules, rules } from './rules.ts';

/** A broken rule as a sentence for people and as a code for programs. */
export interface ToldRule {
  readonly message: string;
  readonly rule: BrokenRule;
}

/** Tells that a rule was broken. */
export function broken<Code extends RuleCode>(code: Code, ...told: Parameters<Rules[Code]>): ToldRule {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the parameters are those of this very rule, which TypeScript cannot follow
  const sentence = rules[code] as (...values: Parameters<Rules[Code]>) => string;
  return { message: sentence(...told), rule: { code, values: told[0] ?? {} } };
}

/** The same of a part of a value, which the sentence begins with. */
export function brokenBy(part: string, { message, rule }: ToldRule): ToldRule {
  return { message: `${part} ${message}`, rule: { ...rule, about: part } };
}

/** The same for a check of a schema, whose problem then has the code. */
export function byRule<Code extends RuleCode>(
  code: Code,
  ...told: Parameters<Rules[Code]>
): { readonly message: string; readonly params: { readonly rule: BrokenRule } } {
  const { message, rule } = broken(code, ...told);
  return { message, params: { rule } };
}
