import type { BlockCatalog } from './block-catalog.ts';
import type { FieldDefinition } from './block-definition.ts';

/** Name of a field as a search facet: it tells whether a dataset can have several values of it. Source: blocks.md 10. */
export function facetNameOf(catalog: BlockCatalog, field: FieldDefinition): string {
  const several = field.multiple || field.typeClass === 'controlledVocabulary' || isParentMultiple(catalog, field) === true;
  return `${field.name}${several ? '_ss' : '_s'}`;
}

/** Whether the compound that a field belongs to can be repeated; null at the top level. */
export function isParentMultiple(catalog: BlockCatalog, field: FieldDefinition): boolean | null {
  return field.parent === null ? null : (catalog.findField(field.parent)?.multiple ?? null);
}
