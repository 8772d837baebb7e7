import { getNamedType, type GraphQLField, isObjectType } from 'graphql';
import { expect, test } from 'vitest';
import { buildExecutableSchema } from '../../src/graphql/build-schema.ts';
import { PUBLIC_FIELDS } from '../../src/graphql/caching/public-fields.ts';

const { schema } = await buildExecutableSchema();

/** Fields that come with the metadata blocks or with GraphQL itself. */
const WITHOUT_SDL = new Set(['DatasetVersion.metadata', 'Query.__schema', 'Query.__type']);

interface PublicField {
  readonly name: string;
  readonly field: GraphQLField<unknown, unknown>;
  readonly ofPublished: boolean;
}

const named = Object.entries(PUBLIC_FIELDS).flatMap(([type, { fields, below = [], ofPublished = [] }]) =>
  [...fields, ...below, ...ofPublished].map((field) => ({ type, field, ofPublished: ofPublished.includes(field) })),
);

function fieldsOfSchema(): PublicField[] {
  return named.flatMap(({ type, field: name, ofPublished }) => {
    const owner = schema.getType(type);
    const field = isObjectType(owner) ? owner.getFields()[name] : undefined;
    return field === undefined ? [] : [{ name: `${type}.${name}`, field, ofPublished }];
  });
}

test('every field that caches may keep is one of the schema, and has a reason', () => {
  const found = new Set([...fieldsOfSchema().map(({ name }) => name), ...WITHOUT_SDL]);
  expect(named.map(({ type, field }) => `${type}.${field}`).filter((name) => !found.has(name))).toEqual([]);
  expect(Object.values(PUBLIC_FIELDS).every(({ why }) => why.length > 5)).toBe(true);
});

test('a version is public only where the request names a published one', () => {
  const careless = fieldsOfSchema().filter(
    ({ field, ofPublished }) =>
      !ofPublished &&
      (getNamedType(field.type).name.startsWith('DatasetVersion') ||
        field.args.some(({ name }) => /version|draft|deaccession/i.test(name))),
  );
  expect(careless.map(({ name }) => name)).toEqual([]);
  const nameless = fieldsOfSchema().filter(
    ({ field, ofPublished }) => ofPublished && !field.args.some(({ name }) => ['reference', 'version'].includes(name)),
  );
  expect(nameless).toEqual([]);
});

test('files are public only as a published version has them', () => {
  const ofFiles = fieldsOfSchema().filter(({ field }) => getNamedType(field.type).name.startsWith('FileMetadata'));
  expect(ofFiles.map(({ name }) => name.split('.')[0])).toEqual(
    expect.arrayContaining(['DatasetVersion', 'FileMetadataConnection', 'FileMetadataEdge']),
  );
  expect(ofFiles.filter(({ name }) => !/^(DatasetVersion|FileMetadataConnection|FileMetadataEdge)\./.test(name))).toEqual([]);
});

test('what is said of the caller, or differs with what one may see, is never public', () => {
  const telling =
    /viewer|[pP]ermission|assign|[rR]ole|can[A-Z]|[dD]ownload|[tT]oken|latest|versions|contents|Count$|^locks|own[A-Z]|[sS]torage/;
  const allowed = new Set([
    'DatasetVersion.fileCount',
    'FileMetadataConnection.totalCount',
    'MetadataBlockConnection.totalCount',
    'VersionTerms.specialPermissions',
  ]);
  const suspicious = named.map(({ type, field }) => `${type}.${field}`).filter((name) => telling.test(name.split('.')[1] ?? ''));
  expect(suspicious.filter((name) => !allowed.has(name))).toEqual([]);
  expect(fieldsOfSchema().filter(({ field }) => getNamedType(field.type).name === 'Permission')).toEqual([]);
});

test('no mutation and no subscription is public', () => {
  expect(Object.keys(PUBLIC_FIELDS).filter((type) => type === 'Mutation' || type === 'Subscription' || type.endsWith('Payload'))).toEqual(
    [],
  );
});
