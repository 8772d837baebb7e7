import { viewLicense } from '../../domain/installation/license-commands.ts';
import { shownBlocks } from '../../domain/metadata/shown-blocks.ts';
import {
  createTemplate,
  deleteTemplate,
  listAllTemplates,
  listTemplates,
  removeTemplate,
  setDefaultTemplate,
  setTemplateInheritance,
  viewTemplate,
  viewTemplateInheritance,
} from '../../domain/templates/template-commands.ts';
import { DomainError } from '../../errors/domain-error.ts';
import { requireCollection } from '../collections/collections.ts';
import { connectionOfWhole } from '../connection.ts';
import type { Resolvers } from '../generated/resolver-types.ts';
import { globalIdOf } from '../global-id.ts';
import { collectionKey } from '../references.ts';

/** @throws DomainError BAD_USER_INPUT unless terms are an object. */
function termsOf(terms: unknown): Readonly<Record<string, unknown>> {
  if (terms === undefined || terms === null) return {};
  if (typeof terms === 'object' && !Array.isArray(terms)) return { ...terms };
  throw new DomainError('BAD_USER_INPUT', 'The terms must be an object.', {
    problems: [{ pointer: '/terms', message: 'must be an object' }],
  });
}

export const templateResolvers: Resolvers = {
  Query: {
    template: (_root, { databaseId }, context) => viewTemplate(context, { id: databaseId }),
    templates: async (_root, { collection, ...args }, context) => {
      const rows = await listAllTemplates(context, { collection: collection ? collectionKey(collection) : null });
      return connectionOfWhole(context, args, { name: 'templates', rows, keyOf: ({ id }) => id, item: (row) => row });
    },
  },
  Collection: {
    templates: async ({ key }, args, context) => {
      const rows = await listTemplates(context, { collection: key });
      return connectionOfWhole(context, args, { name: 'templates', rows, keyOf: ({ id }) => id, item: (row) => row });
    },
    inheritsTemplates: ({ key }, _args, context) => viewTemplateInheritance(context, { collection: key }),
  },
  Mutation: {
    createTemplate: async (_root, { input: { collection, name, isDefault, fields, instructions, terms } }, context) => ({
      template: await createTemplate(context, {
        collection: collectionKey(collection),
        name,
        isDefault: isDefault ?? false,
        fields: [...(fields ?? [])],
        instructions: [...(instructions ?? [])],
        terms: termsOf(terms),
      }),
    }),
    deleteTemplate: async (_root, { input }, context) => {
      const id = await deleteTemplate(context, { id: input.databaseId });
      return { deletedDatasetTemplateId: globalIdOf('DatasetTemplate', id), deletedDatasetTemplateDatabaseId: id };
    },
    removeTemplate: async (_root, { input }, context) => {
      const id = await removeTemplate(context, { id: input.databaseId });
      return { deletedDatasetTemplateId: globalIdOf('DatasetTemplate', id), deletedDatasetTemplateDatabaseId: id };
    },
    setDefaultTemplate: async (_root, { input: { collection, templateDatabaseId } }, context) => {
      const id = await setDefaultTemplate(context, { collection: collectionKey(collection), templateId: templateDatabaseId ?? null });
      return { collection: await requireCollection(context, id) };
    },
    setTemplateInheritance: async (_root, { input: { collection, inherits } }, context) => {
      const id = await setTemplateInheritance(context, { collection: collectionKey(collection), inherits });
      return { collection: await requireCollection(context, id) };
    },
  },
  DatasetTemplate: {
    id: ({ id }) => globalIdOf('DatasetTemplate', id),
    databaseId: ({ id }) => id,
    createdAt: ({ createdAt }) => new Date(createdAt),
    metadataBlocks: ({ metadata }, _args, { services }) => shownBlocks(services, metadata, { asText: false }),
    license: async ({ licenseId }, _args, context) => {
      if (licenseId === null) return null;
      const { id, ...facts } = await viewLicense(context, licenseId);
      return { id: globalIdOf('License', id), databaseId: id, ...facts };
    },
    instructions: ({ instructions }) => [...instructions],
  },
};
