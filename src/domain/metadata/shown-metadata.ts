import type { DomainServices } from '../../kernel/services.ts';
import type { BlockCatalog } from '../../model/metadata/block-catalog.ts';
import { compoundsIn } from '../../model/metadata/metadata-values.ts';
import type { CompoundValue, MetadataField, VersionMetadata } from '../../model/metadata/version-metadata.ts';

function isAddress({ typeName }: MetadataField, catalog: BlockCatalog): boolean {
  return catalog.findField(typeName)?.type === 'EMAIL';
}

function withoutAddresses(field: MetadataField, catalog: BlockCatalog): MetadataField[] {
  if (isAddress(field, catalog)) return [];
  const compounds = compoundsIn(field);
  if (!compounds.some((compound) => Object.values(compound).some((child) => isAddress(child, catalog)))) return [field];
  const left = compounds
    .map((compound): CompoundValue => Object.fromEntries(Object.entries(compound).filter(([, child]) => !isAddress(child, catalog))))
    .filter((compound) => Object.keys(compound).length > 0);
  const [first] = left;
  return first === undefined ? [] : [{ ...field, value: field.multiple ? left : first }];
}

/** Whether the installation keeps e-mail addresses back. */
export function hidesAddresses({ settings }: Pick<DomainServices, 'settings'>): boolean {
  return settings.get(':ExcludeEmailFromExport') === true;
}

/**
 * The metadata of a version as shown to readers: without e-mail addresses where the setting `:ExcludeEmailFromExport` keeps them back, and
 * without what that leaves empty. Source: datasets.md 3.3, blocks.md 9.
 */
export function shownMetadata(services: Pick<DomainServices, 'settings' | 'blocks'>, metadata: VersionMetadata): VersionMetadata {
  if (!hidesAddresses(services)) return metadata;
  const catalog = services.blocks.current();
  const shown = Object.entries(metadata).map(
    ([block, fields]) => [block, fields.flatMap((field) => withoutAddresses(field, catalog))] as const,
  );
  return Object.fromEntries(shown.filter(([, fields]) => fields.length > 0));
}
