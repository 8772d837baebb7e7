/** A JSON record under construction; keys appear in the order they are set. */
export type JsonRecord = Record<string, unknown>;

/** Sets a key unless the value is null or absent: such keys are left out of records. Source: collections.md 1.3. */
export function put(record: JsonRecord, key: string, value: unknown): void {
  if (value !== null && value !== undefined) record[key] = value;
}

/** A moment to the second, as the contract writes it: `yyyy-MM-dd'T'HH:mm:ss'Z'`. Null stays null. */
export function toSecond(moment: Date | string | null): string | null {
  if (moment === null) return null;
  const text = typeof moment === 'string' ? moment : moment.toISOString();
  return `${text.slice(0, 19)}Z`;
}

/** Where an object lies, from its owner outward to the root. Source: datasets.md 3.1. */
export function ownerChain(
  owners: readonly { readonly alias: string; readonly isReleased: boolean; readonly name: string }[],
): JsonRecord | undefined {
  let outer: JsonRecord | undefined;
  for (const { alias, isReleased, name } of owners.toReversed()) {
    const link: JsonRecord = { type: 'COLLECTION', identifier: alias, isReleased, displayName: name };
    put(link, 'isPartOf', outer);
    outer = link;
  }
  return outer;
}
