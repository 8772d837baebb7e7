import { getOperationAST, parse, validate } from 'graphql';
import { expect, test } from 'vitest';
import { buildExecutableSchema } from '../../../src/graphql/build-schema.ts';
import { clientSchema } from '../../../src/graphql/client-schema.ts';
import { examples } from '../../../src/graphql-explorer/examples.ts';
import { standardCatalog } from '../metadata/standard-catalog.ts';

test('every example of the explorer is an operation of the schema, with the variables that it needs', async () => {
  const { schema } = await buildExecutableSchema();
  const served = clientSchema(schema, standardCatalog);
  for (const { query, variables = '{}' } of examples) {
    const document = parse(query);
    expect(validate(served, document).map(({ message }) => message)).toEqual([]);
    const needed = getOperationAST(document)?.variableDefinitions?.filter(({ type }) => type.kind === 'NonNullType') ?? [];
    const given: Readonly<Record<string, unknown>> = JSON.parse(variables);
    expect(Object.keys(given)).toEqual(needed.map(({ variable }) => variable.name.value));
  }
});
