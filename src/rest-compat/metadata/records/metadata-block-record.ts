import { z } from 'zod';
import type { BlockRecordFragment, FieldRecordFragment } from '../../../generated/operations.ts';
import { FIELD_TYPES, TYPE_CLASSES } from '../../../vocabulary/metadata.ts';
import { objectId, listOf, mapOf, recordSchema } from '../../records/schema.ts';

type FieldWithChildren = FieldRecordFragment & { readonly children?: readonly FieldRecordFragment[] };

const fieldFacts = {
  name: z.string(),
  displayName: z.string().describe('The title; for a child with another title than its parent, both.'),
  displayOnCreate: z.boolean().describe('Whether it is shown when a dataset is created.'),
  title: z.string(),
  type: z.enum(FIELD_TYPES).describe('Type of the value; `NONE` for compounds.'),
  typeClass: z.enum(TYPE_CLASSES),
  watermark: z.string().describe('The placeholder of the empty field.'),
  description: z.string(),
  multiple: z.boolean().describe('Whether it takes several values.'),
  isControlledVocabulary: z.boolean(),
  isAdvancedSearchFieldType: z.boolean(),
  displayFormat: z.string(),
  displayOrder: z.int(),
  isRequired: z.boolean(),
  controlledVocabularyValues: listOf(z.string()).optional().describe('Only for a controlled vocabulary.'),
};

const childFieldSchema = recordSchema('MetadataChildFieldDefinition', 'A field of a compound. Source: collections.md 2.7.', fieldFacts);

export const fieldDefinitionSchema = recordSchema(
  'MetadataFieldDefinition',
  'The definition of a metadata field. Source: collections.md 2.7.',
  { ...fieldFacts, childFields: mapOf(childFieldSchema).optional().describe('Fields of a compound, by name.') },
);

export const metadataBlockSchema = recordSchema(
  'MetadataBlock',
  'A metadata block, in brief or with its fields. Source: collections.md 2.7.',
  {
    id: objectId,
    name: z.string(),
    displayName: z.string(),
    displayOnCreate: z.boolean().describe('Whether any of its fields is shown when a dataset is created.'),
    fields: mapOf(fieldDefinitionSchema).optional().describe('By name, in their display order; absent in brief.'),
  },
);

function childFieldRecord({ vocabularyValues, ...facts }: FieldRecordFragment): z.infer<typeof childFieldSchema> {
  return {
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
    controlledVocabularyValues: facts.isControlledVocabulary ? vocabularyValues : undefined,
  };
}

/** The record of a field, with those of its children. Source: collections.md 2.7. */
export function fieldRecord(field: FieldWithChildren): z.infer<typeof fieldDefinitionSchema> {
  const { children = [] } = field;
  return {
    ...childFieldRecord(field),
    childFields: children.length > 0 ? Object.fromEntries(children.map((child) => [child.name, childFieldRecord(child)])) : undefined,
  };
}

/** The record of a metadata block: brief without fields, full with them. Source: blocks.md 8. */
export function metadataBlockDefinitionRecord(
  block: BlockRecordFragment & { readonly fields?: readonly FieldWithChildren[] | undefined },
): z.infer<typeof metadataBlockSchema> {
  const { databaseId: id, name, displayName, displayOnCreate, fields } = block;
  if (fields === undefined) return { id, displayName, displayOnCreate, name };
  return { id, name, displayName, displayOnCreate, fields: Object.fromEntries(fields.map((field) => [field.name, fieldRecord(field)])) };
}
