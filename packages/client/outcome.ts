import type { MendableFragment } from './generated/operations.ts';
import { Refusal } from './refusal.ts';

/** What a person can mend in the input of a mutation: `field` is a JSON pointer to it, such as `/citation/author/0/authorName`. */
export type UserError = MendableFragment;

/** What became of a mutation: done, or what has to be mended. Everything else is thrown as a `Refusal`. */
export type Outcome<Value> =
  | { readonly ok: true; readonly value: Value; readonly userErrors: readonly [] }
  | { readonly ok: false; readonly value?: undefined; readonly userErrors: readonly UserError[] };

/** A payload as an outcome. @param value What it gives where nothing is to be mended */
export function outcomeOf<Value>(userErrors: readonly UserError[], value: Value | null | undefined): Outcome<NonNullable<Value>> {
  if (userErrors.length > 0) return { ok: false, userErrors };
  if (value === null || value === undefined) throw new Refusal([], 200);
  return { ok: true, value, userErrors: [] };
}

/** The value of an outcome, for those who have nobody to mend anything. @throws Refusal with what is to be mended */
export function valueOf<Value>(outcome: Outcome<Value>): Value {
  if (outcome.ok) return outcome.value;
  const [first] = outcome.userErrors;
  const problems = outcome.userErrors.map(({ field, message }) => ({ pointer: field ?? '', message }));
  throw new Refusal([{ message: first?.message ?? '', extensions: { code: first?.code ?? 'BAD_USER_INPUT', problems } }], 200);
}
