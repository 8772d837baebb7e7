/** The forms that batched reads have. */
import DataLoader from 'dataloader';

/** A loader for each page size. Pages are not cached: a read after a write of the same request shows the written state. */
export type PageLoaders<Key, Row> = (limit: number) => DataLoader<Key, readonly Row[]>;

/** Without `cache`, a read after a write of the same request shows the written state. */
interface Memory {
  readonly cache?: boolean;
}

/** Rows by their id. */
export function byId<Row extends { readonly id: number }>(
  read: (ids: readonly number[]) => Promise<readonly Row[]>,
): DataLoader<number, Row | undefined> {
  return new DataLoader(async (ids) => {
    const rows = new Map((await read(ids)).map((row) => [row.id, row]));
    return ids.map((id) => rows.get(id));
  });
}

/** Values of a map by their key. */
export function fromMap<Value>(
  read: (ids: readonly number[]) => Promise<ReadonlyMap<number, Value>>,
): DataLoader<number, Value | undefined> {
  return new DataLoader(async (ids) => {
    const values = await read(ids);
    return ids.map((id) => values.get(id));
  });
}

/** Counts by what they are of; nothing counted is 0. */
export function countsFrom(
  read: (ids: readonly number[]) => Promise<ReadonlyMap<number, number>>,
  memory: Memory = {},
): DataLoader<number, number> {
  return new DataLoader(async (ids) => {
    const counts = await read(ids);
    return ids.map((id) => counts.get(id) ?? 0);
  }, memory);
}

/** Lists by what they are of; nothing listed is the empty list. */
export function listsFrom<Item>(
  read: (ids: readonly number[]) => Promise<ReadonlyMap<number, readonly Item[]>>,
  memory: Memory = {},
): DataLoader<number, readonly Item[]> {
  return new DataLoader(async (ids) => {
    const lists = await read(ids);
    return ids.map((id) => lists.get(id) ?? []);
  }, memory);
}

/** Rows by the dataset they are of. Not cached: a read after a write of the same request shows the written state. */
export function freshListOf<Row extends { readonly datasetId: number }>(
  read: (datasetIds: readonly number[]) => Promise<readonly Row[]>,
): DataLoader<number, Row[]> {
  return new DataLoader(
    async (ids) => {
      const rows = Map.groupBy(await read(ids), ({ datasetId }) => datasetId);
      return ids.map((id) => rows.get(id) ?? []);
    },
    { cache: false },
  );
}

/** Makes the loaders of pages of rows. */
export function pageLoaders<Key, Row>(
  read: (keys: readonly Key[], limit: number) => Promise<ReadonlyMap<number, readonly Row[]>>,
  idOf: (key: Key) => number,
): PageLoaders<Key, Row> {
  const made = new Map<number, DataLoader<Key, readonly Row[]>>();
  return (limit) => {
    let loader = made.get(limit);
    if (loader === undefined) {
      loader = new DataLoader(
        async (keys) => {
          const pages = await read(keys, limit);
          return keys.map((key) => pages.get(idOf(key)) ?? []);
        },
        { cache: false },
      );
      made.set(limit, loader);
    }
    return loader;
  };
}
