import { holdMetadataCatalog } from '../../db/queries/metadata/metadata-blocks.ts';
import type { Scope } from '../../kernel/command.ts';
import type { BlockCatalog } from '../../model/metadata/block-catalog.ts';

/**
 * The stored catalogue, which no load of blocks changes until the transaction ends: what is checked against it also fits
 * it when it is stored. Another process may have loaded a block a moment ago.
 */
export async function catalogForWriting({ tx, services }: Pick<Scope, 'tx' | 'services'>): Promise<BlockCatalog> {
  const version = await holdMetadataCatalog(tx);
  const catalog = services.blocks.current();
  return catalog.version === version ? catalog : services.blocks.refresh(tx);
}
