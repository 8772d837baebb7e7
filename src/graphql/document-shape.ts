import {
  type DocumentNode,
  type FieldNode,
  type FragmentDefinitionNode,
  getNamedType,
  type GraphQLNamedType,
  type GraphQLSchema,
  isAbstractType,
  Kind,
  type OperationDefinitionNode,
  type SelectionNode,
  type SelectionSetNode,
} from 'graphql';
import { fieldOf } from './field-of.ts';
import { fragmentsOf } from './fragments-of.ts';
import { GRAPHQL_LIMITS, refusal } from './limits.ts';

/** A selection set, the type that it is applied to, and how many types of object the position around it can have. */
interface Part {
  readonly selectionSet: SelectionSetNode;
  readonly type: GraphQLNamedType | undefined;
  readonly variants: number;
}

/** The fields that give one field of the answer together. */
interface Merged {
  count: number;
  readonly parts: Part[];
}

/** The size of a document with every fragment expanded at each use. */
export interface DocumentShape {
  /** Of each operation its fields, counted once for each type of object that they are compiled for; infinite when it must not be compiled. */
  readonly compiledFields: ReadonlyMap<OperationDefinitionNode, number>;
}

class ShapeMeter {
  readonly #schema: GraphQLSchema;
  readonly #fragments: ReadonlyMap<string, FragmentDefinitionNode>;
  /** Fragments around the current place. */
  readonly #around = new Set<string>();
  /** Fragments already visited. */
  readonly used = new Set<string>();
  #selections = 0;
  #repetitions = 0;
  #aliases = 0;
  #compiledFields = 0;

  constructor(schema: GraphQLSchema, fragments: ReadonlyMap<string, FragmentDefinitionNode>) {
    this.#schema = schema;
    this.#fragments = fragments;
  }

  /** Measures an operation or a single fragment, and returns its size when compiled. */
  measureRoot(selectionSet: SelectionSetNode, type: GraphQLNamedType | undefined): number {
    this.#aliases = 0;
    this.#compiledFields = 0;
    this.#measure([{ selectionSet, type, variants: 1 }], 1);
    return this.#compiledFields;
  }

  /** Measures the selections that are merged into one object of the response. */
  #measure(parts: readonly Part[], depth: number): void {
    const fields = new Map<string, Merged>();
    for (const part of parts) this.#collect(part, fields, 0);
    if (fields.size > 0 && depth > GRAPHQL_LIMITS.depth) {
      throw refusal('QUERY_TOO_DEEP', `The operation nests deeper than ${GRAPHQL_LIMITS.depth} levels.`);
    }
    for (const { count, parts: below } of fields.values()) {
      this.#repetitions += (count * (count - 1)) / 2;
      if (this.#repetitions > GRAPHQL_LIMITS.repetitions) {
        throw refusal('QUERY_TOO_COSTLY', 'The document repeats the same fields too often; select each once.');
      }
      if (below.length > 0) this.#measure(below, depth + 1);
    }
  }

  #collect(part: Part, fields: Map<string, Merged>, nesting: number): void {
    if (nesting > GRAPHQL_LIMITS.nesting) {
      throw refusal('QUERY_TOO_DEEP', `The document nests fragments deeper than ${GRAPHQL_LIMITS.nesting} levels.`);
    }
    for (const node of part.selectionSet.selections) {
      this.#count();
      if (node.kind === Kind.FIELD) this.#field(node, part, fields);
      else this.#fragment(node, part, fields, nesting);
    }
  }

  #count(): void {
    this.#selections += 1;
    if (this.#selections <= GRAPHQL_LIMITS.selections) return;
    throw refusal(
      'QUERY_TOO_COSTLY',
      `The document selects more than ${GRAPHQL_LIMITS.selections} fields and fragments, counting a fragment at each use.`,
    );
  }

  #field(node: FieldNode, part: Part, fields: Map<string, Merged>): void {
    if (node.alias !== undefined) {
      this.#aliases += 1;
      if (this.#aliases > GRAPHQL_LIMITS.aliases) {
        throw refusal('QUERY_TOO_MANY_ALIASES', `The operation has more than ${GRAPHQL_LIMITS.aliases} aliases.`);
      }
    }
    const variants = part.variants * this.#variantsOf(part.type);
    this.#compiledFields += variants;
    const name = node.alias?.value ?? node.name.value;
    const merged = fields.get(name) ?? { count: 0, parts: [] };
    merged.count += 1;
    const { selectionSet } = node;
    if (selectionSet !== undefined) {
      const field = fieldOf(this.#schema, part.type, node.name.value);
      merged.parts.push({ selectionSet, type: field && getNamedType(field.type), variants });
    }
    fields.set(name, merged);
  }

  #fragment(node: Exclude<SelectionNode, FieldNode>, part: Part, fields: Map<string, Merged>, nesting: number): void {
    const spread = node.kind === Kind.FRAGMENT_SPREAD ? node.name.value : undefined;
    const fragment = node.kind === Kind.FRAGMENT_SPREAD ? this.#fragments.get(node.name.value) : node;
    if (fragment === undefined) return;
    // graphql-jit combines the conditions of all fragments that contain a field, so it omits a field that one of them selects.
    if (node.directives !== undefined && node.directives.length > 0) this.#compiledFields = Infinity;
    if (spread !== undefined) {
      if (this.#around.has(spread)) throw refusal('GRAPHQL_VALIDATION_FAILED', `The fragment "${spread}" contains itself.`);
      this.#around.add(spread);
      this.used.add(spread);
    }
    const condition = fragment.typeCondition?.name.value;
    const type = condition === undefined ? part.type : this.#schema.getType(condition);
    this.#collect({ selectionSet: fragment.selectionSet, type, variants: part.variants }, fields, nesting + 1);
    if (spread !== undefined) this.#around.delete(spread);
  }

  /** An abstract type is compiled for each type of object that it stands for. */
  #variantsOf(type: GraphQLNamedType | undefined): number {
    return isAbstractType(type) ? this.#schema.getPossibleTypes(type).length : 1;
  }
}

/**
 * Refuses a document that expands too far, before anything expands it: validation and compilation follow each fragment wherever
 * it is used, and compare all fields of one name. The walk itself ends at the limit.
 * @throws GraphQLError
 */
export function measureShape(schema: GraphQLSchema, document: DocumentNode): DocumentShape {
  const fragments = fragmentsOf(document);
  const meter = new ShapeMeter(schema, fragments);
  const compiledFields = new Map<OperationDefinitionNode, number>();
  for (const definition of document.definitions) {
    if (definition.kind !== Kind.OPERATION_DEFINITION) continue;
    compiledFields.set(definition, meter.measureRoot(definition.selectionSet, schema.getRootType(definition.operation) ?? undefined));
  }
  // Validation also visits unused fragments.
  for (const [name, { selectionSet, typeCondition }] of fragments) {
    if (!meter.used.has(name)) meter.measureRoot(selectionSet, schema.getType(typeCondition.name.value));
  }
  return { compiledFields };
}
