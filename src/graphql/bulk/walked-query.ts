/** A query as a bulk job walks over it: the connection that it leads to gets the page that the job asks for. */
import {
  type DocumentNode,
  type FieldNode,
  getNamedType,
  type GraphQLField,
  type GraphQLNamedType,
  type GraphQLSchema,
  isListType,
  isNonNullType,
  isObjectType,
  Kind,
  type OperationDefinitionNode,
  parse,
  type SelectionNode,
  type SelectionSetNode,
  TypeInfo,
  visit,
  visitWithTypeInfo,
} from 'graphql';
import { DomainError } from '../../errors/domain-error.ts';
import { fieldOf } from '../field-of.ts';

/** Names that the job adds; queries may not use them. */
export const ADDED = { first: '_bulkFirst', after: '_bulkAfter', page: '_bulkPage', more: '_bulkMore' } as const;

/** What a walk needs of a query. */
export interface WalkedQuery {
  readonly document: DocumentNode;
  readonly operation: OperationDefinitionNode;
  /** Keys of the answer that lead to the connection. */
  readonly path: readonly string[];
  /** Key of the list in the connection, and of the node in its entries where those are edges. */
  readonly listKey: string;
  readonly nodeKey: string | undefined;
  /** Whether connections stand inside of nodes. */
  readonly hasNested: boolean;
}

/** @throws DomainError BULK_OPERATION_INVALID always */
export function refuseOperation(message: string): never {
  throw new DomainError('BULK_OPERATION_INVALID', message, { problems: [{ pointer: '/query', message }] });
}

const keyOf = ({ alias, name }: FieldNode): string => (alias ?? name).value;
const isConnection = ({ name }: GraphQLNamedType): boolean => name.endsWith('Connection');

const ADDITIONS = parse(
  `query ($${ADDED.first}: Int!, $${ADDED.after}: String) {
    walked(first: $${ADDED.first}, after: $${ADDED.after}) { ${ADDED.page}: pageInfo { hasNextPage endCursor } ${ADDED.more}: pageInfo { hasNextPage } }
  }`,
  { noLocation: true },
).definitions[0];

function additions(): {
  readonly operation: OperationDefinitionNode;
  readonly walked: FieldNode;
  readonly page: SelectionNode;
  readonly more: SelectionNode;
} {
  const operation = ADDITIONS?.kind === Kind.OPERATION_DEFINITION ? ADDITIONS : undefined;
  const walked = operation?.selectionSet.selections[0];
  if (operation === undefined || walked?.kind !== Kind.FIELD) throw new Error('The additions of a walk are one query.');
  const [page, more] = walked.selectionSet?.selections ?? [];
  if (page === undefined || more === undefined) throw new Error('The additions of a walk are two fields.');
  return { operation, walked, page, more };
}

/** The one selection on the way to the connection. */
function onlySelection({ selections }: SelectionSetNode): SelectionNode {
  const [one, other] = selections.filter((node) => node.kind !== Kind.FIELD || node.name.value !== '__typename');
  if (one === undefined || other !== undefined) {
    refuseOperation('On its way to the connection the query selects one field each: what else it selects would not be in any line.');
  }
  if (one.kind === Kind.FRAGMENT_SPREAD || (one.directives ?? []).length > 0) {
    refuseOperation('On its way to the connection the query has fields and inline fragments alone, without directives.');
  }
  return one;
}

/** The list of the connection: `nodes`, or `edges` with `node` alone. */
function listOf({ selectionSet }: FieldNode): { readonly list: FieldNode; readonly nodeKey: string | undefined } {
  const fields = (selectionSet?.selections ?? []).map((node) =>
    node.kind === Kind.FIELD && (node.directives ?? []).length === 0
      ? node
      : refuseOperation('The connection has fields alone, without directives; inside of nodes there may be fragments.'),
  );
  const [list, other] = fields.filter(({ name }) => name.value === 'nodes' || name.value === 'edges');
  if (list === undefined || other !== undefined) refuseOperation('Of the connection either nodes or edges are selected, once.');
  if (list.name.value === 'nodes') return { list, nodeKey: undefined };
  const node = (list.selectionSet?.selections ?? []).find((one) => one.kind === Kind.FIELD && one.name.value === 'node');
  if (node?.kind !== Kind.FIELD || (node.directives ?? []).length > 0) refuseOperation('Of the edges of the connection node is selected.');
  return { list: { ...list, selectionSet: { kind: Kind.SELECTION_SET, selections: [node] } }, nodeKey: keyOf(node) };
}

/** Whether a field gives one object; a list would have to be walked over itself. */
function isSingle({ type }: GraphQLField<unknown, unknown>): boolean {
  return !isListType(isNonNullType(type) ? type.ofType : type);
}

interface Found {
  readonly selectionSet: SelectionSetNode;
  readonly path: readonly string[];
  readonly listKey: string;
  readonly nodeKey: string | undefined;
}

function walkedConnection(
  node: FieldNode,
  field: GraphQLField<unknown, unknown>,
): Omit<Found, 'path' | 'selectionSet'> & { readonly node: FieldNode } {
  const takes = new Set(field.args.map(({ name }) => name));
  if (!takes.has('first') || !takes.has('after')) refuseOperation(`The connection ${field.name} has no pages to walk over.`);
  const given = (node.arguments ?? []).filter(({ name }) => ['first', 'after', 'last', 'before'].includes(name.value));
  if (given.length > 0) {
    refuseOperation(`The job sets the pages of ${field.name}: leave ${given.map(({ name }) => name.value).join(', ')} out.`);
  }
  const { list, nodeKey } = listOf(node);
  const { walked, page } = additions();
  return {
    node: {
      ...node,
      arguments: [...(node.arguments ?? []), ...(walked.arguments ?? [])],
      selectionSet: { kind: Kind.SELECTION_SET, selections: [list, page] },
    },
    listKey: keyOf(list),
    nodeKey,
  };
}

function follow(schema: GraphQLSchema, selectionSet: SelectionSetNode, type: GraphQLNamedType): Found {
  const one = onlySelection(selectionSet);
  const around = (node: SelectionNode): SelectionSetNode => ({ ...selectionSet, selections: [node] });
  if (one.kind === Kind.INLINE_FRAGMENT) {
    const condition = one.typeCondition?.name.value;
    const inner = follow(schema, one.selectionSet, (condition === undefined ? undefined : schema.getType(condition)) ?? type);
    return { ...inner, selectionSet: around({ ...one, selectionSet: inner.selectionSet }) };
  }
  if (one.kind !== Kind.FIELD) return refuseOperation('The query leads to no connection.');
  const field = fieldOf(schema, type, one.name.value);
  if (field === undefined || one.selectionSet === undefined || !isSingle(field)) {
    return refuseOperation('The query leads over single objects to one connection.');
  }
  const key = keyOf(one);
  const named = getNamedType(field.type);
  if (isConnection(named)) {
    const { node, listKey, nodeKey } = walkedConnection(one, field);
    return { selectionSet: around(node), path: [key], listKey, nodeKey };
  }
  const inner = follow(schema, one.selectionSet, named);
  return { ...inner, selectionSet: around({ ...one, selectionSet: inner.selectionSet }), path: [key, ...inner.path] };
}

/** Adds to every connection inside of nodes whether it goes on. */
function withMore(schema: GraphQLSchema, document: DocumentNode): { readonly document: DocumentNode; readonly hasNested: boolean } {
  const { more } = additions();
  const info = new TypeInfo(schema);
  let hasNested = false;
  const told = visit(
    document,
    visitWithTypeInfo(info, {
      Field: {
        leave: (node) => {
          const type = getNamedType(info.getType());
          if (!isObjectType(type) || !isConnection(type) || node.selectionSet === undefined) return undefined;
          const { selections } = node.selectionSet;
          if (selections.some((one) => one.kind === Kind.FIELD && one.alias?.value === ADDED.page)) return undefined;
          hasNested = true;
          return { ...node, selectionSet: { ...node.selectionSet, selections: [...selections, more] } };
        },
      },
    }),
  );
  return { document: told, hasNested };
}

/**
 * Makes a valid query one that is walked over.
 * @throws DomainError BULK_OPERATION_INVALID when it leads to no connection, or to more than one
 */
export function walkedQuery(schema: GraphQLSchema, document: DocumentNode, operation: OperationDefinitionNode): WalkedQuery {
  const root = schema.getQueryType();
  if (!root) throw new Error('The schema has no queries.');
  const names = (operation.variableDefinitions ?? []).map(({ variable }) => variable.name.value);
  if (names.some((name) => name.startsWith('_bulk'))) refuseOperation('Names of variables may not begin with _bulk.');
  const { selectionSet, path, listKey, nodeKey } = follow(schema, operation.selectionSet, root);
  const walking: OperationDefinitionNode = {
    ...operation,
    variableDefinitions: [...(operation.variableDefinitions ?? []), ...(additions().operation.variableDefinitions ?? [])],
    selectionSet,
  };
  const definitions = document.definitions.map((one) => (one === operation ? walking : one));
  const { document: told, hasNested } = withMore(schema, { ...document, definitions });
  const made = told.definitions.find((one) => one.kind === Kind.OPERATION_DEFINITION);
  if (made === undefined) throw new Error('A walk has an operation.');
  return { document: told, operation: made, path, listKey, nodeKey, hasNested };
}
