import type { FieldDefinition } from '../../../model/metadata/block-definition.ts';
import { enumName } from './typed-names.ts';

/** Longer vocabularies, the languages among them, are texts: clients generate code for each value. */
export const MOST_ENUM_VALUES = 250;

/** The values of a vocabulary as those of an enum, both ways. */
export interface TypedVocabulary {
  /** In the order of the vocabulary. */
  readonly values: readonly { readonly name: string; readonly text: string }[];
  readonly nameOf: ReadonlyMap<string, string>;
  readonly textOf: ReadonlyMap<string, string>;
}

/** The enum of a field's vocabulary; null where it has none, or its size or spelling does not allow one. */
export function typedVocabulary({ vocabulary }: FieldDefinition): TypedVocabulary | null {
  if (vocabulary.length === 0 || vocabulary.length > MOST_ENUM_VALUES) return null;
  const values: { readonly name: string; readonly text: string }[] = [];
  for (const { value: text } of vocabulary) {
    const name = enumName(text);
    if (name === undefined) return null;
    values.push({ name, text });
  }
  const textOf = new Map(values.map(({ name, text }) => [name, text]));
  return textOf.size === values.length ? { values, textOf, nameOf: new Map(values.map(({ name, text }) => [text, name])) } : null;
}
