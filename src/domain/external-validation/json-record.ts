/** A record of JSON without the keys that have no value. */
export function present(record: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(record).filter(([, value]) => value !== null && value !== undefined));
}

/** A moment as records show it: UTC, without a fraction. Source: collections.md 1.3. */
export function momentText(moment: Date): string {
  return `${moment.toISOString().slice(0, 19)}Z`;
}
