import type { StoredField } from '../../db/stored-fields.ts';
import type { StoredMetadata } from '../../db/stored-metadata.ts';
import { RawJson } from '../../raw-json.ts';
import type { DomainServices } from '../../kernel/services.ts';
import { withoutVocabularyFillers } from './filler.ts';
import { hidesAddresses, shownMetadata } from './shown-metadata.ts';
import { FILLER } from '../../formats/values/value-format.ts';
import type { MetadataField, VersionMetadata } from '../../model/metadata/version-metadata.ts';

/** A field as it is, or as the text that is stored. */
export type ShownField = MetadataField | StoredField;

/** The values of one block as shown to readers. */
export class ShownBlock {
  readonly name: string;
  readonly displayName: string;
  /** Its fields as native JSON. */
  readonly nativeFields: unknown;
  readonly #read: () => readonly ShownField[];
  #fields: readonly ShownField[] | undefined;

  constructor(block: { readonly name: string; readonly displayName: string }, nativeFields: unknown, read: () => readonly ShownField[]) {
    this.name = block.name;
    this.displayName = block.displayName;
    this.nativeFields = nativeFields;
    this.#read = read;
  }

  /** Its fields in display order. */
  get fields(): readonly ShownField[] {
    return (this.#fields ??= this.#read());
  }
}

const WRITTEN_FILLER = JSON.stringify(FILLER);

/** Whether readers see the metadata as they are stored. */
export function isShownWhole(services: Pick<DomainServices, 'settings'>, { text }: StoredMetadata): boolean {
  return !hidesAddresses(services) && !text.includes(WRITTEN_FILLER);
}

/** What readers see of metadata of which something is held back. */
export function partlyShown(services: Pick<DomainServices, 'settings' | 'blocks'>, metadata: StoredMetadata): VersionMetadata {
  return Object.fromEntries(
    Object.entries(shownMetadata(services, metadata.value)).map(([name, fields]) => [name, withoutVocabularyFillers(fields)]),
  );
}

/**
 * The blocks of a version, as they are stored where nothing of them is held back. `asText` passes them on unread, for callers that want
 * them whole; looking for the ends of the blocks takes longer than it saves where their fields are asked for.
 */
export function shownBlocks(
  services: Pick<DomainServices, 'settings' | 'blocks'>,
  metadata: StoredMetadata,
  { asText }: { readonly asText: boolean },
): ShownBlock[] {
  const catalog = services.blocks.current();
  const named = (name: string) => ({ name, displayName: catalog.findBlock(name)?.displayName ?? name });
  if (isShownWhole(services, metadata)) {
    if (!asText) return Array.from(metadata.passedFields, ([name, fields]) => new ShownBlock(named(name), fields, () => fields));
    return Array.from(metadata.blocks, ([name, text]) => new ShownBlock(named(name), new RawJson(text), () => metadata.value[name] ?? []));
  }
  return Object.entries(partlyShown(services, metadata)).map(([name, fields]) => new ShownBlock(named(name), fields, () => fields));
}
