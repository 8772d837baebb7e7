import {
  type DocumentNode,
  type FieldNode,
  type FragmentDefinitionNode,
  getNamedType,
  GraphQLError,
  type GraphQLNamedType,
  type GraphQLSchema,
  type GraphQLType,
  isCompositeType,
  isListType,
  isNonNullType,
  Kind,
  type OperationDefinitionNode,
  type SelectionSetNode,
  type ValueNode,
} from 'graphql';
import { ENTRY_COST, fieldCost, LEAF_COST } from './field-costs.ts';
import { fieldOf } from './field-of.ts';
import { fragmentsOf } from './fragments-of.ts';
import { IntrospectionMeter } from './introspection-cost.ts';
import { GRAPHQL_LIMITS, refusal } from './limits.ts';

/** Assumed entries of a list without a page size. */
const ASSUMED_LIST_SIZE = 10;
/** Assumed entries of a complete list (`all...`). */
const ASSUMED_COMPLETE_SIZE = 100;
/** Entries of lists without a size, by type, where they are known to be others: few datasets fill more blocks. */
const USUAL_SIZES: ReadonlyMap<string, number> = new Map([['MetadataBlockValues', 3]]);
/** Lists that are complete without a name that begins with `all`. */
const COMPLETE = new Set(['datasetVersions', 'metadataFieldCatalog']);
/** Entries of pages that have a size of their own. */
const LONG_PAGES: ReadonlyMap<string, number> = new Map([
  ['firstFiles', 250],
  ['firstContents', 250],
  ['filesSlice', 250],
]);
/** Arguments that say how many entries a list has. */
const SIZING_ARGUMENTS = new Set(['first', 'last', 'limit', 'ids']);
/** Those of a connection, whose pages are bounded. */
const PAGE_SIZES = new Set(['first', 'last']);

/** The lists inside a page of a list: they have the entries that its size says. */
const IN_PAGE = new Set(['nodes', 'edges', 'files', 'summaries']);

type Variables = Readonly<Record<string, unknown>>;

function isList(type: GraphQLType): boolean {
  return isNonNullType(type) ? isList(type.ofType) : isListType(type);
}

/** Whether a type is a page of a list: a connection, or a slice that REST gives. */
function isPage({ name }: GraphQLNamedType): boolean {
  return name.endsWith('Connection') || name.endsWith('Slice');
}

/** Whether a field of a type is the list inside a page: its entries were counted with the page. */
export function isInPage(parent: GraphQLNamedType, name: string): boolean {
  return IN_PAGE.has(name) && isPage(parent);
}

class CostMeter {
  readonly #schema: GraphQLSchema;
  readonly #fragments: ReadonlyMap<string, FragmentDefinitionNode>;
  readonly #variables: Variables;
  cost = 0;
  /** The field that adds most, and what it adds. */
  costliest: { readonly node: FieldNode; readonly cost: number } | undefined;
  /** Whether the cost is another one with other variables. */
  dependsOnVariables = false;

  constructor(schema: GraphQLSchema, fragments: ReadonlyMap<string, FragmentDefinitionNode>, variables: Variables) {
    this.#schema = schema;
    this.#fragments = fragments;
    this.#variables = variables;
  }

  /** `times` is how many objects of the type there may be; `page` how many entries each has, where it is a page. */
  visit({ selections }: SelectionSetNode, parent: GraphQLNamedType, times: number, page = 1): void {
    for (const node of selections) {
      if (node.kind === Kind.FIELD) {
        const inPage = isInPage(parent, node.name.value);
        this.#field(node, parent, inPage ? times * page : times, inPage);
      } else {
        const fragment = node.kind === Kind.FRAGMENT_SPREAD ? this.#fragments.get(node.name.value) : node;
        const condition = fragment?.typeCondition?.name.value;
        const type = condition === undefined ? parent : (this.#schema.getType(condition) ?? parent);
        if (fragment !== undefined) this.visit(fragment.selectionSet, type, times, page);
      }
    }
  }

  #field(node: FieldNode, parent: GraphQLNamedType, times: number, inPage: boolean): void {
    const { value: name } = node.name;
    const field = fieldOf(this.#schema, parent, name);
    // Only `__typename` is no field of its type.
    if (field === undefined) {
      this.#add(node, times * LEAF_COST);
      return;
    }
    if (name.startsWith('__')) {
      this.dependsOnVariables = true;
      // Measuring takes as long as answering: it ends where the operation is refused anyway.
      if (this.cost > GRAPHQL_LIMITS.cost) return;
      this.#add(node, times * new IntrospectionMeter(this.#schema, this.#fragments, this.#variables).cost(node));
      return;
    }
    const type = getNamedType(field.type);
    const own = times * fieldCost(name, type);
    if (!isCompositeType(type) || node.selectionSet === undefined) {
      this.#add(node, own);
      return;
    }
    const entries = inPage ? 1 : this.#entries(node, field.type);
    this.#add(node, entries > 1 ? own + times * entries * ENTRY_COST : own);
    if (isPage(type)) this.visit(node.selectionSet, type, times, entries);
    else this.visit(node.selectionSet, type, times * entries);
  }

  #add(node: FieldNode, cost: number): void {
    this.cost += cost;
    if (cost > (this.costliest?.cost ?? 0)) this.costliest = { node, cost };
  }

  /** Names the number, the limit, and where in the document most of it arises. */
  refuse(): never {
    const cost = Math.ceil(this.cost);
    const limit = GRAPHQL_LIMITS.cost;
    const node = this.costliest?.node;
    const field = node?.name.value ?? '';
    throw new GraphQLError(
      `The operation costs ${cost}, more than ${limit}, most of it for the field ${field}; request smaller pages or fewer fields.`,
      { nodes: node ?? null, extensions: { code: 'QUERY_TOO_COSTLY', cost, limit, costliestField: field, http: { status: 400 } } },
    );
  }

  /** The number that an argument is, or the entries that it has. */
  #sizeIn(value: ValueNode): number | undefined {
    if (value.kind === Kind.INT) return Number(value.value);
    if (value.kind === Kind.LIST) return value.values.length;
    if (value.kind !== Kind.VARIABLE) return undefined;
    this.dependsOnVariables = true;
    const given = this.#variables[value.name.value];
    if (Array.isArray(given)) return given.length;
    return typeof given === 'number' ? given : undefined;
  }

  /** How many objects a field can give for one parent. */
  #entries(node: FieldNode, type: GraphQLType): number {
    const sized = node.arguments?.find(({ name }) => SIZING_ARGUMENTS.has(name.value));
    if (sized !== undefined) {
      const given = this.#sizeIn(sized.value);
      if (given !== undefined) {
        if (PAGE_SIZES.has(sized.name.value) && given > GRAPHQL_LIMITS.page) {
          throw refusal('PAGE_TOO_LARGE', `A page holds at most ${GRAPHQL_LIMITS.page} entries; ${given} were requested.`);
        }
        return Math.max(1, given);
      }
    }
    const { value: name } = node.name;
    const long = LONG_PAGES.get(name);
    if (long !== undefined) return long;
    if (name.startsWith('all') || COMPLETE.has(name)) return ASSUMED_COMPLETE_SIZE;
    if (isPage(getNamedType(type))) return 20;
    return isList(type) ? (USUAL_SIZES.get(getNamedType(type).name) ?? ASSUMED_LIST_SIZE) : 1;
  }
}

/** Costs of operations that are the same whatever the variables; documents that come again are kept parsed. */
const fixedCosts = new WeakMap<OperationDefinitionNode, number>();

/** The name of the field that adds most to the cost of an operation. */
export function costliestField(
  schema: GraphQLSchema,
  document: DocumentNode,
  operation: OperationDefinitionNode,
  variables: Variables,
): string | undefined {
  const root = schema.getRootType(operation.operation);
  const meter = new CostMeter(schema, fragmentsOf(document), variables);
  if (root) meter.visit(operation.selectionSet, root, 1);
  return meter.costliest?.node.name.value;
}

/**
 * Computes the cost of an operation with its variables, and refuses one that costs too much. Its shape was measured before, because this
 * walk expands every fragment at each use.
 * @throws GraphQLError QUERY_TOO_COSTLY | PAGE_TOO_LARGE
 */
export function refuseCostlyOperation(
  schema: GraphQLSchema,
  document: DocumentNode,
  operation: OperationDefinitionNode,
  variables: Variables,
): number {
  const known = fixedCosts.get(operation);
  if (known !== undefined) return known;
  const root = schema.getRootType(operation.operation);
  const meter = new CostMeter(schema, fragmentsOf(document), variables);
  if (root) meter.visit(operation.selectionSet, root, 1);
  if (meter.cost > GRAPHQL_LIMITS.cost) meter.refuse();
  if (!meter.dependsOnVariables) fixedCosts.set(operation, meter.cost);
  return meter.cost;
}
