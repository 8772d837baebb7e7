import { z } from 'zod';
import { recordSchema } from './schema.ts';

/** A JSON record under construction; keys appear in the order they are set. */
export type JsonRecord = Record<string, unknown>;

/** Sets a key unless the value is null or absent: such keys are left out of records. Source: collections.md 1.3. */
export function put(record: JsonRecord, key: string, value: unknown): void {
  if (value !== null && value !== undefined) record[key] = value;
}

/** The named facts that are not null, in the order of their names. */
export function present<Facts extends object, Key extends keyof Facts>(
  facts: Facts,
  keys: readonly Key[],
): { -readonly [Name in Key]?: NonNullable<Facts[Name]> } {
  const found: { -readonly [Name in Key]?: NonNullable<Facts[Name]> } = {};
  for (const key of keys) {
    const fact = facts[key];
    if (fact !== null && fact !== undefined) found[key] = fact;
  }
  return found;
}

/** A moment to the second, as the contract writes it: `yyyy-MM-dd'T'HH:mm:ss'Z'`. What is null is left out. */
export function toSecond(moment: Date | string): string;
export function toSecond(moment: Date | string | null): string | undefined;
export function toSecond(moment: Date | string | null): string | undefined {
  if (moment === null) return undefined;
  const text = typeof moment === 'string' ? moment : moment.toISOString();
  return `${text.slice(0, 19)}Z`;
}

export const ownerLinkSchema = recordSchema('OwnerLink', 'A collection that holds something. Source: datasets.md 3.1.', {
  type: z.literal('COLLECTION'),
  identifier: z.string().describe('Its alias.'),
  isReleased: z.boolean().describe('Whether it is published.'),
  displayName: z.string(),
  get isPartOf() {
    return ownerLinkSchema.optional();
  },
});
export type OwnerLink = z.infer<typeof ownerLinkSchema>;

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
