/** Templates of datasets. Source: collections.md 11.2, users-admin.md 18.4. */
import { z } from 'zod';
import {
  TemplateCreateDocument,
  TemplateDefaultSetDocument,
  TemplateDeleteDocument,
  TemplateListDocument,
  TemplateReadDocument,
  TemplateRemoveDocument,
  TemplatesOfAllDocument,
  type TemplatesOfAllQuery,
} from '../../../generated/operations.ts';
import { enveloped, messageAnswer } from '../../answers.ts';
import { listOf, objectId, recordSchema } from '../../records/schema.ts';
import { collectionReference, numericId } from '../../reference.ts';
import { required } from '../../required.ts';
import { type Route, route } from '../../route.ts';
import { templateRecord, templateSchema } from '../records/template-record.ts';

const templateBody = z.object({
  name: z.string(),
  isDefault: z.boolean().default(false),
  fields: z.array(z.record(z.string(), z.unknown())).nullish(),
  instructions: z.array(z.object({ instructionField: z.string(), instructionText: z.string() })).nullish(),
  termsOfUseAndAccess: z.record(z.string(), z.unknown()).nullish(),
});

const listedSchema = recordSchema('ListedTemplate', 'A template in the list of operators. Source: users-admin.md 18.4.', {
  templateId: objectId,
  templateName: z.string(),
  owner: z.string().describe('Name of the collection that it belongs to.'),
});

function listed({ templates }: TemplatesOfAllQuery) {
  return {
    data: templates.nodes.map(({ databaseId, name, collectionName }) => ({
      templateId: databaseId,
      templateName: name,
      owner: collectionName,
    })),
  };
}

export const templateRoutes: readonly Route[] = [
  route({
    id: 'collections.templates.list',
    method: 'GET',
    path: '/api/collections/{id}/templates',
    summary: 'Templates that the collection offers for new datasets: its own, then those that it inherits.',
    auth: 'token',
    refusals: ['COLLECTION_NOT_FOUND'],
    answer: enveloped(listOf(templateSchema)),
    operation: TemplateListDocument,
    variables: ({ path }) => ({ collection: collectionReference(path.id) }),
    reply: ({ collection }) => ({ data: required(collection).templates.nodes.map(templateRecord) }),
  }),
  route({
    id: 'collections.templates.create',
    method: 'POST',
    path: '/api/collections/{id}/templates',
    summary: 'Adds a template for new datasets to the collection.',
    auth: 'token',
    body: { kind: 'json', schema: templateBody },
    refusals: ['COLLECTION_NOT_FOUND', 'TEMPLATE_LIMIT_REACHED'],
    answer: enveloped(templateSchema),
    operation: TemplateCreateDocument,
    variables: ({ path, body: { termsOfUseAndAccess, ...body } }) => ({
      input: { collection: collectionReference(path.id), ...body, terms: termsOfUseAndAccess },
    }),
    reply: ({ createTemplate: { template } }) => ({ data: templateRecord(template) }),
  }),
  route({
    id: 'collections.template.get',
    method: 'GET',
    path: '/api/collections/{id}/template',
    summary: 'A template, by its numeric id.',
    auth: 'token',
    refusals: ['TEMPLATE_NOT_FOUND'],
    answer: enveloped(templateSchema),
    operation: TemplateReadDocument,
    variables: ({ path }) => ({ databaseId: numericId(path.id) }),
    reply: ({ template }) => ({ data: templateRecord(template) }),
  }),
  route({
    id: 'collections.template.delete',
    method: 'DELETE',
    path: '/api/collections/{id}/template',
    summary: 'Deletes a template, by its numeric id.',
    auth: 'token',
    refusals: ['TEMPLATE_NOT_FOUND'],
    answer: messageAnswer,
    operation: TemplateDeleteDocument,
    variables: ({ path }) => ({ input: { databaseId: numericId(path.id) } }),
    reply: ({ deleteTemplate: { deletedDatasetTemplateDatabaseId: id } }) => ({ message: `The template ${id} was deleted.` }),
  }),
  route({
    id: 'collections.template.default.set',
    method: 'POST',
    path: '/api/collections/{id}/template/default/{templateId}',
    summary: 'Sets with which template new datasets of the collection begin.',
    auth: 'token',
    refusals: ['COLLECTION_NOT_FOUND', 'TEMPLATE_NOT_FOUND'],
    answer: messageAnswer,
    operation: TemplateDefaultSetDocument,
    variables: ({ path }) => ({
      input: { collection: collectionReference(path.id), templateDatabaseId: numericId(path.templateId) },
    }),
    reply: ({ setDefaultTemplate: { collection } }, { path }) => ({
      message: `The template ${path.templateId} is the default of ${collection.alias}.`,
    }),
  }),
  route({
    id: 'collections.template.default.delete',
    method: 'DELETE',
    path: '/api/collections/{id}/template/default',
    summary: 'Lets new datasets of the collection begin without a template.',
    auth: 'token',
    refusals: ['COLLECTION_NOT_FOUND'],
    answer: messageAnswer,
    operation: TemplateDefaultSetDocument,
    variables: ({ path }) => ({ input: { collection: collectionReference(path.id), templateDatabaseId: null } }),
    reply: ({ setDefaultTemplate: { collection } }) => ({ message: `${collection.alias} has no default template.` }),
  }),
  route({
    id: 'admin.templates.list',
    method: 'GET',
    path: '/api/admin/templates',
    summary: 'All templates of the installation.',
    auth: 'admin',
    refusals: ['AUTHENTICATION_REQUIRED'],
    answer: enveloped(listOf(listedSchema)),
    operation: TemplatesOfAllDocument,
    variables: () => ({}),
    reply: listed,
  }),
  route({
    id: 'admin.templates.ofCollection',
    method: 'GET',
    path: '/api/admin/templates/{alias}',
    summary: 'Templates that belong to a collection.',
    auth: 'admin',
    refusals: ['AUTHENTICATION_REQUIRED', 'COLLECTION_NOT_FOUND'],
    answer: enveloped(listOf(listedSchema)),
    operation: TemplatesOfAllDocument,
    variables: ({ path }) => ({ collection: collectionReference(path.alias) }),
    reply: listed,
  }),
  route({
    id: 'admin.template.delete',
    method: 'DELETE',
    path: '/api/admin/template/{id}',
    summary: 'Deletes a template.',
    auth: 'admin',
    refusals: ['AUTHENTICATION_REQUIRED', 'TEMPLATE_NOT_FOUND'],
    answer: messageAnswer,
    operation: TemplateRemoveDocument,
    variables: ({ path }) => ({ input: { databaseId: numericId(path.id) } }),
    reply: ({ removeTemplate: { deletedDatasetTemplateDatabaseId: id } }) => ({ message: `The template ${id} was deleted.` }),
  }),
];
