import { type GraphQLField, GraphQLScalarType, isAbstractType, isObjectType, isScalarType } from 'graphql';
import { describe, expect, test } from 'vitest';
import { buildExecutableSchema } from '../../src/graphql/build-schema.ts';

/** Types whose models wrap a row, each with the fields that the model itself carries: all others need a resolver. */
const WRAPPED_TYPES: readonly (readonly [typeName: string, ownFields: readonly string[]])[] = [
  ['Collection', []],
  ['Dataset', []],
  ['DatasetVersion', []],
  ['FileMetadata', []],
  ['DataFile', ['fileAccessRequest']],
];

const { schema } = await buildExecutableSchema();
const types = Object.values(schema.getTypeMap()).filter((type) => !type.name.startsWith('__'));

function unbound(typeName: string, needsResolver: (field: GraphQLField<unknown, unknown>) => boolean): string[] {
  const type = schema.getType(typeName);
  if (!isObjectType(type)) throw new Error(`${typeName} is no object type.`);
  return Object.values(type.getFields())
    .filter((field) => field.resolve === undefined && needsResolver(field))
    .map((field) => `${typeName}.${field.name}`);
}

describe('the resolvers', () => {
  test.each(['Query', 'Mutation'])('bind every field of %s', (typeName) => {
    expect(unbound(typeName, () => true)).toEqual([]);
  });

  test.each(WRAPPED_TYPES)('bind every field of %s that its model does not carry', (typeName, ownFields) => {
    expect(unbound(typeName, ({ name }) => !ownFields.includes(name))).toEqual([]);
  });

  test('bind every field that takes an argument', () => {
    const objects = types.filter(isObjectType).map(({ name }) => name);
    expect(objects.flatMap((name) => unbound(name, (field) => field.args.length > 0))).toEqual([]);
  });

  test('tell the members of every interface and union apart', () => {
    const abstract = types.filter(isAbstractType);
    expect(abstract.length).toBeGreaterThan(0);
    expect(abstract.filter((type) => typeof type.resolveType !== 'function').map(({ name }) => name)).toEqual([]);
  });

  test('give every scalar of ours its own parser', () => {
    const custom = types.filter(isScalarType).filter(({ astNode }) => astNode !== null && astNode !== undefined);
    expect(custom.length).toBeGreaterThan(0);
    const { parseValue: untouched } = new GraphQLScalarType({ name: 'Untouched' });
    expect(custom.filter(({ parseValue }) => parseValue === untouched).map(({ name }) => name)).toEqual([]);
  });
});
