import type { MetadataFieldNamesQuery, MetadataFieldViewQuery } from '../../../generated/operations.ts';
import { type JsonRecord, put } from '../../records/record.ts';

/** The record of one field for administrators. Source: blocks.md 11. */
export function metadataFieldRecord(field: MetadataFieldViewQuery['metadataFieldCatalog'][number]): JsonRecord {
  const record: JsonRecord = {
    name: field.name,
    id: field.databaseId,
    title: field.title,
    metadataBlock: field.blockName,
    fieldType: field.type,
    allowsMultiples: field.multiple,
    hasParent: field.parentName !== null,
    controlledVocabularyValues: field.vocabulary.map(({ databaseId, value, displayOrder, identifier }) => {
      const entry: JsonRecord = { id: databaseId, strValue: value, displayOrder };
      put(entry, 'identifier', identifier);
      return entry;
    }),
    parentAllowsMultiples: field.parentMultiple === null ? 'N/A (no parent)' : String(field.parentMultiple),
    solrFieldSearchable: field.searchName,
    solrFieldFacetable: field.facetName,
    isRequired: field.isRequired,
  };
  put(record, 'uri', field.termUri);
  return record;
}

/** Names of all fields, sorted into five lists. Source: blocks.md 11. */
export function metadataFieldLists(fields: MetadataFieldNamesQuery['metadataFieldCatalog']): JsonRecord {
  const namesOf = (wanted: (field: (typeof fields)[number]) => boolean): string[] => fields.filter(wanted).map(({ name }) => name);
  return {
    haveParents: namesOf(({ parentName }) => parentName !== null),
    noParents: namesOf(({ parentName }) => parentName === null),
    allowsMultiples: namesOf(({ multiple }) => multiple),
    doesNotAllowMultiples: namesOf(({ multiple }) => !multiple),
    required: namesOf(({ isRequired }) => isRequired),
  };
}
