import type { CommandContext } from '../command.ts';
import type { BlockCatalog } from './block-catalog.ts';
import type { BlockDefinition } from './block-definition.ts';

/** The block of this id or name, also one that another process has loaded a moment ago. */
export async function findMetadataBlock(
  { services }: CommandContext,
  key: { readonly id: number } | { readonly name: string },
): Promise<BlockDefinition | undefined> {
  const find = (catalog: BlockCatalog) => ('id' in key ? catalog.findBlockById(key.id) : catalog.findBlock(key.name));
  return find(services.blocks.current()) ?? find(await services.blocks.refresh());
}
