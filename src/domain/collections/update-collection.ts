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
import { command, type CommandContext, query, type Requirement, type Scope, type SubjectScope } from '../../kernel/command.ts';
import { composed } from '../../kernel/composed.ts';
import { parseInput } from '../../kernel/parse-input.ts';
import type { BlockCatalog } from '../../model/metadata/block-catalog.ts';
import { type JudgedCollection, requireValidatedCollection } from '../external-validation/require-validated-collection.ts';
import { withValidation } from '../external-validation/with-validation.ts';
import { withFreshCatalog } from '../metadata/with-fresh-catalog.ts';
import { type BlockChoices, resolveBlockChoices } from './block-choices.ts';
import { blockChoiceFields, collectionFields, textOrNone } from './collection-fields.ts';
import { aliasTaken, fileCountLimit, requireConfigurableFilePids } from './collection-rules.ts';
import { type CollectionSubject, loadCollection, lockCollection } from '../subjects/collection-subject.ts';

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

function changesOf(context: CommandContext, collection: CollectionRow, input: UpdateCollectionInput): CollectionChanges {
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

/** Whether rules for fields stay that are not named. An empty list asks for none at all. Source: collections.md 5.1. */
function keepsLevels({ clearsInputLevels, inputLevels }: BlockChoices): boolean {
  return !clearsInputLevels && inputLevels?.length !== 0;
}

async function applyChoices({ tx }: Scope, collectionId: number, choices: BlockChoices): Promise<void> {
  if (choices.blockIds !== null) await replaceCollectionBlocks(tx, collectionId, choices.blockIds);
  if (choices.facetFieldIds !== null) await replaceCollectionFacets(tx, collectionId, choices.facetFieldIds);
  if (!keepsLevels(choices)) await deleteInputLevels(tx, collectionId);
  await upsertInputLevels(tx, collectionId, choices.inputLevels ?? []);
  await insertCollectionBlocks(tx, collectionId, choices.inputLevelBlockIds);
}

type UpdateSubject = CollectionSubject & { readonly choices: BlockChoices };

async function withChoices(scope: SubjectScope, subject: CollectionSubject, input: UpdateCollectionInput): Promise<UpdateSubject> {
  const { blocks } = scope.context.services;
  return { ...subject, choices: await withFreshCatalog(blocks, scope.tx, (catalog) => resolveBlockChoices(catalog, input)) };
}

/** How files are identified and what publishing needs is for superusers, who hold every permission. */
function requirementOf(_subject: UpdateSubject, input: UpdateCollectionInput): Requirement {
  return input.filePidsEnabled === undefined && input.requireFilesToPublishDataset === undefined ? 'EditCollection' : 'Superuser';
}

/** Whether own blocks or facets were chosen, after a choice. */
const isOwn = (chosen: readonly number[] | null, present: boolean): boolean => (chosen === null ? present : chosen.length > 0);

/** The collection as changes and choices would leave it. */
function changed(catalog: BlockCatalog, changes: CollectionChanges, choices: BlockChoices) {
  return ({ collection, levels }: JudgedCollection): JudgedCollection => {
    const metadataBlockRoot = isOwn(choices.blockIds, collection.metadataBlockRoot);
    const facetRoot = isOwn(choices.facetFieldIds, collection.facetRoot);
    const rules = new Map(keepsLevels(choices) ? levels.map((level) => [catalog.findField(level.fieldName)?.id, level]) : []);
    for (const { metadataFieldId, ...level } of choices.inputLevels ?? []) {
      rules.set(metadataFieldId, { fieldName: catalog.findFieldById(metadataFieldId)?.name ?? '', ...level });
    }
    const ordered = [...rules].sort(([one = 0], [other = 0]) => one - other);
    return { collection: { ...collection, ...changes, metadataBlockRoot, facetRoot }, levels: ordered.map(([, level]) => level) };
  };
}

/** What an update writes, once every rule was asked. @throws DomainError COLLECTION_ALIAS_TAKEN, and as `requireValidated` */
async function planUpdate(scope: SubjectScope, subject: UpdateSubject, input: UpdateCollectionInput): Promise<CollectionChanges> {
  const { collection, choices } = subject;
  const changes = changesOf(scope.context, collection, input);
  const { alias } = changes;
  if (alias !== undefined && alias.toLowerCase() !== collection.alias.toLowerCase() && (await isAliasTaken(scope.tx, alias))) {
    throw aliasTaken(alias);
  }
  const catalog = scope.context.services.blocks.current();
  await requireValidatedCollection(scope, collection, 'updateCollection', changed(catalog, changes, choices));
  return changes;
}

/** Changes facts of a collection; its id. A new alias replaces the old one at once. */
export const updateCollection = command({
  name: 'updateCollection',
  tokenScope: 'CURATE',
  input: updateCollectionInput,
  subject: async (scope, input) => withChoices(scope, await lockCollection(scope, input.collection), input),
  requires: requirementOf,
  run: async (scope, subject, input): Promise<number> => {
    const { collection, choices } = subject;
    const changes = await planUpdate(scope, subject, input);
    if (!(await storeChanges(scope.tx, collection.id, changes))) throw aliasTaken(changes.alias ?? collection.alias);
    await applyChoices(scope, collection.id, choices);
    // The root's name is the installation's where nothing else is set, and every process keeps it.
    if (collection.ownerId === null && changes.name !== undefined) await notifyCaches(scope.tx, 'installation');
    scope.note({ changed: Object.keys(changes) });
    return collection.id;
  },
});

/** Refuses what `updateCollection` would refuse, and a change of which a program of the operator has not approved yet. */
export const admitCollectionUpdate = query({
  name: 'admitCollectionUpdate',
  subject: async (scope, input: UpdateCollectionInput) => withChoices(scope, await loadCollection(scope, input.collection), input),
  requires: requirementOf,
  run: async (context, subject, input): Promise<void> => {
    await planUpdate({ context, tx: context.db }, subject, input);
  },
});

/** Changes a collection as `updateCollection` does, after a program of the operator has approved of it, where there is one; its id. */
export const updateValidatedCollection = composed({
  name: 'updateValidatedCollection',
  of: [admitCollectionUpdate, updateCollection],
  run: (context: CommandContext, input: UpdateCollectionInput): Promise<number> =>
    withValidation(context, {
      occasion: 'updateCollection',
      admit: (validated) => admitCollectionUpdate(validated, parseInput(updateCollectionInput, input)),
      run: (validated) => updateCollection(validated, input),
    }),
});
