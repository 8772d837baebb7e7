import { listTypeBlockIds } from '../../db/queries/installation/dataset-types.ts';
import type { ReadContext } from '../../kernel/command.ts';
import { detail } from '../../kernel/detail.ts';
import type { BlockDefinition, FieldDefinition } from '../../model/metadata/block-definition.ts';
import { blockWithLevels, hasFieldOnCreate } from './collection-blocks-levels.ts';

/** The one that every form begins with. */
const FIRST_BLOCK = 'citation';

/**
 * Blocks in effect in a collection, the citation block first, then by id, as its own input levels show them. With
 * `onlyDisplayedOnCreate` those with a field shown on create or required, by these levels or by those of the collection
 * that the blocks come from. With `datasetType` those linked to that type besides, whatever they show; an unknown type has none. Many collections at once
 * cost the same statements as one. Source: collections.md 5.13.
 */
export const listBlocksInEffect = detail({
  name: 'listBlocksInEffect',
  run: async (
    { db, loaders, services }: ReadContext,
    collectionId: number,
    options: { readonly onlyDisplayedOnCreate: boolean; readonly datasetType?: string | null | undefined },
  ): Promise<readonly BlockDefinition[]> => {
    const scope = await loaders.metadataScope.load(collectionId);
    if (scope === undefined) return [];
    const [ownLevels, rootLevels] = await Promise.all([
      loaders.inputLevels.load(collectionId),
      loaders.inputLevels.load(scope.blockRootId),
    ]);
    const catalog = services.blocks.current();
    const linked = options.datasetType ? await listTypeBlockIds(db, options.datasetType) : [];
    const blocks = [...new Set([...scope.blockIds, ...linked])]
      .flatMap((id) => catalog.findBlockById(id) ?? [])
      .toSorted((one, other) => Number(other.name === FIRST_BLOCK) - Number(one.name === FIRST_BLOCK) || one.id - other.id);
    const shown = options.onlyDisplayedOnCreate
      ? blocks.filter((block) => linked.includes(block.id) || [ownLevels, rootLevels].some((levels) => hasFieldOnCreate(block, levels)))
      : blocks;
    return shown.map((block) => blockWithLevels(block, ownLevels));
  },
});

/** Facets in effect in a collection, in display order. Source: collections.md 5.8. */
export const listFacetsInEffect = detail({
  name: 'listFacetsInEffect',
  run: async ({ loaders, services }: ReadContext, collectionId: number): Promise<readonly FieldDefinition[]> => {
    const catalog = services.blocks.current();
    return (await loaders.facetFields.load(collectionId)).flatMap((id) => catalog.findFieldById(id) ?? []);
  },
});
