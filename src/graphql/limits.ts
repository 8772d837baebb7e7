/** Limits on GraphQL operations of clients, each checked before execution. Internal operations do not pass here. */
import type { ApolloServerPlugin } from '@apollo/server';
import {
  type FieldNode,
  type FragmentDefinitionNode,
  getNamedType,
  GraphQLError,
  type GraphQLSchema,
  isListType,
  isNonNullType,
  isObjectType,
  isInterfaceType,
  isUnionType,
  Kind,
  Lexer,
  type OperationDefinitionNode,
  type SelectionSetNode,
  Source,
  TokenKind,
  type GraphQLType,
} from 'graphql';
import type { ErrorCode } from '../errors/catalog.ts';
import type { RequestContext } from './context.ts';

export const GRAPHQL_LIMITS = {
  /** Fields within fields. */
  depth: 15,
  /** Renamed fields in one operation, fragments counted each time they are used. */
  aliases: 60,
  /** Lexical tokens of a document. */
  tokens: 6000,
  /** Entries of one page. */
  page: 100,
  /** Objects that an operation may touch at most: each object field counts 1, times the entries of the lists around it. */
  cost: 20_000,
} as const;

/** Entries that a list without a page size is taken for. */
const ASSUMED_LIST_SIZE = 10;
/** Entries that a complete list (`all...`) is taken for. */
const ASSUMED_COMPLETE_SIZE = 100;

function refusal(code: ErrorCode, message: string): GraphQLError {
  return new GraphQLError(message, { extensions: { code, http: { status: 400 } } });
}

/**
 * Refuses a document with too many tokens. It runs before Apollo Server sees the request: what its hooks throw before
 * parsing becomes a fault of the server.
 * @throws GraphQLError with the code QUERY_TOO_LONG.
 */
export function refuseLongDocument(text: string): void {
  // A document with no more characters than the limit cannot have more tokens.
  if (text.length <= GRAPHQL_LIMITS.tokens) return;
  const lexer = new Lexer(new Source(text));
  for (let count = 0; ; count += 1) {
    if (count > GRAPHQL_LIMITS.tokens) throw refusal('QUERY_TOO_LONG', `The document has more than ${GRAPHQL_LIMITS.tokens} tokens.`);
    if (lexer.advance().kind === TokenKind.EOF) return;
  }
}

function isList(type: GraphQLType): boolean {
  return isNonNullType(type) ? isList(type.ofType) : isListType(type);
}

class OperationMeter {
  readonly #schema: GraphQLSchema;
  readonly #fragments: ReadonlyMap<string, FragmentDefinitionNode>;
  readonly #variables: Readonly<Record<string, unknown>>;
  #aliases = 0;
  #cost = 0;

  constructor(schema: GraphQLSchema, fragments: ReadonlyMap<string, FragmentDefinitionNode>, variables: Readonly<Record<string, unknown>>) {
    this.#schema = schema;
    this.#fragments = fragments;
    this.#variables = variables;
  }

  measure(operation: OperationDefinitionNode): void {
    const root = this.#schema.getRootType(operation.operation);
    if (root) this.#visit(operation.selectionSet, root, 1, 1);
  }

  #visit(selection: SelectionSetNode, parent: GraphQLType, depth: number, times: number): void {
    for (const node of selection.selections) {
      if (node.kind === Kind.FIELD) {
        this.#field(node, parent, depth, times);
      } else {
        const fragment = node.kind === Kind.FRAGMENT_SPREAD ? this.#fragments.get(node.name.value) : node;
        const condition = fragment?.typeCondition?.name.value;
        const type = condition === undefined ? parent : (this.#schema.getType(condition) ?? parent);
        if (fragment !== undefined) this.#visit(fragment.selectionSet, type, depth, times);
      }
    }
  }

  #field(node: FieldNode, parent: GraphQLType, depth: number, times: number): void {
    // Introspection is bounded by the schema itself.
    if (node.name.value.startsWith('__')) return;
    if (depth > GRAPHQL_LIMITS.depth) throw refusal('QUERY_TOO_DEEP', `The operation nests deeper than ${GRAPHQL_LIMITS.depth} levels.`);
    if (node.alias !== undefined) {
      this.#aliases += 1;
      if (this.#aliases > GRAPHQL_LIMITS.aliases) {
        throw refusal('QUERY_TOO_MANY_ALIASES', `The operation has more than ${GRAPHQL_LIMITS.aliases} aliases.`);
      }
    }
    const owner = getNamedType(parent);
    const field = isObjectType(owner) || isInterfaceType(owner) ? owner.getFields()[node.name.value] : undefined;
    if (field === undefined || node.selectionSet === undefined) return;
    const type = getNamedType(field.type);
    if (!isObjectType(type) && !isInterfaceType(type) && !isUnionType(type)) return;
    const below = times * this.#entries(node, field.type);
    this.#cost += times;
    if (this.#cost > GRAPHQL_LIMITS.cost || below > GRAPHQL_LIMITS.cost) {
      throw refusal('QUERY_TOO_COSTLY', `The operation may touch more than ${GRAPHQL_LIMITS.cost} objects; ask for smaller pages.`);
    }
    this.#visit(node.selectionSet, type, depth + 1, below);
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

/** Refuses operations over a limit, each with its own code. */
export function limitsPlugin(): ApolloServerPlugin<RequestContext> {
  return {
    async requestDidStart() {
      return {
        async didResolveOperation({ schema, document, operation, request }) {
          if (!operation) return;
          const fragments = new Map<string, FragmentDefinitionNode>();
          for (const definition of document.definitions) {
            if (definition.kind === Kind.FRAGMENT_DEFINITION) fragments.set(definition.name.value, definition);
          }
          new OperationMeter(schema, fragments, request.variables ?? {}).measure(operation);
        },
      };
    },
  };
}
