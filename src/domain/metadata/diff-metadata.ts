import type { ChangeKind } from '../../vocabulary/datasets.ts';
import type { BlockCatalog } from '../../model/metadata/block-catalog.ts';
import type { BlockDefinition, FieldDefinition } from '../../model/metadata/block-definition.ts';
import { valuesIn } from '../../model/metadata/field-values.ts';
import { keyOf } from './merge-fields.ts';
import type { MetadataField, VersionMetadata } from '../../model/metadata/version-metadata.ts';

/** What became of a field between two versions. */
export interface FieldDifference {
  readonly definition: FieldDefinition;
  readonly kind: ChangeKind;
  /** Null when it had no value. */
  readonly oldField: MetadataField | null;
  /** Null when it has no value any more. */
  readonly newField: MetadataField | null;
}

/** The fields of a block that differ, in display order; at least one. */
export interface BlockDifference {
  readonly block: BlockDefinition;
  readonly fields: readonly FieldDifference[];
}

/** Number of values of a field. */
export function countValues(field: MetadataField | null): number {
  return field === null ? 0 : valuesIn(field).length;
}

function sameValues(one: MetadataField, other: MetadataField): boolean {
  const [keys, otherKeys] = [valuesIn(one).map(keyOf), valuesIn(other).map(keyOf)];
  return keys.length === otherKeys.length && keys.every((key, index) => key === otherKeys[index]);
}

/** Fields whose values differ, their order included, by block and display order. */
export function diffMetadata(from: VersionMetadata, to: VersionMetadata, catalog: BlockCatalog): BlockDifference[] {
  return catalog.blocks.flatMap((block) => {
    const byName = (metadata: VersionMetadata) => new Map((metadata[block.name] ?? []).map((field) => [field.typeName, field]));
    const [olds, news] = [byName(from), byName(to)];
    const fields = block.fields.flatMap((definition): FieldDifference[] => {
      const oldField = olds.get(definition.name) ?? null;
      const newField = news.get(definition.name) ?? null;
      if (oldField === null) return newField === null ? [] : [{ definition, kind: 'ADDED', oldField, newField }];
      if (newField === null) return [{ definition, kind: 'REMOVED', oldField, newField }];
      return sameValues(oldField, newField) ? [] : [{ definition, kind: 'CHANGED', oldField, newField }];
    });
    return fields.length === 0 ? [] : [{ block, fields }];
  });
}
