/** A dataset below a collection. */
export interface CollectedDataset {
  readonly persistentId: string;
  /** Aliases of the collections that lead to it, from the one that was asked for; not to be trusted. */
  readonly path: readonly string[];
}

/** A collection somewhere, whatever software that runs: what the caller may see of it, without what is linked. */
export interface RemoteCollection {
  datasets(): AsyncIterable<CollectedDataset>;
}
