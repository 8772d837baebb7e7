import { type GraphQLField, GraphQLScalarType, isAbstractType, isObjectType, isScalarType } from 'graphql';
import { describe, expect, expectTypeOf, test } from 'vitest';
import type { Collection, DataFile, Dataset, DatasetVersion, FileMetadata } from '../../src/resolvers/generated/resolver-types.ts';
import { buildExecutableSchema } from '../../src/graphql/build-schema.ts';
import { CollectionModel, DataFileModel, DatasetModel, DatasetVersionModel, FileMetadataModel } from '../../src/resolvers/models.ts';

/** Types whose models wrap a row, each with its model: a field needs a resolver unless the model has a property of its name. */
const WRAPPED_TYPES: readonly (readonly [typeName: string, model: { readonly prototype: object }, ownFields: readonly string[]])[] = [
  ['Collection', CollectionModel, []],
  ['Dataset', DatasetModel, []],
  ['DatasetVersion', DatasetVersionModel, ['dataset']],
  ['FileMetadata', FileMetadataModel, ['dataFile']],
  ['DataFile', DataFileModel, ['fileAccessRequest', 'checksum', 'embargo', 'retention']],
];

/** The fields of a type that its model shows by itself, but for those that are models again. */
type Shown<Type, Model> = Pick<Type, Exclude<keyof Type & keyof Model, 'dataset' | 'dataFile'>>;

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
  test.each(['Query', 'Mutation', 'Subscription'])('bind every field of %s', (typeName) => {
    expect(unbound(typeName, () => true)).toEqual([]);
  });

  test.each(WRAPPED_TYPES)('bind every field of %s that its model does not carry', (typeName, { prototype }, ownFields) => {
    expect(unbound(typeName, ({ name }) => !(name in prototype) && !ownFields.includes(name))).toEqual([]);
  });

  test('leave to models what these show in the types of the schema', () => {
    expectTypeOf<CollectionModel>().toExtend<Shown<Collection, CollectionModel>>();
    expectTypeOf<DatasetModel>().toExtend<Shown<Dataset, DatasetModel>>();
    expectTypeOf<DatasetVersionModel>().toExtend<Shown<DatasetVersion, DatasetVersionModel>>();
    expectTypeOf<FileMetadataModel>().toExtend<Shown<FileMetadata, FileMetadataModel>>();
    expectTypeOf<DataFileModel>().toExtend<Shown<DataFile, DataFileModel>>();
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
