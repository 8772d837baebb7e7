/** Numbers from 0 up to 1 that look drawn by chance and are the same for the same seed. Source: Mulberry32, Tommy Ettinger. */
export function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d_2b_79_f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** The same in an order drawn from the seed. */
export function shuffled<T>(list: readonly T[], seed: number): T[] {
  const random = randomFrom(seed);
  return list
    .map((entry) => ({ entry, drawn: random() }))
    .toSorted((one, other) => one.drawn - other.drawn)
    .map(({ entry }) => entry);
}
