import type { FieldDefinition } from './block-definition.ts';

/** Whether a form that creates a dataset shows a field of a block. Source: collections.md 5.13. */
export function isShownOnCreate({ displayOnCreate, required }: FieldDefinition): boolean {
  return displayOnCreate || required;
}
