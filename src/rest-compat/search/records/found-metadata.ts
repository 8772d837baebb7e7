/** What items of datasets show of the metadata. Source: collections.md 11.1. */
import { RawJson } from '../../../raw-json.ts';
import type { BlockValuesFragment } from '../../../generated/operations.ts';
import type { MetadataField, VersionMetadata } from '../../../model/metadata/version-metadata.ts';

/** Blocks with their fields as values. */
export interface FoundBlock {
  readonly displayName: string;
  readonly fields: readonly MetadataField[];
}

function fieldsOf(nativeFields: unknown): readonly MetadataField[] {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- native JSON, which the version was stored as
  return (nativeFields instanceof RawJson ? JSON.parse(nativeFields.text) : nativeFields) as readonly MetadataField[];
}

/** The blocks of a version by name. */
export function foundBlocks(blocks: readonly BlockValuesFragment[]): Readonly<Record<string, FoundBlock>> {
  return Object.fromEntries(blocks.map(({ name, displayName, nativeFields }) => [name, { displayName, fields: fieldsOf(nativeFields) }]));
}

/** The blocks and fields that are asked for, as `block:field` or `block:*`; what there is not is left out. */
export function chosenBlocks(asked: readonly string[], blocks: Readonly<Record<string, FoundBlock>>): Record<string, FoundBlock> {
  const wanted = Map.groupBy(
    asked.map((text) => text.split(':')).filter(({ length }) => length === 2),
    ([name = '']) => name,
  );
  const chosen: Record<string, FoundBlock> = {};
  for (const [name, parts] of wanted) {
    const block = Object.hasOwn(blocks, name) ? blocks[name] : undefined;
    if (block === undefined) continue;
    const names = new Set(parts.map(([, field = '']) => field));
    chosen[name] = { displayName: block.displayName, fields: block.fields.filter(({ typeName }) => names.has('*') || names.has(typeName)) };
  }
  return chosen;
}

/** All fields, for those who look for some by name. */
export function metadataOf(blocks: Readonly<Record<string, FoundBlock>>): VersionMetadata {
  return Object.fromEntries(Object.entries(blocks).map(([name, { fields }]) => [name, [...fields]]));
}
