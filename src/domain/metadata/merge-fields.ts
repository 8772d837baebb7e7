/** What edits of single fields make of stored metadata. Source: datasets.md 6.2, 6.3, 15 row 5. */
import type { BlockCatalog } from '../../model/metadata/block-catalog.ts';
import type { FieldDefinition } from '../../model/metadata/block-definition.ts';
import type { FieldEdit } from './field-edits.ts';
import { type FieldValue, valuesIn, valueText } from '../../model/metadata/field-values.ts';
import { findMetadataField } from '../../model/metadata/metadata-values.ts';
import type { MetadataField, VersionMetadata } from '../../model/metadata/version-metadata.ts';

type Edits = ReadonlyMap<FieldDefinition, FieldEdit>;

/** A value that was to be removed but is not there. */
export interface MissingValue {
  readonly pointer: string;
  readonly displayName: string;
  /** The texts of the value, joined. */
  readonly text: string;
}

/** Equal values have equal keys: the texts of all children, whatever their order. */
export function keyOf(value: FieldValue): string {
  if (typeof value === 'string') return value;
  const children = Object.values(value).map((child): [string, unknown] => [child.typeName, child.value]);
  return JSON.stringify(children.toSorted(([one], [other]) => (one < other ? -1 : 1)));
}

function unique(values: readonly FieldValue[]): FieldValue[] {
  return [...new Map(values.map((value) => [keyOf(value), value])).values()];
}

function fieldOf(definition: FieldDefinition, values: readonly FieldValue[]): MetadataField | null {
  const [first] = values;
  if (first === undefined) return null;
  const { name: typeName, multiple, typeClass } = definition;
  if (!multiple) return { typeName, multiple, typeClass, value: first };
  if (typeClass === 'compound') return { typeName, multiple, typeClass, value: values.filter((value) => typeof value !== 'string') };
  const texts = values.filter((value) => typeof value === 'string');
  return { typeName, multiple, typeClass, value: typeClass === 'primitive' ? texts : inVocabularyOrder(definition, texts) };
}

/** Source: blocks.md 4.1: a repeated vocabulary field comes back in vocabulary order. */
function inVocabularyOrder({ vocabulary }: FieldDefinition, values: readonly string[]): readonly string[] {
  const order = new Map(vocabulary.map(({ value, displayOrder }) => [value, displayOrder]));
  const positionOf = (value: string): number => order.get(value) ?? vocabulary.length;
  return values.toSorted((one, other) => positionOf(one) - positionOf(other));
}

/** The metadata with some fields in place of the stored ones (null: without), in display order. Other fields stay the same objects. */
function withFields(
  stored: VersionMetadata,
  catalog: BlockCatalog,
  changed: ReadonlyMap<FieldDefinition, MetadataField | null>,
): VersionMetadata {
  const blocks = catalog.blocks.map((block): [string, readonly MetadataField[]] => {
    const fields = new Map((stored[block.name] ?? []).map((field) => [field.typeName, field]));
    return [
      block.name,
      block.fields.flatMap((definition) => (changed.has(definition) ? changed.get(definition) : fields.get(definition.name)) ?? []),
    ];
  });
  return Object.fromEntries(blocks.filter(([, fields]) => fields.length > 0));
}

/**
 * Adds sent values: to a field that is empty, or to one that takes many and has no equal value; a single value that is
 * there stays. With `replace` the sent values take the place of what there is, and a blank field is cleared.
 */
export function mergeFields(stored: VersionMetadata, edits: Edits, catalog: BlockCatalog, replace: boolean): VersionMetadata {
  const changed = new Map<FieldDefinition, MetadataField | null>();
  for (const [definition, { field }] of edits) {
    if (replace) {
      changed.set(definition, field);
      continue;
    }
    if (field === null) continue;
    const present = findMetadataField(stored, definition.name);
    if (present !== undefined && !definition.multiple) continue;
    changed.set(definition, fieldOf(definition, unique([...(present === undefined ? [] : valuesIn(present)), ...valuesIn(field)])));
  }
  return withFields(stored, catalog, changed);
}

/**
 * Takes sent values away. Each has to be there exactly: all children of a compound, none of them left out.
 * `missing` lists those that are not; the metadata only counts when there are none.
 */
export function removeValues(
  stored: VersionMetadata,
  edits: Edits,
  catalog: BlockCatalog,
  pointers: ReadonlyMap<object, string>,
): { readonly metadata: VersionMetadata; readonly missing: readonly MissingValue[] } {
  const missing: MissingValue[] = [];
  const changed = new Map<FieldDefinition, MetadataField | null>();
  for (const [definition, { field, pointer }] of edits) {
    const present = findMetadataField(stored, definition.name);
    const values = present === undefined ? [] : valuesIn(present);
    const keys = new Set(values.map(keyOf));
    const removed = field === null ? [''] : valuesIn(field);
    for (const value of removed) {
      if (keys.has(keyOf(value))) continue;
      const place = typeof value === 'string' ? undefined : pointers.get(value);
      missing.push({ pointer: place ?? `${pointer}/value`, displayName: definition.displayName, text: valueText(value) });
    }
    const gone = new Set(removed.map(keyOf));
    changed.set(
      definition,
      fieldOf(
        definition,
        values.filter((value) => !gone.has(keyOf(value))),
      ),
    );
  }
  return { metadata: withFields(stored, catalog, changed), missing };
}
