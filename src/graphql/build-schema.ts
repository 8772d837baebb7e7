import { makeExecutableSchema } from '@graphql-tools/schema';
import { getDirectiveValues, type GraphQLSchema, GraphQLSpecifiedByDirective, isScalarType, parse } from 'graphql';
import { resolvers } from '../resolvers/index.ts';
import { bindConnections } from './bind-connections.ts';
import { withContractWords } from './contract-words.ts';
import { readSchemaText } from './schema-text.ts';

/** The SDL describes the scalars, and says what specifies them; their parsers come with what their library says of it, or nothing. */
function describeScalars(schema: GraphQLSchema): void {
  for (const type of Object.values(schema.getTypeMap())) {
    if (!isScalarType(type) || !type.astNode) continue;
    type.description = type.astNode.description?.value;
    const url: unknown = getDirectiveValues(GraphQLSpecifiedByDirective, type.astNode)?.['url'];
    type.specifiedByURL = typeof url === 'string' ? url : undefined;
  }
}

/**
 * The executable schema from schema/ and the resolvers, as the server uses it inside: values of enums are words of the contract, and
 * `clientSchema` gives them their names. Throws when a resolver names a field that is not in the SDL.
 */
export async function buildExecutableSchema(): Promise<{ schema: GraphQLSchema }> {
  const schema = makeExecutableSchema({
    // Where each token of it stood would be kept as long as the schema.
    typeDefs: withContractWords(parse(await readSchemaText(), { noLocation: true })),
    resolvers,
    // Files of the release, which the tests validate: a start need not.
    assumeValidSDL: true,
    resolverValidationOptions: { requireResolversToMatchSchema: 'error' },
  });
  describeScalars(schema);
  bindConnections(schema);
  return { schema };
}
