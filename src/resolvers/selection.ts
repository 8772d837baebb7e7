import {
  type FieldNode,
  getDirectiveValues,
  GraphQLIncludeDirective,
  type GraphQLResolveInfo,
  GraphQLSkipDirective,
  Kind,
  type SelectionNode,
  type SelectionSetNode,
} from 'graphql';

/**
 * The names of fields selected below a field, one level deep or along a path, fragments followed. Directives are not
 * evaluated: a field that may be asked for counts as asked for. Remembered for each place of a document.
 */
const remembered = new WeakMap<FieldNode, Map<string, boolean>>();

function selects(selection: SelectionSetNode | undefined, info: GraphQLResolveInfo, path: readonly string[]): boolean {
  const [name, ...rest] = path;
  if (selection === undefined || name === undefined) return name === undefined;
  return selection.selections.some((node) => {
    if (node.kind === Kind.FIELD) return node.name.value === name && (rest.length === 0 || selects(node.selectionSet, info, rest));
    if (node.kind === Kind.INLINE_FRAGMENT) return selects(node.selectionSet, info, path);
    return selects(info.fragments[node.name.value]?.selectionSet, info, path);
  });
}

/** Remembers for each place of a document what was found out about it: operations are kept, and run again and again. */
export function lookAhead(find: (info: GraphQLResolveInfo) => boolean): (info: GraphQLResolveInfo) => boolean {
  const found = new WeakMap<FieldNode, boolean>();
  return (info) => {
    const [field] = info.fieldNodes;
    if (field === undefined) return find(info);
    let answer = found.get(field);
    if (answer === undefined) {
      answer = find(info);
      found.set(field, answer);
    }
    return answer;
  };
}

/** Whether the operation selects a field at this path below the field being resolved. */
export function isSelected(info: GraphQLResolveInfo, ...path: readonly string[]): boolean {
  const [field] = info.fieldNodes;
  if (field === undefined) return false;
  let answers = remembered.get(field);
  if (answers === undefined) {
    answers = new Map();
    remembered.set(field, answers);
  }
  const key = path.join('.');
  let answer = answers.get(key);
  if (answer === undefined) {
    answer = info.fieldNodes.some((node) => selects(node.selectionSet, info, path));
    answers.set(key, answer);
  }
  return answer;
}

function isLeftOut(node: SelectionNode, { variableValues }: GraphQLResolveInfo): boolean {
  return (
    getDirectiveValues(GraphQLSkipDirective, node, variableValues)?.['if'] === true ||
    getDirectiveValues(GraphQLIncludeDirective, node, variableValues)?.['if'] === false
  );
}

function includes(selection: SelectionSetNode | undefined, info: GraphQLResolveInfo, path: readonly string[]): boolean {
  const [name, ...rest] = path;
  if (selection === undefined || name === undefined) return name === undefined;
  return selection.selections.some((node) => {
    if (isLeftOut(node, info)) return false;
    if (node.kind === Kind.FIELD) return node.name.value === name && (rest.length === 0 || includes(node.selectionSet, info, rest));
    if (node.kind === Kind.INLINE_FRAGMENT) return includes(node.selectionSet, info, path);
    return includes(info.fragments[node.name.value]?.selectionSet, info, path);
  });
}

/** As `isSelected`, with directives evaluated: for fields that cost much and that an operation asks for only now and then. */
export function isIncluded(info: GraphQLResolveInfo, ...path: readonly string[]): boolean {
  return info.fieldNodes.some((node) => includes(node.selectionSet, info, path));
}
