/**
 * What clients rely on: a schema may grow, and what goes has to be deprecated first in a release. The released schema is
 * `docs/released-schema.graphql`; a release writes it anew.
 */
import {
  BreakingChangeType,
  buildSchema,
  findBreakingChanges,
  type GraphQLField,
  type GraphQLInputField,
  type GraphQLNamedType,
  type GraphQLSchema,
  isEnumType,
  isInputObjectType,
  isInterfaceType,
  isObjectType,
  lexicographicSortSchema,
  parse,
  print,
  printSchema,
  visit,
} from 'graphql';

export const RELEASED_SCHEMA = 'docs/released-schema.graphql';

/** The schema as it is committed: without descriptions, and in the order of names, so that neither words nor moved definitions change it. */
export function schemaSnapshot(schema: GraphQLSchema): string {
  const bare = visit(parse(printSchema(lexicographicSortSchema(schema)), { noLocation: true }), {
    StringValue: (node, key) => (key === 'description' ? null : node),
  });
  return `${print(bare)}\n`;
}

interface Place {
  readonly type: string;
  readonly member: string | undefined;
}

/** What goes, as graphql-js says it in words: `A.b was removed.`, `V was removed from enum type E.`, `T was removed.` */
function placeRemoved(type: BreakingChangeType, description: string): Place | undefined {
  if (type === BreakingChangeType.FIELD_REMOVED) {
    const [, name = '', member] = /^(\w+)\.(\w+) was removed/.exec(description) ?? [];
    return { type: name, member };
  }
  if (type === BreakingChangeType.VALUE_REMOVED_FROM_ENUM) {
    const [, member, name = ''] = /^(\w+) was removed from enum type (\w+)/.exec(description) ?? [];
    return { type: name, member };
  }
  if (type === BreakingChangeType.TYPE_REMOVED) {
    const [, name = ''] = /^(\w+) was removed/.exec(description) ?? [];
    return { type: name, member: undefined };
  }
  return undefined;
}

function isDeprecated(type: GraphQLNamedType | undefined, member: string): boolean {
  if (isObjectType(type) || isInterfaceType(type) || isInputObjectType(type)) {
    return (type.getFields()[member]?.deprecationReason ?? null) !== null;
  }
  return isEnumType(type) && (type.getValue(member)?.deprecationReason ?? null) !== null;
}

/** The types that are reached by what is not deprecated: of the others nobody learns but by what is on its way out. */
function reachedWithoutDeprecation(schema: GraphQLSchema): ReadonlySet<string> {
  const reached = new Set<string>();
  const roots = [schema.getQueryType(), schema.getMutationType(), schema.getSubscriptionType()];
  const waiting = roots.flatMap((root) => (root ? [root.name] : []));
  for (let name = waiting.pop(); name !== undefined; name = waiting.pop()) {
    if (reached.has(name)) continue;
    reached.add(name);
    const type = schema.getType(name);
    if (!isObjectType(type) && !isInterfaceType(type) && !isInputObjectType(type)) {
      if (type !== undefined && 'getTypes' in type) waiting.push(...type.getTypes().map((one) => one.name));
      continue;
    }
    const fields: readonly (GraphQLField<unknown, unknown> | GraphQLInputField)[] = Object.values(type.getFields());
    for (const field of fields) {
      if (field.deprecationReason !== undefined && field.deprecationReason !== null) continue;
      waiting.push(String(field.type).replaceAll(/[[\]!]/g, ''));
      if ('args' in field) for (const argument of field.args) waiting.push(String(argument.type).replaceAll(/[[\]!]/g, ''));
    }
    if (isInterfaceType(type)) waiting.push(...schema.getPossibleTypes(type).map((one) => one.name));
  }
  return reached;
}

/** The changes that clients of the released schema could not live with, each as a sentence; none where all that went was deprecated in it. */
export function incompatibleChanges(releasedText: string, schema: GraphQLSchema): readonly string[] {
  const released = buildSchema(releasedText);
  const current = buildSchema(schemaSnapshot(schema));
  const reached = reachedWithoutDeprecation(released);
  return findBreakingChanges(released, current)
    .filter(({ type, description }) => {
      const place = placeRemoved(type, description);
      if (place === undefined) return true;
      return place.member === undefined ? reached.has(place.type) : !isDeprecated(released.getType(place.type), place.member);
    })
    .map(({ description }) => description);
}
