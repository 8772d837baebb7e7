import type { CompoundValue, MetadataField, VersionMetadata } from './version-metadata.ts';

/** Finds a top-level field of any block. */
export function findMetadataField(metadata: VersionMetadata, typeName: string): MetadataField | undefined {
  for (const fields of Object.values(metadata)) {
    const found = fields.find((field) => field.typeName === typeName);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** The texts of a primitive or vocabulary field, in order; none for a compound. */
export function textsIn({ value }: MetadataField): readonly string[] {
  if (typeof value === 'string') return [value];
  return isList(value) ? value.filter((item) => typeof item === 'string') : [];
}

/** The repetitions of a compound field, in order; none for other fields. */
export function compoundsIn({ value }: MetadataField): readonly CompoundValue[] {
  if (typeof value === 'string') return [];
  return isList(value) ? value.filter((item) => typeof item !== 'string') : [value];
}

/** The repetitions of the compound field `typeName`, in order. */
export function compoundsOf(metadata: VersionMetadata, typeName: string): readonly CompoundValue[] {
  const field = findMetadataField(metadata, typeName);
  return field === undefined ? [] : compoundsIn(field);
}

/** The text of a child in one repetition of its compound; the first one when the child is multiple. */
export function childText(compound: CompoundValue, childName: string): string | undefined {
  const child = compound[childName];
  return child === undefined ? undefined : textsIn(child)[0];
}

/** All texts of a top-level field, or of the child `childName` over all repetitions of the compound `typeName`. */
export function textsOf(metadata: VersionMetadata, typeName: string, childName?: string): readonly string[] {
  const field = findMetadataField(metadata, typeName);
  if (field === undefined) return [];
  if (childName === undefined) return textsIn(field);
  return compoundsIn(field).flatMap((compound) => {
    const child = compound[childName];
    return child === undefined ? [] : textsIn(child);
  });
}

/** The first of `textsOf`. */
export function textOf(metadata: VersionMetadata, typeName: string, childName?: string): string | undefined {
  return textsOf(metadata, typeName, childName)[0];
}

/** The title of the version; empty when it has none. */
export function titleOf(metadata: VersionMetadata): string {
  return textOf(metadata, 'title') ?? '';
}

// Array.isArray does not narrow readonly arrays.
function isList(value: Exclude<MetadataField['value'], string>): value is readonly string[] | readonly CompoundValue[] {
  return Array.isArray(value);
}
