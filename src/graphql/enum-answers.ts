/** Words of the contract in an answer become the names that clients know. Only what an operation selects of mapped enums is looked at. */
import {
  type DocumentNode,
  type GraphQLNamedType,
  type GraphQLSchema,
  getNamedType,
  getOperationAST,
  type GraphQLEnumType,
  isEnumType,
  Kind,
  type SelectionSetNode,
} from 'graphql';
import { fieldOf } from './field-of.ts';
import { fragmentsOf } from './fragments-of.ts';

type Names = ReadonlyMap<unknown, string>;

/** What has to be renamed of the objects in one place of an answer. */
interface Place {
  readonly values: readonly { readonly key: string; readonly names: Names }[];
  readonly below: readonly { readonly key: string; readonly place: Place }[];
}

/** A place while it is read: fields by their key. Those of the same key have the same enum, which validation holds. */
interface Reading {
  readonly values: Map<string, Names>;
  readonly below: Map<string, Reading>;
}

function namesOf(type: GraphQLEnumType): Names | undefined {
  const values = type.getValues();
  return values.every(({ name, value }) => name === value) ? undefined : new Map(values.map(({ name, value }) => [value, name]));
}

/** Undefined where nothing is renamed. */
function placeOf(reading: Reading): Place | undefined {
  const values = [...reading.values].map(([key, names]) => ({ key, names }));
  const below = [...reading.below].flatMap(([key, inner]) => {
    const place = placeOf(inner);
    return place === undefined ? [] : [{ key, place }];
  });
  return values.length === 0 && below.length === 0 ? undefined : { values, below };
}

/** A list is made anew: the answer may have the very one that a resolver gave. */
function namedValue(value: unknown, names: Names): unknown {
  return Array.isArray(value) ? value.map((entry) => namedValue(entry, names)) : (names.get(value) ?? value);
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}

function rename(value: unknown, place: Place): void {
  if (Array.isArray(value)) {
    for (const entry of value) rename(entry, place);
    return;
  }
  if (!isRecord(value)) return;
  for (const { key, names } of place.values) {
    const told = value[key];
    if (typeof told === 'string') value[key] = names.get(told) ?? told;
    else if (Array.isArray(told)) value[key] = namedValue(told, names);
  }
  for (const one of place.below) rename(value[one.key], one.place);
}

/** Renames in place what an operation answers; undefined where it selects nothing that has other names. */
export function enumAnswers(schema: GraphQLSchema, document: DocumentNode, operationName?: string): ((data: unknown) => void) | undefined {
  const fragments = fragmentsOf(document);
  const known = new Map<GraphQLEnumType, Names | undefined>();
  const read = ({ selections }: SelectionSetNode, parent: GraphQLNamedType | undefined, reading: Reading): void => {
    for (const node of selections) {
      if (node.kind !== Kind.FIELD) {
        const fragment = node.kind === Kind.FRAGMENT_SPREAD ? fragments.get(node.name.value) : node;
        const condition = fragment?.typeCondition?.name.value;
        if (fragment !== undefined) read(fragment.selectionSet, condition === undefined ? parent : schema.getType(condition), reading);
        continue;
      }
      const field = fieldOf(schema, parent, node.name.value);
      if (field === undefined) continue;
      const key = node.alias?.value ?? node.name.value;
      const type = getNamedType(field.type);
      if (isEnumType(type)) {
        if (!known.has(type)) known.set(type, namesOf(type));
        const names = known.get(type);
        if (names !== undefined) reading.values.set(key, names);
      } else if (node.selectionSet !== undefined) {
        const below = reading.below.get(key) ?? { values: new Map(), below: new Map() };
        reading.below.set(key, below);
        read(node.selectionSet, type, below);
      }
    }
  };
  const operation = getOperationAST(document, operationName);
  if (!operation) return undefined;
  const whole: Reading = { values: new Map(), below: new Map() };
  read(operation.selectionSet, schema.getRootType(operation.operation) ?? undefined, whole);
  const place = placeOf(whole);
  return place === undefined ? undefined : (data) => rename(data, place);
}
