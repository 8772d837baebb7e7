import { ENUM_WORDS } from '../../src/vocabulary/enum-words.ts';

/** What clients of GraphQL call a word of the contract that is a value of an enum. */
export function enumName(type: string, word: string): string {
  for (const [name, known] of ENUM_WORDS.get(type) ?? []) if (known === word) return name;
  throw new Error(`${type} has no word ${word}.`);
}
