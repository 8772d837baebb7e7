import {
  BREAK,
  type DocumentNode,
  type FieldNode,
  type FragmentDefinitionNode,
  getArgumentValues,
  getNamedType,
  GraphQLError,
  type GraphQLField,
  type GraphQLNamedType,
  type GraphQLResolveInfo,
  type GraphQLSchema,
  Kind,
  SchemaMetaFieldDef,
  type SelectionSetNode,
  TypeMetaFieldDef,
  visit,
} from 'graphql';
import { fieldOf } from './field-of.ts';
import { GRAPHQL_LIMITS } from './limits.ts';

/** Characters of an answer that cost as much as one object. */
const CHARACTERS_PER_COST = 350;
/** Beyond this, the exact size does not matter. */
const MOST_CHARACTERS = (GRAPHQL_LIMITS.cost + 1) * CHARACTERS_PER_COST;

/** The overhead of a name in the response: quotes, colon, comma. */
const PUNCTUATION = 4;

/** What was found out about documents: those of clients that come again are kept parsed. */
const asking = new WeakMap<DocumentNode, boolean>();

/** Whether a document asks for the schema or a type of it anywhere. */
export function asksForSchema(document: DocumentNode): boolean {
  const known = asking.get(document);
  if (known !== undefined) return known;
  let asks = false;
  visit(document, {
    Field({ name: { value } }) {
      asks = value === SchemaMetaFieldDef.name || value === TypeMetaFieldDef.name;
      return asks ? BREAK : undefined;
    },
  });
  asking.set(document, asks);
  return asks;
}

/**
 * Measures the response to an introspection query. Fixed list sizes do not fit a schema: `Query` has a hundred fields, most types have few.
 * So this walks the schema as the response will, each part once for each selection set, at a cost no higher than its count, and stops at
 * the limit.
 */
export class IntrospectionMeter {
  readonly #schema: GraphQLSchema;
  readonly #fragments: ReadonlyMap<string, FragmentDefinitionNode>;
  readonly #variables: Readonly<Record<string, unknown>>;
  readonly #measured = new Map<SelectionSetNode, Map<unknown, number>>();
  /** Measured characters; repeated parts are not measured again. */
  #read = 0;

  constructor(schema: GraphQLSchema, fragments: ReadonlyMap<string, FragmentDefinitionNode>, variables: Readonly<Record<string, unknown>>) {
    this.#schema = schema;
    this.#fragments = fragments;
    this.#variables = variables;
  }

  /** The cost of a `__schema` or `__type` field. */
  cost(node: FieldNode): number {
    const query = this.#schema.getQueryType() ?? undefined;
    return Math.ceil(this.#fieldSize(node, query, undefined) / CHARACTERS_PER_COST);
  }

  #fieldSize(node: FieldNode, owner: GraphQLNamedType | undefined, source: unknown): number {
    const field = fieldOf(this.#schema, owner, node.name.value);
    const name = (node.alias ?? node.name).value.length + PUNCTUATION;
    this.#read += name;
    // Only `__typename` is no field of its type.
    if (field === undefined) return name + (owner?.name.length ?? 0);
    return name + this.#valueSize(this.#read > MOST_CHARACTERS ? undefined : this.#valueOf(field, node, source), node, field);
  }

  #valueOf(field: GraphQLField<unknown, unknown>, node: FieldNode, source: unknown): unknown {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the resolvers of introspection use no more of it than the schema
    const info = { schema: this.#schema } as GraphQLResolveInfo;
    try {
      return field.resolve?.(source, getArgumentValues(field, node, this.#variables), undefined, info);
    } catch (error) {
      // A variable that is null where the field does not take it: the field will be an error, and hold nothing.
      if (error instanceof GraphQLError) return null;
      throw error;
    }
  }

  #valueSize(value: unknown, node: FieldNode, field: GraphQLField<unknown, unknown>): number {
    if (Array.isArray(value)) {
      let size = 0;
      for (const entry of value) {
        size += this.#valueSize(entry, node, field);
        if (size > MOST_CHARACTERS) break;
      }
      return size;
    }
    if (node.selectionSet === undefined || value === null || value === undefined) {
      const size = JSON.stringify(value ?? null).length;
      this.#read += size;
      return size;
    }
    return this.#objectSize(node.selectionSet, getNamedType(field.type), value);
  }

  #objectSize(selectionSet: SelectionSetNode, type: GraphQLNamedType, source: unknown): number {
    const known = this.#measured.get(selectionSet) ?? new Map<unknown, number>();
    this.#measured.set(selectionSet, known);
    const before = known.get(source);
    if (before !== undefined) return before;
    let size = PUNCTUATION;
    for (const node of selectionSet.selections) {
      if (node.kind === Kind.FIELD) {
        size += this.#fieldSize(node, type, source);
      } else {
        const fragment = node.kind === Kind.FRAGMENT_SPREAD ? this.#fragments.get(node.name.value) : node;
        if (fragment !== undefined) size += this.#objectSize(fragment.selectionSet, type, source);
      }
      if (size > MOST_CHARACTERS) break;
    }
    known.set(source, size);
    return size;
  }
}
