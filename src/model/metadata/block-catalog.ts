import type { BlockDefinition, FieldDefinition, VocabularyValue } from './block-definition.ts';

/** All installed metadata blocks of one moment, indexed for lookups. Never changes; a reload makes a new one. */
export class BlockCatalog {
  /** Rises with each load of a block. */
  readonly version: number;
  /** In id order. */
  readonly blocks: readonly BlockDefinition[];
  /** Parents and children of all blocks, in id order. */
  readonly fields: readonly FieldDefinition[];
  readonly #blocksByName: ReadonlyMap<string, BlockDefinition>;
  readonly #blocksById: ReadonlyMap<number, BlockDefinition>;
  readonly #fieldsByName: ReadonlyMap<string, FieldDefinition>;
  readonly #fieldsById: ReadonlyMap<number, FieldDefinition>;
  readonly #vocabularies = new Map<FieldDefinition, ReadonlyMap<string, VocabularyValue>>();

  /** `blocks` in id order. */
  constructor(version: number, blocks: readonly BlockDefinition[]) {
    this.version = version;
    this.blocks = blocks;
    this.fields = blocks
      .flatMap((block) => block.fields.flatMap((field) => [field, ...field.children]))
      .toSorted((one, other) => one.id - other.id);
    this.#blocksByName = new Map(blocks.map((block) => [block.name, block]));
    this.#blocksById = new Map(blocks.map((block) => [block.id, block]));
    this.#fieldsByName = new Map(this.fields.map((field) => [field.name, field]));
    this.#fieldsById = new Map(this.fields.map((field) => [field.id, field]));
  }

  /** Finds a block by its name or by its id in decimal digits; the two cannot clash. Source: decisions.md 18. */
  findBlock(idOrName: string): BlockDefinition | undefined {
    return this.#blocksByName.get(idOrName) ?? (/^\d{1,10}$/.test(idOrName) ? this.#blocksById.get(Number(idOrName)) : undefined);
  }

  findBlockByName(name: string): BlockDefinition | undefined {
    return this.#blocksByName.get(name);
  }

  findBlockById(id: number): BlockDefinition | undefined {
    return this.#blocksById.get(id);
  }

  /** Finds a field, top-level or child, by its name. */
  findField(name: string): FieldDefinition | undefined {
    return this.#fieldsByName.get(name);
  }

  findFieldById(id: number): FieldDefinition | undefined {
    return this.#fieldsById.get(id);
  }

  /** Finds the vocabulary value that `text` names: exactly and case-sensitively, by value, else by alternate. Source: blocks.md 4.1. */
  findVocabularyValue(field: FieldDefinition, text: string): VocabularyValue | undefined {
    let index = this.#vocabularies.get(field);
    if (index === undefined) {
      index = indexVocabulary(field.vocabulary);
      this.#vocabularies.set(field, index);
    }
    return index.get(text);
  }
}

// Built on first use: the languages alone have 16,000 spellings, and a start should not wait for them.
function indexVocabulary(vocabulary: readonly VocabularyValue[]): ReadonlyMap<string, VocabularyValue> {
  const index = new Map(vocabulary.map((entry) => [entry.value, entry]));
  for (const entry of vocabulary) {
    for (const alternate of entry.alternates) {
      if (!index.has(alternate)) index.set(alternate, entry);
    }
  }
  return index;
}
