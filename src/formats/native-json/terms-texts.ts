import type { ZodType } from 'zod';

/** The shape of an object with a text for each of some terms. */
export function termsTexts<Key extends string, Text extends ZodType>(keys: readonly Key[], text: Text): Record<Key, Text> {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- it is made of these keys alone
  return Object.fromEntries(keys.map((key) => [key, text])) as Record<Key, Text>;
}
