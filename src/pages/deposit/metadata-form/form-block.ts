import type { PageFormBlockFragment, PageFormFieldFragment } from '../../../generated/page-operations.ts';

/** A field of a form. */
export type FormField = PageFormFieldFragment & { readonly children?: readonly PageFormFieldFragment[] };

/** Fields under one heading. */
export type FormBlock = PageFormBlockFragment;

/** Most values that are shown all at once, to be ticked. */
const MOST_TICKED = 20;

/** Whether the values of a field are ticked in a list, in place of being chosen one by one. */
export function isTicked({ typeClass, multiple, vocabularyValues }: PageFormFieldFragment): boolean {
  return typeClass === 'controlledVocabulary' && multiple && vocabularyValues.length <= MOST_TICKED;
}

/** Whether a form has the field several times, with buttons to add and to remove. */
export function isRepeated(field: PageFormFieldFragment): boolean {
  return field.multiple && !isTicked(field);
}
