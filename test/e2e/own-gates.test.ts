import { type GraphQLSchema, isNonNullType, isObjectType, isLeafType, getNamedType, type GraphQLArgument } from 'graphql';
import { beforeAll, describe, expect, test } from 'vitest';
import { buildExecutableSchema } from '../../src/graphql/build-schema.ts';
import { OWN_GATES } from '../../src/resolvers/own-gates.ts';
import { type Caller, createCollection, createDataset, guest, type SeededDataset, superuser } from '../support/seed.ts';
import { startTestServer } from '../support/server.ts';

let schema: GraphQLSchema;
let admin: Caller;
let nobody: Caller;
let draft: SeededDataset;

beforeAll(async () => {
  ({ schema } = await buildExecutableSchema());
  const server = await startTestServer();
  admin = superuser(server);
  nobody = guest(server);
  draft = await createDataset(admin, await createCollection(admin));
});

const ROOTS = { Collection: 'collection', Dataset: 'dataset', DataFile: 'file' } as const;
const NOT_FOUND = { Collection: 'COLLECTION_NOT_FOUND', Dataset: 'DATASET_NOT_FOUND', DataFile: 'FILE_NOT_FOUND' } as const;

function needed({ name, type, defaultValue }: GraphQLArgument): string[] {
  if (!isNonNullType(type) || defaultValue !== undefined) return [];
  return [`${name}: ${getNamedType(type).name === 'Int' ? '1' : '":latest"'}`];
}

/** A field with the arguments that it needs and one leaf below it. */
function selectionOf(typeName: keyof typeof ROOTS, name: string): string {
  const type = schema.getType(typeName);
  const field = isObjectType(type) ? type.getFields()[name] : undefined;
  if (field === undefined) throw new Error(`${typeName} has no field ${name}.`);
  const given = field.args.flatMap(needed);
  return `${name}${given.length === 0 ? '' : `(${given.join(', ')})`}${isLeafType(getNamedType(field.type)) ? '' : ' { __typename }'}`;
}

const fields = (['Collection', 'Dataset', 'DataFile'] as const).flatMap((type) =>
  [...OWN_GATES[type]].map((name) => [type, name] as const),
);

describe('a field with a gate of its own', () => {
  test.each(fields)('of the type %s, %s, needs the name of its object alone', async (type, name) => {
    const answer = await admin.graphql.send(`{ ${ROOTS[type]}(reference: { databaseId: 2000000000 }) { ${selectionOf(type, name)} } }`);
    expect(answer.code).toBe(NOT_FOUND[type]);
  });

  test('is answered where the object is not visible, and opens nothing else of it', async () => {
    const asked = (selection: string) => nobody.graphql.send(`{ dataset(reference: { databaseId: ${draft.id} }) { ${selection} } }`);
    expect((await asked('locks { lockType }')).list('data.dataset.locks')).toEqual([]);
    expect((await asked('__typename ... on Dataset { locks { lockType } }')).list('data.dataset.locks')).toEqual([]);
    for (const more of [
      'databaseId',
      '... on Node { id }',
      'title: persistentId',
      'latestVersion { title }',
      'databaseId @skip(if: true)',
    ]) {
      expect((await asked(`locks { lockType } ${more}`)).code).toBe('PERMISSION_DENIED');
    }
    expect((await asked('__typename')).code).toBe('PERMISSION_DENIED');
    expect((await asked('version { title }')).code).not.toBeUndefined();
    expect((await asked('privateUrl { link }')).code).toBe('PERMISSION_DENIED');
  });

  test('is answered beside other fields where the object is visible', async () => {
    const answer = await admin.graphql.expectData(
      `{ one: dataset(reference: { databaseId: ${draft.id} }) { locks { lockType } } dataset(reference: { databaseId: ${draft.id} }) { databaseId locks { lockType } timestamps { createdAt } } }`,
    );
    expect(answer.at('data.dataset.databaseId')).toBe(draft.id);
    expect(answer.list('data.one.locks')).toEqual([]);
  });
});
