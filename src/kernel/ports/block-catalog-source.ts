import type { Queryable } from '../../db/client.ts';
import type { BlockCatalog } from '../../model/metadata/block-catalog.ts';

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
