import type { BlockCatalogSource } from '../../kernel/ports/block-catalog-source.ts';
import type { Database } from '../../db/client.ts';
import { findCatalogVersion } from '../../db/queries/metadata/metadata-blocks.ts';
import { loadBlockCatalog } from './load-block-catalog.ts';

/** Loads the catalogue and keeps it in this process. */
export async function createBlockCatalogSource(db: Database): Promise<BlockCatalogSource> {
  let catalog = await loadBlockCatalog(db);
  return {
    current: () => catalog,
    refresh: async (through = db) => {
      if ((await findCatalogVersion(through)) !== catalog.version) {
        const loaded = await loadBlockCatalog(through);
        // Of two refreshes at once the slower one may have read the older state.
        if (loaded.version > catalog.version) catalog = loaded;
      }
      return catalog;
    },
  };
}
