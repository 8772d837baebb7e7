import { listBlockIdsInUse } from '../../db/queries/collections/collection-blocks.ts';
import { query } from '../../kernel/command.ts';
import { noSubject } from '../../kernel/no-subject.ts';
import type { BlockDefinition } from '../../model/metadata/block-definition.ts';
import { isShownOnCreate } from '../../model/metadata/shown-on-create.ts';

/**
 * All blocks, by id; or only those that a collection has of its own and that have a field shown on create or required.
 * Source: collections.md 8.1.
 */
export const listBlocks = query({
  name: 'listBlocks',
  subject: noSubject,
  requires: 'Public',
  run: async (
    { db, services },
    _subject,
    { onlyDisplayedOnCreate }: { readonly onlyDisplayedOnCreate: boolean },
  ): Promise<readonly BlockDefinition[]> => {
    const { blocks } = services.blocks.current();
    if (!onlyDisplayedOnCreate) return blocks;
    const inUse = new Set(await listBlockIdsInUse(db));
    return blocks.filter((block) => inUse.has(block.id) && block.fields.some(isShownOnCreate));
  },
});
