/** The size of the first page that an operation selects below a field, so that it can be read together with its parent. */
import { type FieldNode, getArgumentValues, type GraphQLResolveInfo, isObjectType, Kind, type SelectionSetNode } from 'graphql';
import { MAXIMUM_PAGE } from './pages.ts';

/** A step down: an object type, and a field of it. */
type Step = readonly [type: string, field: string];

/** Which field nodes stand at a path of each field being resolved: operations are kept, and run again and again. */
const remembered = new WeakMap<FieldNode, Map<string, FieldNode | null>>();

function fieldsNamed(selections: readonly (SelectionSetNode | undefined)[], name: string, info: GraphQLResolveInfo): FieldNode[] {
  return selections.flatMap((set) =>
    (set?.selections ?? []).flatMap((node) => {
      if (node.kind === Kind.FIELD) return node.name.value === name ? [node] : [];
      const inner = node.kind === Kind.INLINE_FRAGMENT ? node : info.fragments[node.name.value];
      return fieldsNamed([inner?.selectionSet], name, info);
    }),
  );
}

/** The one field at a path; null where there is none, or several that may ask for different things. */
function onlyField(info: GraphQLResolveInfo, path: readonly Step[]): FieldNode | null {
  const [field] = info.fieldNodes;
  if (field === undefined) return null;
  const known = remembered.get(field) ?? new Map<string, FieldNode | null>();
  remembered.set(field, known);
  const key = path.map(([, name]) => name).join('.');
  const before = known.get(key);
  if (before !== undefined) return before;
  let fields: readonly FieldNode[] = info.fieldNodes;
  for (const [, name] of path) {
    fields = fieldsNamed(
      fields.map(({ selectionSet }) => selectionSet),
      name,
      info,
    );
  }
  const only = fields.length === 1 ? (fields[0] ?? null) : null;
  known.set(key, only);
  return only;
}

/**
 * How many entries are to be read for a first page in the usual order that is asked for at a path, one more than it shows; null where none
 * is, or one of another kind. A hint: the resolver of the page checks whether the prefetched rows suffice.
 */
export function firstPageAsked(info: GraphQLResolveInfo, ...path: readonly Step[]): number | null {
  const node = onlyField(info, path);
  const [typeName, fieldName] = path.at(-1) ?? [];
  const type = info.schema.getType(typeName ?? '');
  const definition = isObjectType(type) ? type.getFields()[fieldName ?? ''] : undefined;
  if (node === null || definition === undefined) return null;
  const given = getArgumentValues(definition, node, info.variableValues);
  const isUsual = definition.args.every(({ name, defaultValue }) => name === 'first' || (given[name] ?? defaultValue) === defaultValue);
  const size = given['first'] ?? 20;
  return isUsual && typeof size === 'number' && size > 0 && size <= MAXIMUM_PAGE ? size + 1 : null;
}
