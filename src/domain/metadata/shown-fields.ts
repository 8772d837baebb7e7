import type { StoredMetadata } from '../../db/stored-metadata.ts';
import type { DomainServices } from '../../kernel/services.ts';
import { findMetadataField } from '../../model/metadata/metadata-values.ts';
import type { MetadataField } from '../../model/metadata/version-metadata.ts';
import { isShownWhole, partlyShown } from './shown-blocks.ts';

/** The metadata of a version as shown to readers, field by field. */
export interface ShownFields {
  /** Whether a block has a value. */
  hasBlock(blockName: string): boolean;
  /** A field that is no child of another. */
  findField(typeName: string): MetadataField | undefined;
}

/** From so many fields on, reading all of the text takes less time than looking for each. */
const READ_AT_ONCE = 5;

/** Finds what `shownBlocks` shows. Metadata of which few fields are wanted, as in lists, are not read whole. */
export function shownFields(services: Pick<DomainServices, 'settings' | 'blocks'>, metadata: StoredMetadata): ShownFields {
  if (!isShownWhole(services, metadata)) {
    const shown = partlyShown(services, metadata);
    return { hasBlock: (name) => Object.hasOwn(shown, name), findField: (name) => findMetadataField(shown, name) };
  }
  let asked = 0;
  return {
    hasBlock: (name) => metadata.hasBlock(name),
    findField: (name) => {
      asked += 1;
      return asked < READ_AT_ONCE ? metadata.findField(name) : findMetadataField(metadata.value, name);
    },
  };
}
