import { z } from 'zod';
import type { MetadataFieldNamesQuery, MetadataFieldViewQuery } from '../../../generated/operations.ts';
import { FIELD_TYPES } from '../../../vocabulary/metadata.ts';
import { objectId, listOf, recordSchema } from '../../records/schema.ts';

export const metadataFieldSchema = recordSchema('MetadataFieldFacts', 'A metadata field for administrators. Source: blocks.md 11.', {
  name: z.string(),
  id: objectId,
  title: z.string(),
  metadataBlock: z.string().describe('Name of its block.'),
  fieldType: z.enum(FIELD_TYPES),
  allowsMultiples: z.boolean(),
  hasParent: z.boolean(),
  controlledVocabularyValues: listOf(
    recordSchema('VocabularyValue', 'A value of a controlled vocabulary.', {
      id: objectId,
      strValue: z.string(),
      displayOrder: z.int(),
      identifier: z.string().optional(),
    }),
  ),
  parentAllowsMultiples: z.string().describe('`true`, `false`, or `N/A (no parent)`.'),
  solrFieldSearchable: z.string().describe('Name in the search index.'),
  solrFieldFacetable: z.string().describe('Name in search facets.'),
  isRequired: z.boolean(),
  uri: z.string().optional().describe('The URI of its term.'),
});

const names = listOf(z.string());

export const metadataFieldListsSchema = recordSchema('MetadataFieldNames', 'Names of all metadata fields. Source: blocks.md 11.', {
  haveParents: names,
  noParents: names,
  allowsMultiples: names,
  doesNotAllowMultiples: names,
  required: names,
});

/** The record of one field for administrators. Source: blocks.md 11. */
export function metadataFieldRecord(
  field: MetadataFieldViewQuery['metadataFieldCatalog']['nodes'][number],
): z.infer<typeof metadataFieldSchema> {
  return {
    name: field.name,
    id: field.databaseId,
    title: field.title,
    metadataBlock: field.blockName,
    fieldType: field.type,
    allowsMultiples: field.multiple,
    hasParent: field.parentName !== null,
    controlledVocabularyValues: field.vocabulary.map(({ databaseId, value, displayOrder, identifier }) => ({
      id: databaseId,
      strValue: value,
      displayOrder,
      identifier: identifier ?? undefined,
    })),
    parentAllowsMultiples: field.parentMultiple === null ? 'N/A (no parent)' : String(field.parentMultiple),
    solrFieldSearchable: field.searchName,
    solrFieldFacetable: field.facetName,
    isRequired: field.isRequired,
    uri: field.termUri ?? undefined,
  };
}

/** Names of all fields, sorted into five lists. Source: blocks.md 11. */
export function metadataFieldLists(
  fields: MetadataFieldNamesQuery['metadataFieldCatalog']['nodes'],
): z.infer<typeof metadataFieldListsSchema> {
  const namesOf = (wanted: (field: (typeof fields)[number]) => boolean): string[] => fields.filter(wanted).map(({ name }) => name);
  return {
    haveParents: namesOf(({ parentName }) => parentName !== null),
    noParents: namesOf(({ parentName }) => parentName === null),
    allowsMultiples: namesOf(({ multiple }) => multiple),
    doesNotAllowMultiples: namesOf(({ multiple }) => !multiple),
    required: namesOf(({ isRequired }) => isRequired),
  };
}
