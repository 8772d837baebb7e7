import { isScalarType, isSpecifiedScalarType, Kind, parse } from 'graphql';
import { expect, test } from 'vitest';
import { buildExecutableSchema } from '../../src/graphql/build-schema.ts';
import { clientSchema } from '../../src/graphql/client-schema.ts';
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

/** Scalars that nothing outside of this schema specifies. */
const OWN: Readonly<Record<string, string>> = {
  MetadataDate: 'the forms of dates that metadata blocks allow, which the block says',
};

test('each scalar of our own names what specifies it, or there is nothing', async () => {
  const { schema } = await buildExecutableSchema();
  const scalars = Object.values(clientSchema(schema).getTypeMap())
    .filter(isScalarType)
    .filter((type) => !isSpecifiedScalarType(type));
  expect(scalars.length).toBeGreaterThan(3);
  const unspecified = scalars.filter(({ specifiedByURL }) => !URL.canParse(specifiedByURL ?? ''));
  expect(unspecified.map(({ name }) => name)).toEqual(Object.keys(OWN));
  const sdl = parse(await readSchemaText()).definitions.filter((part) => part.kind === Kind.SCALAR_TYPE_DEFINITION);
  for (const { name, directives = [] } of sdl) expect([name.value, directives.length]).toEqual([name.value, name.value in OWN ? 0 : 1]);
});
