import type { BlockCatalog } from '../../model/metadata/block-catalog.ts';
import { compoundsIn, textsIn } from '../../model/metadata/metadata-values.ts';
import type { CompoundValue, MetadataField, VersionMetadata } from '../../model/metadata/version-metadata.ts';
import { blockNamespace, fieldKey } from './term-uris.ts';

export type JsonLd = Record<string, unknown>;

/** Metadata as keys and values of JSON-LD, with what its context has to say of the keys. */
export interface DescribedFields {
  readonly values: JsonLd;
  /** Terms and prefixes with their URIs. */
  readonly context: Readonly<Record<string, string>>;
}

/** Describes all fields; one that the catalogue knows no more goes under the prefix of its block. Source: datasets.md 14.4. */
export function describeFields(metadata: VersionMetadata, catalog: BlockCatalog, siteUrl: string): DescribedFields {
  const context: Record<string, string> = {};

  function keyOf({ typeName }: MetadataField, block: string): string {
    const termUri = catalog.findField(typeName)?.termUri ?? null;
    if (termUri === null) context[block] = blockNamespace(catalog, block, siteUrl);
    else context[typeName] = termUri;
    return fieldKey({ name: typeName, block, termUri });
  }

  function compoundOf(compound: CompoundValue, block: string): JsonLd {
    return Object.fromEntries(Object.values(compound).map((child) => [keyOf(child, block), valueOf(child, block)]));
  }

  function valueOf(field: MetadataField, block: string): unknown {
    const values = field.typeClass === 'compound' ? compoundsIn(field).map((one) => compoundOf(one, block)) : textsIn(field);
    return values.length === 1 ? values[0] : values;
  }

  const values: JsonLd = {};
  for (const [block, fields] of Object.entries(metadata)) {
    for (const field of fields) values[keyOf(field, block)] = valueOf(field, block);
  }
  return { values, context };
}
