import {
  type DocumentNode,
  type FieldNode,
  type FragmentDefinitionNode,
  getNamedType,
  type GraphQLNamedType,
  type GraphQLSchema,
  type GraphQLType,
  isCompositeType,
  isListType,
  isNonNullType,
  Kind,
  type OperationDefinitionNode,
  type SelectionSetNode,
} from 'graphql';
import { fieldOf } from './field-of.ts';
import { fragmentsOf } from './fragments-of.ts';
import { IntrospectionMeter } from './introspection-cost.ts';
import { GRAPHQL_LIMITS, refusal } from './limits.ts';

/** Entries that a list without a page size is taken for. */
const ASSUMED_LIST_SIZE = 10;
/** Entries that a complete list (`all...`) is taken for. */
const ASSUMED_COMPLETE_SIZE = 100;

type Variables = Readonly<Record<string, unknown>>;

function isList(type: GraphQLType): boolean {
  return isNonNullType(type) ? isList(type.ofType) : isListType(type);
}

class CostMeter {
  readonly #schema: GraphQLSchema;
  readonly #fragments: ReadonlyMap<string, FragmentDefinitionNode>;
  readonly #variables: Variables;
  cost = 0;

  constructor(schema: GraphQLSchema, fragments: ReadonlyMap<string, FragmentDefinitionNode>, variables: Variables) {
    this.#schema = schema;
    this.#fragments = fragments;
    this.#variables = variables;
  }

  visit({ selections }: SelectionSetNode, parent: GraphQLNamedType, times: number): void {
    for (const node of selections) {
      if (node.kind === Kind.FIELD) {
        this.#field(node, parent, times);
      } else {
        const fragment = node.kind === Kind.FRAGMENT_SPREAD ? this.#fragments.get(node.name.value) : node;
        const condition = fragment?.typeCondition?.name.value;
        const type = condition === undefined ? parent : (this.#schema.getType(condition) ?? parent);
        if (fragment !== undefined) this.visit(fragment.selectionSet, type, times);
      }
    }
  }

  #field(node: FieldNode, parent: GraphQLNamedType, times: number): void {
    const field = fieldOf(this.#schema, parent, node.name.value);
    if (field === undefined || node.selectionSet === undefined) return;
    if (node.name.value.startsWith('__')) {
      this.#add(times * new IntrospectionMeter(this.#schema, this.#fragments, this.#variables).cost(node));
      return;
    }
    const type = getNamedType(field.type);
    if (!isCompositeType(type)) return;
    const below = times * this.#entries(node, field.type);
    this.#add(times);
    if (below > GRAPHQL_LIMITS.cost) this.#add(below);
    this.visit(node.selectionSet, type, below);
  }

  #add(cost: number): void {
    this.cost += cost;
    if (this.cost <= GRAPHQL_LIMITS.cost) return;
    throw refusal('QUERY_TOO_COSTLY', `The operation may touch more than ${GRAPHQL_LIMITS.cost} objects; ask for smaller pages.`);
  }

  /** How many objects a field can give for one parent. */
  #entries(node: FieldNode, type: GraphQLType): number {
    const sized = node.arguments?.find(({ name }) => name.value === 'first' || name.value === 'limit');
    if (sized !== undefined) {
      const { value } = sized;
      const given =
        value.kind === Kind.VARIABLE ? this.#variables[value.name.value] : value.kind === Kind.INT ? Number(value.value) : undefined;
      if (typeof given === 'number') {
        if (sized.name.value === 'first' && given > GRAPHQL_LIMITS.page) {
          throw refusal('PAGE_TOO_LARGE', `A page holds at most ${GRAPHQL_LIMITS.page} entries; ${given} were asked for.`);
        }
        return Math.max(1, given);
      }
    }
    const { value: name } = node.name;
    if (name.startsWith('all') || name === 'filesSlice' || name === 'datasetVersions') return ASSUMED_COMPLETE_SIZE;
    if (getNamedType(type).name.endsWith('Connection')) return 20;
    // The lists inside a connection repeat its entries, which its page size has counted already.
    if (name === 'nodes' || name === 'edges') return 1;
    return isList(type) ? ASSUMED_LIST_SIZE : 1;
  }
}

/**
 * Tells how many objects an operation may touch, and refuses one that may touch too many, with the variables it comes with. Its shape was measured before: this walk
 * puts every fragment in wherever it is used.
 * @throws GraphQLError QUERY_TOO_COSTLY | PAGE_TOO_LARGE
 */
export function refuseCostlyOperation(
  schema: GraphQLSchema,
  document: DocumentNode,
  operation: OperationDefinitionNode,
  variables: Variables,
): number {
  const root = schema.getRootType(operation.operation);
  const meter = new CostMeter(schema, fragmentsOf(document), variables);
  if (root) meter.visit(operation.selectionSet, root, 1);
  return meter.cost;
}
