/**
 * The queue of connections and statements inside the driver postgres.js, in place of its own one when the server is bundled
 * (tools/mend-packages.ts). Its own one (3.4.9) forgets what was taken out only when it is empty: it grows by an entry with every
 * statement while some connections are busy and others are not, and each statement searches it.
 */
// oxlint-disable-next-line import/no-default-export -- the driver imports it as such
export default function Queue<Item>(initial: readonly Item[] = []): {
  readonly length: number;
  push(item: Item): Item;
  shift(): Item | undefined;
  /** @returns the item, or null where it is not in the queue. */
  remove(item: Item): Item | null;
} {
  const items = [...initial];
  return {
    get length() {
      return items.length;
    },
    push: (item) => {
      items.push(item);
      return item;
    },
    shift: () => items.shift(),
    remove: (item) => {
      const index = items.indexOf(item);
      if (index === -1) return null;
      items.splice(index, 1);
      return item;
    },
  };
}
