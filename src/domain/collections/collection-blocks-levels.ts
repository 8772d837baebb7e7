import type { BlockDefinition, FieldDefinition } from '../metadata/block-definition.ts';

/** What a collection says of a field. */
export interface FieldLevel {
  readonly fieldName: string;
  readonly required: boolean;
  readonly include: boolean;
  readonly displayOnCreate: boolean | null;
}

type Levels = ReadonlyMap<string, FieldLevel>;

/**
 * A block as a collection with these input levels shows it: a field not included is left out, `displayOnCreate`
 * overrides, `required` adds. A required child makes its compound required. Source: collections.md 5.13, blocks/README 6 and 8.
 */
export function blockWithLevels(block: BlockDefinition, levels: readonly FieldLevel[]): BlockDefinition {
  if (levels.length === 0) return block;
  const byName: Levels = new Map(levels.map((level) => [level.fieldName, level]));
  if (!block.fields.some((field) => [field, ...field.children].some(({ name }) => byName.has(name)))) return block;
  const fields = block.fields.flatMap((field) => fieldWithLevels(field, byName));
  const displayOnCreate = fields.some((field) => field.displayOnCreate || field.children.some((child) => child.displayOnCreate));
  return { ...block, fields, displayOnCreate };
}

function fieldWithLevels(field: FieldDefinition, levels: Levels): readonly FieldDefinition[] {
  const level = levels.get(field.name);
  if (level?.include === false) return [];
  const demanded = [field, ...field.children].some(({ name }) => levels.get(name)?.required === true);
  return [
    {
      ...field,
      required: field.required || demanded,
      displayOnCreate: level?.displayOnCreate ?? field.displayOnCreate,
      children: field.children.flatMap((child) => fieldWithLevels(child, levels)),
    },
  ];
}

/** Whether a form that creates a dataset has a field of the block to show. */
export function hasFieldOnCreate(block: BlockDefinition): boolean {
  return block.fields.some(isShownOnCreate);
}

/** Whether a form that creates a dataset shows a field. */
function isShownOnCreate(field: FieldDefinition): boolean {
  return field.displayOnCreate || field.required;
}
