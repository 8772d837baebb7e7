import type { OwnerLink } from '../../formats/native-json/native-dataset.ts';

export { present } from '../../formats/native-json/present.ts';
export { toSecond } from '../../formats/native-json/to-second.ts';
export { ownerLinkSchema } from '../../formats/native-json/native-dataset.ts';
export type { OwnerLink };

/** A JSON record under construction; keys appear in the order they are set. */
export type JsonRecord = Record<string, unknown>;

/** Sets a key unless the value is null or absent: such keys are left out of records. Source: collections.md 1.3. */
export function put(record: JsonRecord, key: string, value: unknown): void {
  if (value !== null && value !== undefined) record[key] = value;
}

/** Where an object lies, from its owner outward to the root. Source: datasets.md 3.1. */
export function ownerChain(
  owners: readonly { readonly alias: string; readonly isReleased: boolean; readonly name: string }[],
): OwnerLink | undefined {
  let outer: OwnerLink | undefined;
  for (const { alias, isReleased, name } of owners.toReversed()) {
    outer = { type: 'COLLECTION', identifier: alias, isReleased, displayName: name, isPartOf: outer };
  }
  return outer;
}
