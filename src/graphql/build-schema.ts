import { makeExecutableSchema } from '@graphql-tools/schema';
import type { GraphQLSchema } from 'graphql';
import { resolvers } from '../resolvers/index.ts';
import { readSchemaText } from './schema-text.ts';

/** The executable schema from schema/ and the resolvers. Throws when a resolver names a field that is not in the SDL. */
export async function buildExecutableSchema(): Promise<{ schema: GraphQLSchema; text: string }> {
  const text = await readSchemaText();
  const schema = makeExecutableSchema({
    typeDefs: text,
    resolvers,
    resolverValidationOptions: { requireResolversToMatchSchema: 'error' },
  });
  return { schema, text };
}
