import type { BlockCatalog } from '../../../model/metadata/block-catalog.ts';
import type { BlockDefinition, FieldDefinition } from '../../../model/metadata/block-definition.ts';
import { NameTable } from './typed-names.ts';
import { typedVocabulary, type TypedVocabulary } from './typed-vocabulary.ts';

/**
 * Fields of all blocks together that become types, and values of vocabularies that become those of enums. The schema is built in one piece,
 * and clients read it whole: the standard blocks have 179 fields.
 */
export const TYPED_LIMITS = { fields: 1000, enumValues: 2000 } as const;

/** What the values of a field are in GraphQL. */
export type TypedKind = 'text' | 'date' | 'integer' | 'number' | 'vocabulary' | 'compound';

export interface TypedField {
  readonly definition: FieldDefinition;
  /** Its name among those of its type. */
  readonly name: string;
  readonly kind: TypedKind;
  /** The type of one value. */
  readonly type: string;
  /** The type of one value in inputs. */
  readonly inputType: string;
  /** Where it is an enum. */
  readonly vocabulary: TypedVocabulary | null;
  /** In display order. */
  readonly children: readonly TypedField[];
}

export interface TypedBlock {
  readonly definition: BlockDefinition;
  readonly name: string;
  readonly type: string;
  readonly inputType: string;
  /** In display order. */
  readonly fields: readonly TypedField[];
}

/** Which types a catalogue becomes. */
export interface TypedPlan {
  readonly catalog: BlockCatalog;
  /** In id order. Without those that have no field, and those with which there would be more than TYPED_LIMITS. */
  readonly blocks: readonly TypedBlock[];
}

const TYPES: Readonly<Record<FieldDefinition['type'], readonly [TypedKind, type: string]>> = {
  NONE: ['text', 'String'],
  TEXT: ['text', 'String'],
  TEXTBOX: ['text', 'String'],
  STRING: ['text', 'String'],
  DATE: ['date', 'MetadataDate'],
  EMAIL: ['text', 'String'],
  URL: ['text', 'String'],
  INT: ['integer', 'Int'],
  FLOAT: ['number', 'Float'],
};

/** Older ones first: what is loaded later never takes the name of what was there. */
function byId<Defined extends { readonly id: number }>(defined: readonly Defined[]): readonly Defined[] {
  return defined.toSorted((one, other) => one.id - other.id);
}

class Planner {
  readonly #typeNames: ReadonlyMap<FieldDefinition, string>;
  #enumValues = 0;

  /** `fields` of all blocks, parents and children, in id order. */
  constructor(fields: readonly FieldDefinition[]) {
    const names = new NameTable();
    this.#typeNames = new Map(fields.map((field) => [field, names.give(field.name)]));
  }

  plan(definitions: readonly FieldDefinition[]): readonly TypedField[] {
    const names = new NameTable();
    const planned = new Map(byId(definitions).map((definition) => [definition, this.#field(definition, names.give(definition.name))]));
    return definitions.flatMap((definition) => planned.get(definition) ?? []);
  }

  #field(definition: FieldDefinition, name: string): TypedField {
    const typeName = this.#typeNames.get(definition) ?? name;
    const named = { definition, name, vocabulary: null, children: [] };
    if (definition.typeClass === 'compound') {
      const children = this.plan(definition.children);
      return { ...named, kind: 'compound', type: `Compound_${typeName}`, inputType: `CompoundInput_${typeName}`, children };
    }
    const [kind, type] = TYPES[definition.type];
    if (definition.typeClass !== 'controlledVocabulary') return { ...named, kind, type, inputType: type };
    const vocabulary = this.#vocabulary(definition);
    if (vocabulary === null) return { ...named, kind: 'text', type: 'String', inputType: 'String' };
    const enumType = `Vocabulary_${typeName}`;
    return { ...named, kind: 'vocabulary', type: enumType, inputType: enumType, vocabulary };
  }

  #vocabulary(definition: FieldDefinition): TypedVocabulary | null {
    const vocabulary = typedVocabulary(definition);
    if (vocabulary === null || this.#enumValues + vocabulary.values.length > TYPED_LIMITS.enumValues) return null;
    this.#enumValues += vocabulary.values.length;
    return vocabulary;
  }
}

function blocksWithin(catalog: BlockCatalog): readonly BlockDefinition[] {
  let fields = 0;
  return catalog.blocks.filter((block) => {
    const own = block.fields.reduce((sum, { children }) => sum + 1 + children.length, 0);
    if (own === 0 || fields + own > TYPED_LIMITS.fields) return false;
    fields += own;
    return true;
  });
}

/** Says which types the blocks of a catalogue become. */
export function planTypedMetadata(catalog: BlockCatalog): TypedPlan {
  const names = new NameTable();
  const planner = new Planner(catalog.fields);
  const blocks = blocksWithin(catalog).map((definition): TypedBlock => {
    const name = names.give(definition.name);
    return { definition, name, type: `Metadata_${name}`, inputType: `MetadataInput_${name}`, fields: planner.plan(definition.fields) };
  });
  return { catalog, blocks };
}
