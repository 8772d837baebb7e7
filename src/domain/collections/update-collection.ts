import { z } from 'zod';
import { notifyCaches } from '../../db/queries/installation/cache-notices.ts';
import {
  deleteInputLevels,
  replaceCollectionBlocks,
  replaceCollectionFacets,
  upsertInputLevels,
} from '../../db/queries/collections/collection-metadata.ts';
import { insertCollectionBlocks } from '../../db/queries/collections/collection-blocks.ts';
import { type CollectionChanges, updateCollection as storeChanges } from '../../db/queries/collections/collection-updates.ts';
import { type CollectionKey, type CollectionRow, isAliasTaken } from '../../db/queries/collections/collections.ts';
import { command, type CommandContext, type Scope } from '../../kernel/command.ts';
import { composed } from '../../kernel/composed.ts';
import { requireValidatedCollection } from '../external-validation/require-validated-collection.ts';
import { withValidation } from '../external-validation/with-validation.ts';
import { withFreshCatalog } from '../metadata/with-fresh-catalog.ts';
import { type BlockChoices, resolveBlockChoices } from './block-choices.ts';
import { blockChoiceFields, collectionFields, textOrNone } from './collection-fields.ts';
import { aliasTaken, fileCountLimit, requireConfigurableFilePids } from './collection-rules.ts';
import { type CollectionSubject, lockCollection } from '../subjects/collection-subject.ts';

/** What is absent stays; null clears what can be empty. Source: collections.md 11.2. */
const updateCollectionInput = z.object({
  ...collectionFields,
  ...blockChoiceFields,
  collection: z.custom<CollectionKey>(),
  alias: collectionFields.alias.optional(),
  name: collectionFields.name.optional(),
  contacts: collectionFields.contacts.optional(),
});
export type UpdateCollectionInput = z.infer<typeof updateCollectionInput>;

function changesOf({ context }: Scope, collection: CollectionRow, input: UpdateCollectionInput): CollectionChanges {
  const { alias, name, affiliation, description, collectionType, contacts, datasetFileCountLimit } = input;
  const { filePidsEnabled, requireFilesToPublishDataset } = input;
  if (filePidsEnabled !== undefined) requireConfigurableFilePids(context);
  return {
    ...(alias !== undefined && { alias }),
    ...(name !== undefined && { name }),
    ...(affiliation !== undefined && { affiliation: textOrNone(affiliation) }),
    ...(description !== undefined && { description: textOrNone(description) }),
    ...(collectionType && { collectionType }),
    ...(contacts !== undefined && { contactEmails: contacts.map(({ contactEmail }) => contactEmail) }),
    ...(datasetFileCountLimit !== undefined && {
      datasetFileCountLimit: fileCountLimit(context, datasetFileCountLimit, collection.datasetFileCountLimit),
    }),
    ...(filePidsEnabled !== undefined && { filePidsEnabled }),
    ...(requireFilesToPublishDataset !== undefined && { requireFilesToPublishDataset }),
  };
}

async function applyChoices({ tx }: Scope, collectionId: number, choices: BlockChoices): Promise<void> {
  if (choices.blockIds !== null) await replaceCollectionBlocks(tx, collectionId, choices.blockIds);
  if (choices.facetFieldIds !== null) await replaceCollectionFacets(tx, collectionId, choices.facetFieldIds);
  // An empty list asks for none at all. Source: collections.md 5.1.
  if (choices.clearsInputLevels || choices.inputLevels?.length === 0) await deleteInputLevels(tx, collectionId);
  await upsertInputLevels(tx, collectionId, choices.inputLevels ?? []);
  await insertCollectionBlocks(tx, collectionId, choices.inputLevelBlockIds);
}

/** Changes facts of a collection; its id. A new alias replaces the old one at once. */
export const updateCollection = command({
  name: 'updateCollection',
  input: updateCollectionInput,
  subject: async (scope, input): Promise<CollectionSubject & { choices: BlockChoices }> => ({
    ...(await lockCollection(scope, input.collection)),
    choices: await withFreshCatalog(scope.context.services.blocks, scope.tx, (catalog) => resolveBlockChoices(catalog, input)),
  }),
  // How files are identified and what publishing needs is for superusers, who hold every permission.
  requires: (_subject, input) =>
    input.filePidsEnabled === undefined && input.requireFilesToPublishDataset === undefined ? 'EditCollection' : 'Superuser',
  run: async (scope, { collection, choices }, input): Promise<number> => {
    const changes = changesOf(scope, collection, input);
    const { alias } = changes;
    if (alias !== undefined && alias.toLowerCase() !== collection.alias.toLowerCase() && (await isAliasTaken(scope.tx, alias))) {
      throw aliasTaken(alias);
    }
    if (!(await storeChanges(scope.tx, collection.id, changes))) throw aliasTaken(alias ?? collection.alias);
    await applyChoices(scope, collection.id, choices);
    await requireValidatedCollection(scope, collection.id, 'updateCollection');
    // The root's name is the installation's where nothing else is set, and every process keeps it.
    if (collection.ownerId === null && changes.name !== undefined) await notifyCaches(scope.tx, 'installation');
    scope.note({ changed: Object.keys(changes) });
    return collection.id;
  },
});

/** Changes a collection as `updateCollection` does, after a program of the operator has approved of it, where there is one; its id. */
export const updateValidatedCollection = composed({
  name: 'updateValidatedCollection',
  of: [updateCollection],
  run: (context: CommandContext, input: UpdateCollectionInput): Promise<number> =>
    withValidation(context, (validated) => updateCollection(validated, input)),
});
