import { listBlockIdsInUse } from '../../db/queries/collection-blocks.ts';
import type { CommandContext } from '../command.ts';
import type { BlockDefinition } from './block-definition.ts';
import { isShownOnCreate } from './shown-on-create.ts';

/**
 * All blocks, by id; or only those that a collection has of its own and that have a field shown on create or required.
 * Source: collections.md 8.1.
 */
export async function listBlocks(
  context: CommandContext,
  options: { readonly onlyDisplayedOnCreate: boolean },
): Promise<readonly BlockDefinition[]> {
  const { blocks } = context.services.blocks.current();
  if (!options.onlyDisplayedOnCreate) return blocks;
  const inUse = new Set(await listBlockIdsInUse(context.db));
  return blocks.filter((block) => inUse.has(block.id) && block.fields.some(isShownOnCreate));
}
