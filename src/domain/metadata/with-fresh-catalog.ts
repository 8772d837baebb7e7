import type { Queryable } from '../../db/client.ts';
import type { BlockCatalog } from '../../model/metadata/block-catalog.ts';
import type { BlockCatalogSource } from '../../kernel/ports/block-catalog-source.ts';

/**
 * Looks names up in the catalogue of this process. A refusal is decided by the stored catalogue alone: another process
 * may have loaded a block a moment ago.
 */
export async function withFreshCatalog<Found>(
  source: BlockCatalogSource,
  tx: Queryable,
  find: (catalog: BlockCatalog) => Found,
): Promise<Found> {
  const catalog = source.current();
  try {
    return find(catalog);
  } catch (refusal) {
    const fresh = await source.refresh(tx);
    if (fresh === catalog) throw refusal;
    return find(fresh);
  }
}
