import { z } from 'zod';
import { insertCollectionBlocks } from '../../db/queries/collections/collection-blocks.ts';
import { copyCollectionBlocks, deleteInputLevels, upsertInputLevels } from '../../db/queries/collections/collection-metadata.ts';
import type { CollectionKey } from '../../db/queries/collections/collections.ts';
import { command } from '../../kernel/command.ts';
import { withFreshCatalog } from '../metadata/with-fresh-catalog.ts';
import { type BlockChoices, resolveBlockChoices } from './block-choices.ts';
import { inputLevels } from './collection-fields.ts';
import { type CollectionSubject, lockCollection } from '../subjects/collection-subject.ts';

/**
 * Adds rules for fields to a collection or replaces those of the same fields, others stay; an empty list removes all.
 * A collection without blocks of its own gets the root collection's. The collection's id. Source: collections.md 11.2.
 */
export const setCollectionInputLevels = command({
  name: 'setCollectionInputLevels',
  input: z.object({ collection: z.custom<CollectionKey>(), inputLevels }),
  subject: async (scope, input): Promise<CollectionSubject & { choices: BlockChoices }> => ({
    ...(await lockCollection(scope, input.collection)),
    choices: await withFreshCatalog(scope.context.services.blocks, scope.tx, (catalog) =>
      resolveBlockChoices(catalog, { inputLevels: input.inputLevels }),
    ),
  }),
  requires: 'EditCollection',
  run: async ({ tx, note }, { collection, choices }): Promise<number> => {
    const levels = choices.inputLevels ?? [];
    if (levels.length === 0) {
      await deleteInputLevels(tx, collection.id);
    } else {
      const [rootId] = collection.path;
      if (!collection.metadataBlockRoot && rootId !== undefined) await copyCollectionBlocks(tx, collection.id, rootId);
      await insertCollectionBlocks(tx, collection.id, choices.inputLevelBlockIds);
      await upsertInputLevels(tx, collection.id, levels);
    }
    note({ fields: levels.length });
    return collection.id;
  },
});
