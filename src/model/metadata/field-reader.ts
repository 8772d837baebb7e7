import type { BlockCatalog } from './block-catalog.ts';
import type { FieldDefinition, VocabularyValue } from './block-definition.ts';
import { pointerTo } from '../../errors/json-pointer.ts';
import { ProblemList, excerpt } from '../../errors/problem-list.ts';
import type { CompoundValue, MetadataField } from './version-metadata.ts';
import type { NamedField } from '../../errors/rules/metadata-rules.ts';
import { broken } from '../../errors/rules/broken.ts';

// XML cannot carry these, and PostgreSQL cannot hold NUL.
const REMOVED_CHARACTERS = new RegExp(`[${String.fromCharCode(0, 2, 0x0c, 0xfffe)}]`, 'g');

/** Whether a sent value is a JSON object. */
export function isJsonObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** What a body that changes stored fields may leave out or leave blank. Source: blocks.md 4.1. */
export interface Leniency {
  /** `multiple` and `typeClass` may be absent and are not compared. */
  readonly undeclared: boolean;
  /** A blank vocabulary value is no value, in place of an unknown one. */
  readonly blankVocabulary: boolean;
}

/**
 * Reads field objects of native JSON against the catalogue: checks their shape, cleans texts, drops what is blank
 * and puts children and vocabulary values in order. Faults go to `problems`. Source: blocks.md 4.1, datasets.md 4.1.
 */
export class FieldReader {
  readonly problems = new ProblemList();
  readonly pointers = new Map<object, string>();
  readonly blankCompounds = new Map<FieldDefinition, string[]>();
  readonly #catalog: BlockCatalog;
  readonly #leniency: Leniency | undefined;

  constructor(catalog: BlockCatalog, leniency?: Leniency) {
    this.#catalog = catalog;
    this.#leniency = leniency;
  }

  /**
   * Reads one field object into `found`, where it must not be yet. Reads nothing from a field that the catalogue
   * does not know, and stores nothing for a field without a value.
   */
  readField(sent: unknown, pointer: string, parent: FieldDefinition | null, found: Map<FieldDefinition, MetadataField | null>): void {
    if (!isJsonObject(sent)) return this.problems.add(pointer, 'A field must be an object.');
    const { typeName, value } = sent;
    if (typeof typeName !== 'string') return this.problems.add(`${pointer}/typeName`, 'A field must name its type in typeName.');
    const definition = this.#catalog.findField(typeName);
    if (definition === undefined) return;
    if (definition.parent !== (parent?.name ?? null)) return this.problems.add(pointer, misplaced(definition, parent));
    if (found.has(definition)) return this.problems.add(`${pointer}/typeName`, `The field ${typeName} is given twice.`);
    found.set(definition, null);

    if (this.#leniency?.undeclared !== true && !this.#isDeclaredRight(definition, sent, pointer)) return;
    const read = definition.multiple
      ? this.#readArray(definition, value, `${pointer}/value`)
      : this.#readSingle(definition, value, `${pointer}/value`);
    if (read === undefined) return;
    const field: MetadataField = { typeName: definition.name, multiple: definition.multiple, typeClass: definition.typeClass, value: read };
    found.set(definition, field);
    this.pointers.set(field, pointer);
  }

  #isDeclaredRight(definition: FieldDefinition, { multiple, typeClass }: Readonly<Record<string, unknown>>, pointer: string): boolean {
    if (multiple !== definition.multiple) {
      this.problems.add(`${pointer}/multiple`, `The multiple of ${definition.name} must be ${definition.multiple}.`);
    }
    if (typeClass !== definition.typeClass) {
      this.problems.add(`${pointer}/typeClass`, `The typeClass of ${definition.name} must be ${definition.typeClass}.`);
    }
    return multiple === definition.multiple && typeClass === definition.typeClass;
  }

  #readSingle(definition: FieldDefinition, sent: unknown, pointer: string): MetadataField['value'] | undefined {
    if (Array.isArray(sent)) {
      this.problems.add(pointer, broken('FIELD_ONE_VALUE', named(definition)));
      return undefined;
    }
    switch (definition.typeClass) {
      case 'compound':
        return this.#readCompound(definition, sent, pointer);
      case 'controlledVocabulary':
        return this.#readVocabularyValue(definition, sent, pointer)?.value;
      case 'primitive':
        return this.#readText(definition, sent, pointer);
    }
  }

  #readArray(definition: FieldDefinition, sent: unknown, pointer: string): MetadataField['value'] | undefined {
    if (!Array.isArray(sent)) {
      this.problems.add(pointer, broken('FIELD_LIST', named(definition)));
      return undefined;
    }
    switch (definition.typeClass) {
      case 'compound':
        return unlessEmpty(this.#readEach(sent, pointer, (item, at) => this.#readCompound(definition, item, at)));
      case 'controlledVocabulary': {
        const entries = new Set(this.#readEach(sent, pointer, (item, at) => this.#readVocabularyValue(definition, item, at)));
        return unlessEmpty([...entries].sort((one, other) => one.displayOrder - other.displayOrder).map((entry) => entry.value));
      }
      case 'primitive':
        return unlessEmpty(this.#readEach(sent, pointer, (item, at) => this.#readText(definition, item, at)));
    }
  }

  #readEach<Read>(sent: readonly unknown[], pointer: string, read: (item: unknown, pointer: string) => Read | undefined): Read[] {
    const values: Read[] = [];
    for (const [index, item] of sent.entries()) {
      if (this.problems.isFull) break;
      const value = read(item, `${pointer}/${index}`);
      if (value !== undefined) values.push(value);
    }
    return values;
  }

  #readText(definition: FieldDefinition, sent: unknown, pointer: string): string | undefined {
    if (typeof sent !== 'string') {
      this.problems.add(pointer, broken('FIELD_TEXT', named(definition)));
      return undefined;
    }
    // Half a surrogate pair is no text to PostgreSQL nor to any export.
    const text = sent.replace(REMOVED_CHARACTERS, '').trim().toWellFormed();
    return text === '' ? undefined : text;
  }

  #readVocabularyValue(definition: FieldDefinition, sent: unknown, pointer: string): VocabularyValue | undefined {
    if (typeof sent !== 'string') {
      this.problems.add(pointer, broken('FIELD_TEXT', named(definition)));
      return undefined;
    }
    if (this.#leniency?.blankVocabulary === true && sent.trim() === '') return undefined;
    const entry = this.#catalog.findVocabularyValue(definition, sent);
    if (entry === undefined) this.problems.add(pointer, broken('VALUE_UNKNOWN', { ...named(definition), value: excerpt(sent) }));
    return entry;
  }

  #readCompound(definition: FieldDefinition, sent: unknown, pointer: string): CompoundValue | undefined {
    if (!isJsonObject(sent)) {
      this.problems.add(pointer, broken('FIELD_COMPOUND', named(definition)));
      return undefined;
    }
    const found = new Map<FieldDefinition, MetadataField | null>();
    for (const key of Object.keys(sent)) {
      if (this.problems.isFull) break;
      this.readField(sent[key], pointerTo(pointer, key), definition, found);
    }
    const value = inOrder(definition.children, found);
    if (value.length === 0) {
      if (found.size > 0) this.#noteBlank(definition, pointer);
      return undefined;
    }
    const compound = Object.fromEntries(value.map((child) => [child.typeName, child]));
    this.pointers.set(compound, pointer);
    return compound;
  }

  #noteBlank(definition: FieldDefinition, pointer: string): void {
    const pointers = this.blankCompounds.get(definition);
    if (pointers === undefined) this.blankCompounds.set(definition, [pointer]);
    else pointers.push(pointer);
  }
}

/** The fields that have a value, in the order of their definitions. */
export function inOrder(
  definitions: readonly FieldDefinition[],
  found: ReadonlyMap<FieldDefinition, MetadataField | null>,
): readonly MetadataField[] {
  return definitions.flatMap((definition) => found.get(definition) ?? []);
}

function named({ name, displayName }: FieldDefinition): NamedField {
  return { field: name, title: displayName };
}

function misplaced(definition: FieldDefinition, parent: FieldDefinition | null): string {
  if (parent !== null) return `The field ${definition.name} is not a child of ${parent.name}.`;
  return `The field ${definition.name} can only be given inside ${definition.parent}.`;
}

function unlessEmpty<Value>(values: readonly Value[]): readonly Value[] | undefined {
  return values.length === 0 ? undefined : values;
}
