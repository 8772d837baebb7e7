import { compoundsIn } from '../../model/metadata/metadata-values.ts';
import type { MetadataField, VersionMetadata } from '../../model/metadata/version-metadata.ts';

/** The placeholder of a withheld value. Source: datasets.md 14.1. */
export const WITHHELD = 'withheld';

function withoutValue(field: MetadataField, names: ReadonlySet<string>): MetadataField {
  if (names.has(field.typeName)) return { typeName: field.typeName, multiple: false, typeClass: 'primitive', value: WITHHELD };
  const compounds = compoundsIn(field).map((compound) =>
    Object.fromEntries(Object.entries(compound).map(([name, child]) => [name, withoutValue(child, names)])),
  );
  const [first] = compounds;
  return first === undefined ? field : { ...field, value: field.multiple ? compounds : first };
}

/** Metadata in which the fields of these names, at any depth, say nothing. */
export function withholdFields(metadata: VersionMetadata, names: ReadonlySet<string>): VersionMetadata {
  return Object.fromEntries(Object.entries(metadata).map(([block, fields]) => [block, fields.map((field) => withoutValue(field, names))]));
}
