/** `N/A`, which lenient imports write where a required value is missing. Source: blocks.md 4.3. */
import type { BlockCatalog } from '../../model/metadata/block-catalog.ts';
import { findMetadataField, textsIn } from '../../model/metadata/metadata-values.ts';
import { FILLER } from '../../formats/values/value-format.ts';
import type { MetadataField, VersionMetadata } from '../../model/metadata/version-metadata.ts';

/** The metadata with the filler as value of a top-level field that has none; fields stay in display order. */
export function withFiller(metadata: VersionMetadata, catalog: BlockCatalog, fieldName: string): VersionMetadata {
  const definition = catalog.findField(fieldName);
  if (definition === undefined || findMetadataField(metadata, fieldName) !== undefined) return metadata;
  const { name: typeName, multiple, typeClass, block } = definition;
  const field: MetadataField = { typeName, multiple, typeClass, value: multiple ? [FILLER] : FILLER };
  const order = (one: MetadataField): number => catalog.findField(one.typeName)?.displayOrder ?? 0;
  return { ...metadata, [block]: [...(metadata[block] ?? []), field].toSorted((a, b) => order(a) - order(b)) };
}

function isFilled(field: MetadataField): boolean {
  return field.typeClass === 'controlledVocabulary' && textsIn(field).includes(FILLER);
}

/** The fields as they are shown: vocabularies do not have the filler, so a field that has nothing else is left out. */
export function withoutVocabularyFillers(fields: readonly MetadataField[]): readonly MetadataField[] {
  if (!fields.some(isFilled)) return fields;
  return fields.flatMap((field) => {
    if (!isFilled(field)) return field;
    const values = textsIn(field).filter((text) => text !== FILLER);
    return values.length === 0 ? [] : { ...field, value: values };
  });
}
