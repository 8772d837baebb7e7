import {
  type DocumentNode,
  type FieldNode,
  type FragmentDefinitionNode,
  getArgumentValues,
  getNamedType,
  getVariableValues,
  GraphQLError,
  type GraphQLField,
  type GraphQLNamedType,
  type GraphQLSchema,
  Kind,
  type OperationDefinitionNode,
  type SelectionSetNode,
} from 'graphql';
import { fieldOf } from '../field-of.ts';
import { fragmentsOf } from '../fragments-of.ts';
import { PUBLIC_FIELDS } from './public-fields.ts';

/** A field whose arguments decide. */
interface Deciding {
  readonly node: FieldNode;
  readonly field: GraphQLField<unknown, unknown>;
}

/** What a selection reads: null where some of it is not the same for all callers. */
type Reading = readonly Deciding[] | null;

/** Arguments that name the version, and what names a published one. */
const VERSION_ARGUMENTS = ['reference', 'version'];
const PUBLISHED = /^(?::latest-published|\d{1,9}(?:\.\d{1,9})?)$/;

class ReadingOf {
  readonly #schema: GraphQLSchema;
  readonly #fragments: ReadonlyMap<string, FragmentDefinitionNode>;
  readonly deciding: Deciding[] = [];

  constructor(schema: GraphQLSchema, fragments: ReadonlyMap<string, FragmentDefinitionNode>) {
    this.#schema = schema;
    this.#fragments = fragments;
  }

  /** Whether a selection may be public, as far as its fields say. */
  isPublic({ selections }: SelectionSetNode, parent: GraphQLNamedType): boolean {
    return selections.every((node) => {
      if (node.kind === Kind.FIELD) return this.#isPublicField(node, parent);
      const fragment = node.kind === Kind.FRAGMENT_SPREAD ? this.#fragments.get(node.name.value) : node;
      const condition = fragment?.typeCondition?.name.value;
      const type = condition === undefined ? parent : this.#schema.getType(condition);
      return fragment !== undefined && type !== undefined && this.isPublic(fragment.selectionSet, type);
    });
  }

  #isPublicField(node: FieldNode, parent: GraphQLNamedType): boolean {
    const { value: name } = node.name;
    if (name === '__typename') return true;
    const known = Object.hasOwn(PUBLIC_FIELDS, parent.name) ? PUBLIC_FIELDS[parent.name] : undefined;
    const field = fieldOf(this.#schema, parent, name);
    if (known === undefined || field === undefined) return false;
    if (known.below?.includes(name) === true) return true;
    if (known.ofPublished?.includes(name) === true) this.deciding.push({ node, field });
    else if (!known.fields.includes(name)) return false;
    return node.selectionSet === undefined || this.isPublic(node.selectionSet, getNamedType(field.type));
  }
}

/** Documents that come again are kept parsed. */
const readings = new WeakMap<OperationDefinitionNode, Reading>();

function readingOf(schema: GraphQLSchema, document: DocumentNode, operation: OperationDefinitionNode): Reading {
  const known = readings.get(operation);
  if (known !== undefined) return known;
  const root = schema.getQueryType();
  const reader = new ReadingOf(schema, fragmentsOf(document));
  const isPublic = operation.operation === 'query' && root && reader.isPublic(operation.selectionSet, root);
  const reading = isPublic === true ? reader.deciding : null;
  readings.set(operation, reading);
  return reading;
}

function namesPublished(args: Readonly<Record<string, unknown>>): boolean {
  if (args['includeDeaccessioned'] === true) return false;
  return VERSION_ARGUMENTS.some((name) => {
    const given = args[name];
    return typeof given === 'string' && PUBLISHED.test(given);
  });
}

/** Whether a valid operation with its variables reads nothing but what is the same for all callers. */
export function isPublicReading(
  schema: GraphQLSchema,
  document: DocumentNode,
  operation: OperationDefinitionNode,
  variables: Readonly<Record<string, unknown>>,
): boolean {
  const deciding = readingOf(schema, document, operation);
  if (deciding === null) return false;
  if (deciding.length === 0) return true;
  const { coerced } = getVariableValues(schema, operation.variableDefinitions ?? [], variables);
  if (coerced === undefined) return false;
  try {
    return deciding.every(({ node, field }) => namesPublished(getArgumentValues(field, node, coerced)));
  } catch (error) {
    if (error instanceof GraphQLError) return false;
    throw error;
  }
}
