import { compoundsIn, textsIn } from './metadata-values.ts';
import type { CompoundValue, MetadataField } from './version-metadata.ts';

/** One value of a field. */
export type FieldValue = string | CompoundValue;

/** The values of a field, one or many; texts or compounds. */
export function valuesIn(field: MetadataField): readonly FieldValue[] {
  return field.typeClass === 'compound' ? compoundsIn(field) : textsIn(field);
}

/** A value in one line, as messages show it. */
export function valueText(value: FieldValue): string {
  if (typeof value === 'string') return value;
  return Object.values(value)
    .flatMap((child) => valuesIn(child).map(valueText))
    .join('; ');
}

/** All values of a field in one line; empty without a field. */
export function fieldText(field: MetadataField | null): string {
  return field === null ? '' : valuesIn(field).map(valueText).join('; ');
}
