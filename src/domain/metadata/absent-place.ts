import type { FormPlace } from '../../errors/domain-error.ts';
import type { FieldDefinition } from '../../model/metadata/block-definition.ts';

/** Where a form has a field whose top-level field, itself or its compound, is not there. */
export function absentPlace(topLevel: FieldDefinition, field: FieldDefinition): FormPlace {
  const place = [topLevel.block, topLevel.name];
  return field === topLevel ? place : [...place, ...(topLevel.multiple ? [0] : []), field.name];
}
