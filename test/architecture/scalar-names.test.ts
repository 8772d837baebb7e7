import { isScalarType, Kind, parse } from 'graphql';
import { expect, test } from 'vitest';
import { buildExecutableSchema } from '../../src/graphql/build-schema.ts';
import { readSchemaText } from '../../src/graphql/schema-text.ts';

test('the scalars go by the names that the schema gives them, so that variables can be of their types', async () => {
  const declared = parse(await readSchemaText()).definitions.flatMap((part) =>
    part.kind === Kind.SCALAR_TYPE_DEFINITION ? [part.name.value] : [],
  );
  expect(declared.length).toBeGreaterThan(3);
  const { schema } = await buildExecutableSchema();
  for (const name of declared) {
    const type = schema.getType(name);
    expect([name, isScalarType(type), type?.name]).toEqual([name, true, name]);
  }
});
