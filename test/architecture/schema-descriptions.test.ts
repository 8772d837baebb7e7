import { buildASTSchema, type GraphQLNamedType, isEnumType, isInputObjectType, isInterfaceType, isObjectType, parse } from 'graphql';
import { expect, test } from 'vitest';
import { readSchemaText } from '../../src/graphql/schema-text.ts';

/** graphql-js itself adds these; their texts are its own. */
const ROOTS = new Set(['Query', 'Mutation', 'Subscription']);

interface Described {
  readonly path: string;
  readonly description: string | null | undefined;
}

function* partsOf(type: GraphQLNamedType): Generator<Described> {
  if (!ROOTS.has(type.name)) yield { path: type.name, description: type.description };
  if (isEnumType(type)) {
    for (const { name, description } of type.getValues()) yield { path: `${type.name}.${name}`, description };
  } else if (isInputObjectType(type)) {
    for (const { name, description } of Object.values(type.getFields())) yield { path: `${type.name}.${name}`, description };
  } else if (isObjectType(type) || isInterfaceType(type)) {
    for (const field of Object.values(type.getFields())) {
      yield { path: `${type.name}.${field.name}`, description: field.description };
      for (const { name, description } of field.args) yield { path: `${type.name}.${field.name}(${name}:)`, description };
    }
  }
}

const schema = buildASTSchema(parse(await readSchemaText()));
const parts = Object.values(schema.getTypeMap())
  .filter((type) => type.astNode !== null && type.astNode !== undefined)
  .flatMap((type) => [...partsOf(type)]);

test('everything in the schema has a description', () => {
  expect(parts.length).toBeGreaterThan(300);
  expect(parts.filter(({ description }) => !description?.trim()).map(({ path }) => path)).toEqual([]);
});
