/**
 * The queue of connections and statements inside the driver postgres.js, in place of its own when the server is bundled
 * (tools/build.mjs). The driver's own (3.4.9) drops what was taken out only when it is empty: while some connections are busy and
 * others are not, it grows by an entry with every statement, and each statement searches all of it.
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
