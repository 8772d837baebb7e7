import type { Database, Queryable } from '../../db/client.ts';
import { findCatalogVersion } from '../../db/queries/metadata-blocks.ts';
import type { BlockCatalog } from './block-catalog.ts';
import { loadBlockCatalog } from './load-block-catalog.ts';

/** Where a process gets its catalogue from. */
export interface BlockCatalogSource {
  /** The catalogue as of the last refresh. */
  current(): BlockCatalog;
  /**
   * Reloads the catalogue if any process has loaded a block since; one short query if none has. Within a transaction it is
   * read `through` that one, which must not have changed it: many transactions that each wait for another connection of
   * the pool would wait for each other.
   */
  refresh(through?: Queryable): Promise<BlockCatalog>;
}

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
