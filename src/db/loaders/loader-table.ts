import type { Database } from '../client.ts';
import type { Onlooker } from '../queries/gate/visible.ts';

/** What the reads of one request share. */
export interface LoaderSource {
  readonly db: Database;
  readonly onlooker: Onlooker;
}

/** How each loader is made. */
export type LoaderTable<Loaders> = { readonly [Name in keyof Loaders]: (source: LoaderSource) => Loaders[Name] };

/**
 * A class whose properties are the loaders of a table, each made when it is first asked for: a request uses one or two
 * of some forty, and making them all cost a tenth of the memory that reading a dataset allocates.
 */
export function loadersOf<Loaders extends object>(table: LoaderTable<Loaders>): new (source: LoaderSource) => Loaders {
  class LazyLoaders {
    readonly made: Partial<Loaders> = {};
    readonly source: LoaderSource;

    constructor(source: LoaderSource) {
      this.source = source;
    }
  }
  for (const name in table) {
    Object.defineProperty(LazyLoaders.prototype, name, {
      get(this: LazyLoaders) {
        return (this.made[name] ??= table[name](this.source));
      },
    });
  }
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the properties were defined one by one just now
  return LazyLoaders as unknown as new (source: LoaderSource) => Loaders;
}
