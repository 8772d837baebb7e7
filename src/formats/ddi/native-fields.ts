import type { BlockCatalog } from '../../model/metadata/block-catalog.ts';
import type { FieldDefinition } from '../../model/metadata/block-definition.ts';
import { singleSpaced } from '../values/single-spaced.ts';

/** Texts of the children of one repetition of a compound; blank ones count as absent. */
export type ChildTexts = Readonly<Record<string, string | undefined>>;

interface NativeField {
  readonly typeName: string;
  readonly multiple: boolean;
  readonly typeClass: string;
  readonly value: unknown;
}

/** Gathers values by field and writes them as the `metadataBlocks` of native JSON. Fields that no block defines are left out. */
export class NativeFields {
  readonly #catalog: BlockCatalog;
  readonly #blocks = new Map<string, NativeField[]>();

  constructor(catalog: BlockCatalog) {
    this.#catalog = catalog;
  }

  /** The vocabulary's own spelling of a text; undefined when it is no value of the field. */
  vocabularyValue(fieldName: string, text: string): string | undefined {
    const vocabulary = this.#catalog.findField(fieldName)?.vocabulary ?? [];
    return vocabulary.find(({ value }) => value === text)?.value ?? vocabulary.find(({ alternates }) => alternates.includes(text))?.value;
  }

  /** Sets a field of texts. Of several for one that is single, long texts are put together, of others the first counts. */
  setTexts(name: string, texts: readonly string[]): void {
    const definition = this.#catalog.findField(name);
    const cleaned = texts.map((text) => fitting(definition, text)).filter((text) => text !== '');
    if (definition === undefined || cleaned.length === 0) return;
    this.#add(definition, definition.multiple ? cleaned : definition.type === 'TEXTBOX' ? cleaned.join('\n\n') : cleaned[0]);
  }

  /** Sets a compound field, one value for each of the given; of several for one that is single the first counts. */
  setCompounds(name: string, repetitions: readonly ChildTexts[]): void {
    const definition = this.#catalog.findField(name);
    if (definition === undefined) return;
    const values = repetitions.map((texts) => compoundValue(definition, texts)).filter((value) => Object.keys(value).length > 0);
    if (values.length > 0) this.#add(definition, definition.multiple ? values : values[0]);
  }

  toMetadataBlocks(): Readonly<Record<string, { readonly fields: readonly NativeField[] }>> {
    return Object.fromEntries([...this.#blocks].map(([block, fields]) => [block, { fields }]));
  }

  #add(definition: FieldDefinition, value: unknown): void {
    const fields = this.#blocks.get(definition.block) ?? [];
    fields.push(nativeField(definition, value));
    this.#blocks.set(definition.block, fields);
  }
}

function nativeField({ name, multiple, typeClass }: FieldDefinition, value: unknown): NativeField {
  return { typeName: name, multiple, typeClass, value };
}

/** Only a text box keeps its lines. */
function fitting(definition: FieldDefinition | undefined, text: string): string {
  return definition?.type === 'TEXTBOX' ? text.trim() : singleSpaced(text).trim();
}

function compoundValue({ children }: FieldDefinition, texts: ChildTexts): Readonly<Record<string, NativeField>> {
  const fields = children.flatMap((child): [string, NativeField][] => {
    const text = fitting(child, texts[child.name] ?? '');
    return text === '' ? [] : [[child.name, nativeField(child, child.multiple ? [text] : text)]];
  });
  return Object.fromEntries(fields);
}
