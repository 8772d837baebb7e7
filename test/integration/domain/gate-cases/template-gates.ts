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
} from '../../../../src/domain/templates/template-commands.ts';
import type { DomainWorld } from '../domain-world.ts';
import type { GateTable, GateTarget } from './gate-case.ts';

async function templateId({ sql }: DomainWorld, { collectionId }: GateTarget): Promise<number> {
  const [row] = await sql<{ id: number }[]>`
    insert into dataset_template (collection_id, name, metadata, instructions, terms, file_access_request)
    values (${collectionId}, 'Template', '{}', '[]', '{}', true) returning id`;
  return row?.id ?? 0;
}

/** Source: collections.md 11.2. */
export const templateGates: GateTable = {
  listTemplates: {
    requires: 'AddDataset',
    run: (context, { collectionId }) => listTemplates(context, { collection: { id: collectionId } }),
  },
  viewTemplateInheritance: {
    requires: 'AddDataset',
    run: (context, { collectionId }) => viewTemplateInheritance(context, { collection: { id: collectionId } }),
  },
  viewTemplate: {
    requires: 'AddDataset',
    run: async (context, target, world) => viewTemplate(context, { id: await templateId(world, target) }),
  },
  listAllTemplates: { requires: 'AdminGate', run: (context) => listAllTemplates(context, { collection: null }) },
  createTemplate: {
    requires: 'EditCollection',
    run: (context, { collectionId }) =>
      createTemplate(context, {
        collection: { id: collectionId },
        name: 'Template',
        isDefault: false,
        fields: [],
        instructions: [],
        terms: {},
      }),
    changes: true,
  },
  deleteTemplate: {
    requires: 'EditCollection',
    run: async (context, target, world) => deleteTemplate(context, { id: await templateId(world, target) }),
  },
  removeTemplate: { requires: 'AdminGate', run: (context) => removeTemplate(context, { id: 987_654 }) },
  setDefaultTemplate: {
    requires: 'EditCollection',
    run: (context, { collectionId }) => setDefaultTemplate(context, { collection: { id: collectionId }, templateId: null }),
  },
  setTemplateInheritance: {
    requires: 'EditCollection',
    run: (context, { collectionId }) => setTemplateInheritance(context, { collection: { id: collectionId }, inherits: true }),
  },
};
