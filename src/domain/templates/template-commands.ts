/** Templates of datasets. Source: collections.md 11.2. */
import { z } from 'zod';
import type { CollectionKey } from '../../db/queries/collections/collections.ts';
import {
  countTemplates,
  deleteTemplateRow,
  findTemplate,
  insertTemplate,
  isTemplateRoot,
  listAllTemplates as listAllRows,
  listOfferedTemplates,
  setDefaultTemplate as setDefaultRow,
  setTemplateRoot,
  type TemplateRow,
} from '../../db/queries/templates/templates.ts';
import { DomainError } from '../../errors/domain-error.ts';
import { command, query, type SubjectScope } from '../../kernel/command.ts';
import { noSubject } from '../../kernel/no-subject.ts';
import { line, longText } from '../../model/text-limits.ts';
import { catalogForWriting } from '../metadata/catalog-for-writing.ts';
import { collectionNotFound, loadCollection, lockCollection } from '../subjects/collection-subject.ts';
import { readTerms } from '../versions/version-terms.ts';
import { findCollection } from '../../db/queries/collections/collections.ts';
import { readTemplateFields, requireInstructedFields } from './template-fields.ts';

/** The whole list is given out at once, with its metadata. */
const MOST_TEMPLATES = 100;
const MOST_INSTRUCTIONS = 500;

function templateNotFound(id: number): DomainError {
  return new DomainError('TEMPLATE_NOT_FOUND', `There is no template ${id}.`);
}

/** @throws DomainError TEMPLATE_NOT_FOUND */
async function requireTemplate(tx: SubjectScope['tx'], id: number): Promise<TemplateRow> {
  const template = await findTemplate(tx, id);
  if (template === undefined) throw templateNotFound(id);
  return template;
}

/** Templates that a collection offers: its own, then those that it inherits. */
export const listTemplates = query({
  name: 'listTemplates',
  subject: (scope, { collection }: { readonly collection: CollectionKey }) => loadCollection(scope, collection),
  requires: 'AddDataset',
  run: ({ db }, { collection }): Promise<TemplateRow[]> => listOfferedTemplates(db, collection.path),
});

/** Whether a collection takes over the templates of those above it. */
export const viewTemplateInheritance = query({
  name: 'viewTemplateInheritance',
  subject: (scope, { collection }: { readonly collection: CollectionKey }) => loadCollection(scope, collection),
  requires: 'AddDataset',
  run: async ({ db }, { collection }): Promise<boolean> => !(await isTemplateRoot(db, collection.id)),
});

/** A template. @throws DomainError TEMPLATE_NOT_FOUND */
export const viewTemplate = query({
  name: 'viewTemplate',
  subject: async (scope, { id }: { readonly id: number }) => {
    const template = await requireTemplate(scope.tx, id);
    return { ...(await loadCollection(scope, { id: template.collectionId })), template };
  },
  requires: 'AddDataset',
  run: (_context, { template }): TemplateRow => template,
});

/** All templates of the installation, or those of one collection. @throws DomainError COLLECTION_NOT_FOUND */
export const listAllTemplates = query({
  name: 'listAllTemplates',
  subject: noSubject,
  requires: 'AdminGate',
  run: async ({ db }, _subject, { collection: key }: { readonly collection: CollectionKey | null }): Promise<TemplateRow[]> => {
    if (key === null) return listAllRows(db, null);
    const collection = await findCollection(db, key, []);
    if (collection === undefined) throw collectionNotFound(key);
    return listAllRows(db, collection.id);
  },
});

/** Adds a template to a collection. @throws DomainError BAD_USER_INPUT with every fault | TEMPLATE_LIMIT_REACHED */
export const createTemplate = command({
  name: 'createTemplate',
  input: z.object({
    collection: z.custom<CollectionKey>(),
    name: line.trim().min(1, 'must not be blank'),
    isDefault: z.boolean(),
    /** Fields as native JSON. */
    fields: z.array(z.unknown()),
    instructions: z
      .array(z.object({ instructionField: line, instructionText: longText }))
      .max(MOST_INSTRUCTIONS, `must not be more than ${MOST_INSTRUCTIONS}`),
    /** Licence and terms by the keys of native JSON. */
    terms: z.record(z.string(), z.unknown()),
  }),
  subject: (scope, input) => lockCollection(scope, input.collection),
  requires: 'EditCollection',
  run: async (scope, { collection }, { name, isDefault, fields, instructions, terms: sentTerms }): Promise<TemplateRow> => {
    const { tx, services, note } = scope;
    if ((await countTemplates(tx, collection.id)) >= MOST_TEMPLATES) {
      throw new DomainError('TEMPLATE_LIMIT_REACHED', `A collection may have ${MOST_TEMPLATES} templates.`);
    }
    const catalog = await catalogForWriting(scope);
    const metadata = readTemplateFields(fields, catalog);
    requireInstructedFields(instructions, catalog);
    const terms = await readTerms(tx, services, sentTerms, sentTerms['fileAccessRequest'] !== false);
    const id = await insertTemplate(tx, { collectionId: collection.id, name, metadata, instructions, ...terms });
    if (isDefault) await setDefaultRow(tx, collection.id, id);
    note({ template: id, isDefault });
    return requireTemplate(tx, id);
  },
});

/** Deletes a template; datasets that were made with it stay as they are. Its former id. @throws DomainError TEMPLATE_NOT_FOUND */
export const deleteTemplate = command({
  name: 'deleteTemplate',
  input: z.object({ id: z.int() }),
  subject: async (scope, { id }) => lockCollection(scope, { id: (await requireTemplate(scope.tx, id)).collectionId }),
  requires: 'EditCollection',
  run: async ({ tx, note }, _subject, { id }): Promise<number> => {
    await deleteTemplateRow(tx, id);
    note({ template: id });
    return id;
  },
});

/** The same for operators. @throws DomainError TEMPLATE_NOT_FOUND */
export const removeTemplate = command({
  name: 'removeTemplate',
  input: z.object({ id: z.int() }),
  subject: noSubject,
  requires: 'AdminGate',
  run: async ({ tx, note }, _subject, { id }): Promise<number> => {
    await requireTemplate(tx, id);
    await deleteTemplateRow(tx, id);
    note({ template: id });
    return id;
  },
});

/** Sets the template with which new datasets of a collection begin, one that it offers; null for none. @throws DomainError TEMPLATE_NOT_FOUND */
export const setDefaultTemplate = command({
  name: 'setDefaultTemplate',
  input: z.object({ collection: z.custom<CollectionKey>(), templateId: z.int().nullable() }),
  subject: (scope, input) => lockCollection(scope, input.collection),
  requires: 'EditCollection',
  run: async ({ tx, note }, { collection }, { templateId }): Promise<number> => {
    if (templateId !== null) {
      const offered = await listOfferedTemplates(tx, collection.path);
      if (!offered.some(({ id }) => id === templateId)) throw templateNotFound(templateId);
    }
    await setDefaultRow(tx, collection.id, templateId);
    note({ template: templateId });
    return collection.id;
  },
});

/** Sets whether a collection takes over the templates of those above it. */
export const setTemplateInheritance = command({
  name: 'setTemplateInheritance',
  input: z.object({ collection: z.custom<CollectionKey>(), inherits: z.boolean() }),
  subject: (scope, input) => lockCollection(scope, input.collection),
  requires: 'EditCollection',
  run: async ({ tx, note }, { collection }, { inherits }): Promise<number> => {
    await setTemplateRoot(tx, collection.id, !inherits);
    note({ inherits });
    return collection.id;
  },
});
