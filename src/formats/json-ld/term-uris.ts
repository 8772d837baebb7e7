/** Names of linked data: which URI stands for a metadata field. Source: datasets.md 14.4, blocks.md 1. */
import type { BlockCatalog } from '../../model/metadata/block-catalog.ts';
import type { FieldDefinition } from '../../model/metadata/block-definition.ts';

/** Prefixes that every description declares. The namespace of `dvcore` is the one that programs which read these descriptions know. */
export const PREFIXES = {
  dcterms: 'http://purl.org/dc/terms/',
  dvcore: 'https://dataverse.org/schema/core#',
  ore: 'http://www.openarchives.org/ore/terms/',
  schema: 'http://schema.org/',
} as const;

/** Beginning of the URIs of a block's fields that have none of their own. */
export function blockNamespace(catalog: BlockCatalog, block: string, siteUrl: string): string {
  return catalog.findBlockByName(block)?.namespaceUri ?? `${siteUrl}/schema/${block}#`;
}

/** The URI of a field. */
export function fieldUri(catalog: BlockCatalog, field: FieldDefinition, siteUrl: string): string {
  return field.termUri ?? `${blockNamespace(catalog, field.block, siteUrl)}${field.name}`;
}

/** The key of a field in a description: its name where it has a URI of its own, else the name behind its block's prefix. */
export function fieldKey({ termUri, block, name }: Pick<FieldDefinition, 'termUri' | 'block' | 'name'>): string {
  return termUri === null ? `${block}:${name}` : name;
}
