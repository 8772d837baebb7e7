/**
 * What an answer cost, in the points of the estimate (operation-cost.ts), with the entries that lists have in place of those that they may
 * have. What a selection costs is found out once for each operation; of an answer only objects and lists are looked at, never values.
 */
import {
  type DocumentNode,
  type FieldNode,
  type FragmentDefinitionNode,
  getNamedType,
  type GraphQLNamedType,
  type GraphQLSchema,
  isCompositeType,
  isObjectType,
  Kind,
  type OperationDefinitionNode,
  type SelectionSetNode,
} from 'graphql';
import { ENTRY_COST, fieldCost, LEAF_COST } from './field-costs.ts';
import { fieldOf } from './field-of.ts';
import { fragmentsOf } from './fragments-of.ts';
import { isInPage } from './operation-cost.ts';

/** A field of an answer. */
interface AnsweredField {
  readonly key: string;
  /** For one parent; of a list inside a page for one entry. */
  readonly cost: number;
  readonly inPage: boolean;
  /** Undefined for values. */
  readonly level: Level | undefined;
}

/** The fields of the objects in one place of an answer. */
interface Level {
  readonly fields: ReadonlyMap<string, AnsweredField>;
  readonly composites: readonly AnsweredField[];
  /** Whether every object has every field: neither its type nor a directive decides. */
  readonly isWhole: boolean;
  /** The sum of the fields, but for lists inside a page. */
  readonly cost: number;
}

/** What was answered. */
export interface AnswerSum {
  /** Fields of objects, each as often as it was answered. */
  fields: number;
  cost: number;
}

/** A selection while it is read: fields of the same key are one field. */
class LevelReader {
  readonly #schema: GraphQLSchema;
  readonly #fragments: ReadonlyMap<string, FragmentDefinitionNode>;
  readonly #asked = new Map<string, { readonly node: FieldNode; readonly parent: GraphQLNamedType; readonly below: SelectionSetNode[] }>();
  #isWhole: boolean;

  constructor(schema: GraphQLSchema, fragments: ReadonlyMap<string, FragmentDefinitionNode>, parent: GraphQLNamedType) {
    this.#schema = schema;
    this.#fragments = fragments;
    this.#isWhole = isObjectType(parent);
  }

  add({ selections }: SelectionSetNode, parent: GraphQLNamedType): void {
    for (const node of selections) {
      if ((node.directives?.length ?? 0) > 0) this.#isWhole = false;
      if (node.kind === Kind.FIELD) {
        this.#addField(node, parent);
        continue;
      }
      const fragment = node.kind === Kind.FRAGMENT_SPREAD ? this.#fragments.get(node.name.value) : node;
      const condition = fragment?.typeCondition?.name.value;
      const type = condition === undefined ? parent : (this.#schema.getType(condition) ?? parent);
      if (fragment !== undefined) this.add(fragment.selectionSet, type);
    }
  }

  #addField(node: FieldNode, parent: GraphQLNamedType): void {
    const key = node.alias?.value ?? node.name.value;
    const known = this.#asked.get(key);
    const below = known?.below ?? [];
    if (node.selectionSet !== undefined) below.push(node.selectionSet);
    if (known === undefined) this.#asked.set(key, { node, parent, below });
  }

  level(): Level {
    const fields = new Map<string, AnsweredField>();
    let cost = 0;
    for (const [key, { node, parent, below }] of this.#asked) {
      const { value: name } = node.name;
      const named = getNamedType(fieldOf(this.#schema, parent, name)?.type);
      const field: AnsweredField = {
        key,
        cost: named === undefined ? LEAF_COST : fieldCost(name, named),
        inPage: isInPage(parent, name),
        level: named !== undefined && isCompositeType(named) ? levelOf(this.#schema, this.#fragments, below, named) : undefined,
      };
      fields.set(key, field);
      if (!field.inPage) cost += field.cost;
    }
    const composites = [...fields.values()].filter(({ level }) => level !== undefined);
    return { fields, composites, isWhole: this.#isWhole, cost };
  }
}

function levelOf(
  schema: GraphQLSchema,
  fragments: ReadonlyMap<string, FragmentDefinitionNode>,
  selections: readonly SelectionSetNode[],
  parent: GraphQLNamedType,
): Level {
  const reader = new LevelReader(schema, fragments, parent);
  for (const selection of selections) reader.add(selection, parent);
  return reader.level();
}

function addBelow(value: unknown, { cost, inPage, level }: AnsweredField, sum: AnswerSum): void {
  if (level === undefined || value === null || value === undefined) return;
  if (!Array.isArray(value)) {
    addObject(value, level, sum);
    return;
  }
  if (inPage) sum.cost += value.length * (cost + ENTRY_COST);
  else if (value.length > 1) sum.cost += value.length * ENTRY_COST;
  for (const entry of value) addObject(entry, level, sum);
}

function addObject(value: unknown, level: Level, sum: AnswerSum): void {
  if (typeof value !== 'object' || value === null) return;
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what a selection gives has the keys of the selection
  const object = value as Readonly<Record<string, unknown>>;
  if (level.isWhole) {
    sum.fields += level.fields.size;
    sum.cost += level.cost;
    for (const field of level.composites) addBelow(object[field.key], field, sum);
    return;
  }
  for (const [key, below] of Object.entries(object)) {
    const field = level.fields.get(key);
    // The compiler leaves the place of what a directive has left out.
    if (field === undefined || below === undefined) continue;
    sum.fields += 1;
    if (!field.inPage) sum.cost += field.cost;
    addBelow(below, field, sum);
  }
}

/** Documents that come again are kept parsed. */
const levels = new WeakMap<OperationDefinitionNode, Level>();

/** Adds up an answer to an operation. */
export function sumAnswer(
  schema: GraphQLSchema,
  document: DocumentNode,
  operation: OperationDefinitionNode,
  data: unknown,
): Readonly<AnswerSum> {
  const sum: AnswerSum = { fields: 0, cost: 0 };
  const root = schema.getRootType(operation.operation);
  if (!root) return sum;
  let level = levels.get(operation);
  if (level === undefined) {
    level = levelOf(schema, fragmentsOf(document), [operation.selectionSet], root);
    levels.set(operation, level);
  }
  addObject(data, level, sum);
  return sum;
}
