import type { GraphQLSchema } from 'graphql';
import { buildExecutableSchema } from '../src/graphql/build-schema.ts';
import { clientSchema } from '../src/graphql/client-schema.ts';

/** The schema that clients are served, without the types that metadata blocks give: an installation decides about those. */
export async function currentSchema(): Promise<GraphQLSchema> {
  return clientSchema((await buildExecutableSchema()).schema);
}
