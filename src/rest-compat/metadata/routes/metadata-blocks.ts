import { z } from 'zod';
import { DomainError } from '../../../errors/domain-error.ts';
import {
  FacetableFieldsDocument,
  FieldDisplayOnCreateSetDocument,
  MetadataBlocksDocument,
  MetadataBlocksLoadDocument,
  MetadataBlockViewDocument,
  MetadataCatalogVersionDocument,
  MetadataFieldNamesDocument,
  MetadataFieldViewDocument,
  SubjectVocabularyDocument,
} from '../../../generated/operations.ts';
import {
  fieldRecord,
  metadataBlockDefinitionRecord,
  metadataBlockSchema,
  fieldDefinitionSchema,
} from '../records/metadata-block-record.ts';
import {
  metadataFieldLists,
  metadataFieldRecord,
  metadataFieldListsSchema,
  metadataFieldSchema,
} from '../records/metadata-field-record.ts';
import { messageAnswer, enveloped } from '../../answers.ts';
import { listOf, recordSchema } from '../../records/schema.ts';
import { booleanParameter } from '../../reference.ts';
import { type Route, route } from '../../route.ts';

/** What the answer to a load calls the kinds. Source: blocks.md 11. */
const LOADED_TYPES = {
  MetadataBlock: 'MetadataBlock',
  DatasetField: 'DatasetField',
  ControlledVocabularyValue: 'Controlled Vocabulary',
} as const;

const loadedDefinitionsSchema = recordSchema('LoadedDefinitions', 'The result of a load of metadata blocks. Source: blocks.md 11.', {
  added: listOf(z.strictObject({ name: z.string(), type: z.enum(Object.values(LOADED_TYPES)) })),
});

export const metadataBlockRoutes: readonly Route[] = [
  route({
    id: 'metadatablocks.list',
    method: 'GET',
    path: '/api/metadatablocks',
    summary: 'All metadata blocks, in brief or with their fields.',
    auth: 'public',
    cors: true,
    credentials: 'ignored',
    query: z.object({ returnDatasetFieldTypes: booleanParameter, onlyDisplayedOnCreate: booleanParameter }),
    answer: enveloped(listOf(metadataBlockSchema)),
    operation: MetadataBlocksDocument,
    variables: ({ query }) => ({ onlyDisplayedOnCreate: query.onlyDisplayedOnCreate, fields: query.returnDatasetFieldTypes }),
    // Which blocks collections use is no matter of the blocks themselves.
    kept: { while: MetadataCatalogVersionDocument, unless: ({ query }) => query.onlyDisplayedOnCreate },
    reply: ({ metadataBlocks }) => ({ data: metadataBlocks.nodes.map(metadataBlockDefinitionRecord) }),
  }),
  route({
    id: 'metadatablocks.get',
    method: 'GET',
    path: '/api/metadatablocks/{identifier}',
    summary: 'One metadata block by its id or name, with its fields.',
    auth: 'public',
    cors: true,
    credentials: 'ignored',
    refusals: ['METADATA_BLOCK_NOT_FOUND'],
    answer: enveloped(metadataBlockSchema),
    operation: MetadataBlockViewDocument,
    variables: ({ path: { identifier } }) => ({
      reference: /^\d{1,9}$/.test(identifier) ? { databaseId: Number(identifier) } : { name: identifier },
    }),
    kept: { while: MetadataCatalogVersionDocument },
    reply: ({ metadataBlock }, { path }) => {
      if (metadataBlock === null) throw new DomainError('METADATA_BLOCK_NOT_FOUND', `There is no metadata block ${path.identifier}.`);
      return { data: metadataBlockDefinitionRecord(metadataBlock) };
    },
  }),
  route({
    id: 'datasetfields.facetables',
    method: 'GET',
    path: '/api/datasetfields/facetables',
    summary: 'All metadata fields that can be search facets.',
    auth: 'public',
    credentials: 'ignored',
    answer: enveloped(listOf(fieldDefinitionSchema)),
    operation: FacetableFieldsDocument,
    variables: () => ({}),
    kept: { while: MetadataCatalogVersionDocument },
    reply: ({ facetableFields }) => ({ data: facetableFields.nodes.map(fieldRecord) }),
  }),
  route({
    id: 'admin.datasetfield.load',
    method: 'POST',
    path: '/api/admin/datasetfield/load',
    summary: 'Loads metadata blocks from a tab-separated table or from JSON; a fault anywhere refuses the whole and every one is named.',
    auth: 'admin',
    body: {
      kind: 'typed',
      contentTypes: { 'text/tab-separated-values': 'text', 'application/json': 'json' },
      schema: z.union([z.string(), z.array(z.unknown()), z.record(z.string(), z.unknown())]),
    },
    refusals: ['AUTHENTICATION_REQUIRED'],
    answer: enveloped(loadedDefinitionsSchema),
    operation: MetadataBlocksLoadDocument,
    variables: ({ body }) => ({
      input: typeof body === 'string' ? { table: body } : { definitions: Array.isArray(body) ? body : [body] },
    }),
    reply: ({ loadMetadataBlocks: { loaded } }) => ({
      data: { added: loaded.map(({ name, kind }) => ({ name, type: LOADED_TYPES[kind] })) },
    }),
  }),
  route({
    id: 'admin.datasetfield.list',
    method: 'GET',
    path: '/api/admin/datasetfield',
    summary: 'Names of all metadata fields, by their kind.',
    auth: 'admin',
    refusals: ['AUTHENTICATION_REQUIRED'],
    answer: enveloped(metadataFieldListsSchema),
    operation: MetadataFieldNamesDocument,
    variables: () => ({}),
    reply: ({ metadataFieldCatalog }) => ({ data: metadataFieldLists(metadataFieldCatalog.nodes) }),
  }),
  route({
    id: 'admin.datasetfield.get',
    method: 'GET',
    path: '/api/admin/datasetfield/{name}',
    summary: 'One metadata field with its vocabulary and its names in the search index.',
    auth: 'admin',
    refusals: ['AUTHENTICATION_REQUIRED', 'METADATA_FIELD_NOT_FOUND'],
    answer: enveloped(metadataFieldSchema),
    operation: MetadataFieldViewDocument,
    variables: ({ path }) => ({ name: path.name }),
    reply: (
      {
        metadataFieldCatalog: {
          nodes: [field],
        },
      },
      { path },
    ) => {
      if (field === undefined) throw new DomainError('METADATA_FIELD_NOT_FOUND', `There is no metadata field ${path.name}.`);
      return { data: metadataFieldRecord(field) };
    },
  }),
  route({
    id: 'admin.datasetfield.subject',
    method: 'GET',
    path: '/api/admin/datasetfield/controlledVocabulary/subject',
    summary: 'The values of the field `subject`.',
    auth: 'admin',
    refusals: ['AUTHENTICATION_REQUIRED'],
    answer: enveloped(listOf(z.string())),
    operation: SubjectVocabularyDocument,
    variables: () => ({}),
    reply: ({ metadataFieldCatalog }) => ({ data: metadataFieldCatalog.nodes.flatMap(({ vocabularyValues }) => vocabularyValues) }),
  }),
  route({
    id: 'admin.datasetfield.setDisplayOnCreate',
    method: 'POST',
    path: '/api/admin/datasetfield/setDisplayOnCreate',
    summary: 'Sets whether a metadata field is shown when a dataset is created.',
    auth: 'admin',
    query: z.object({ datasetFieldType: z.string('is missing'), setDisplayOnCreate: booleanParameter }),
    refusals: ['AUTHENTICATION_REQUIRED', 'METADATA_FIELD_NOT_FOUND'],
    answer: messageAnswer,
    operation: FieldDisplayOnCreateSetDocument,
    variables: ({ query }) => ({ input: { fieldName: query.datasetFieldType, displayOnCreate: query.setDisplayOnCreate } }),
    reply: ({ setFieldDisplayOnCreate: { field } }) => ({
      message: `The field ${field.name} is ${field.displayOnCreate ? 'now' : 'no longer'} shown when a dataset is created.`,
    }),
  }),
];
