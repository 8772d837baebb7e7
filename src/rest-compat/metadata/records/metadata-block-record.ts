import type { BlockRecordFragment, FieldRecordFragment } from '../../../generated/operations.ts';
import type { JsonRecord } from '../../records/record.ts';

type FieldWithChildren = FieldRecordFragment & { readonly children?: readonly FieldRecordFragment[] };

/** The record of a field, with those of its children. Source: collections.md 2.7. */
export function fieldRecord(field: FieldWithChildren): JsonRecord {
  const { vocabularyValues, children = [], ...facts } = field;
  const record: JsonRecord = {
    name: facts.name,
    displayName: facts.displayName,
    displayOnCreate: facts.displayOnCreate,
    title: facts.title,
    type: facts.type,
    typeClass: facts.typeClass,
    watermark: facts.watermark,
    description: facts.description,
    multiple: facts.multiple,
    isControlledVocabulary: facts.isControlledVocabulary,
    isAdvancedSearchFieldType: facts.isAdvancedSearchField,
    displayFormat: facts.displayFormat,
    displayOrder: facts.displayOrder,
    isRequired: facts.isRequired,
  };
  if (facts.isControlledVocabulary) record['controlledVocabularyValues'] = vocabularyValues;
  if (children.length > 0) record['childFields'] = fieldsRecord(children);
  return record;
}

function fieldsRecord(fields: readonly FieldWithChildren[]): JsonRecord {
  const record: JsonRecord = {};
  for (const field of fields) record[field.name] = fieldRecord(field);
  return record;
}

/** The record of a metadata block: brief without fields, full with them. Source: blocks.md 8. */
export function metadataBlockDefinitionRecord(
  block: BlockRecordFragment & { readonly fields?: readonly FieldWithChildren[] | undefined },
): JsonRecord {
  const { databaseId: id, name, displayName, displayOnCreate, fields } = block;
  if (fields === undefined) return { id, displayName, displayOnCreate, name };
  return { id, name, displayName, displayOnCreate, fields: fieldsRecord(fields) };
}
