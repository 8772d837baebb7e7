import type { BlockDefinition, FieldDefinition } from '../../model/metadata/block-definition.ts';
import { isShownOnCreate } from '../../model/metadata/shown-on-create.ts';

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
 * overrides, `required` adds. A required child makes its compound required, one shown on create shows it. Source: collections.md 5.13, blocks.md 6 and 8.
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
  const both = [field, ...field.children].flatMap(({ name }) => levels.get(name) ?? []);
  return [
    {
      ...field,
      required: field.required || both.some(({ required }) => required),
      displayOnCreate: level?.displayOnCreate ?? (field.displayOnCreate || both.some(({ displayOnCreate }) => displayOnCreate === true)),
      children: field.children.flatMap((child) => fieldWithLevels(child, levels)),
    },
  ];
}

/**
 * Whether a form that creates a dataset has something of the block to show. A level counts for itself: a child that it requires does so
 * below a compound that is left out, too. Source: collections.md 5.13.
 */
export function hasFieldOnCreate(block: BlockDefinition, levels: readonly FieldLevel[]): boolean {
  const byName: Levels = new Map(levels.map((level) => [level.fieldName, level]));
  return block.fields.some(
    (field) =>
      fieldWithLevels(field, byName).some(isShownOnCreate) ||
      field.children.some(({ name }) => {
        const level = byName.get(name);
        return level?.include === true && (level.required || level.displayOnCreate === true);
      }),
  );
}
