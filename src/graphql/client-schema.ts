import type { GraphQLSchema } from 'graphql';
import type { BlockCatalogSource } from '../kernel/ports/block-catalog-source.ts';
import { withTypedMetadata } from '../resolvers/metadata/typed/typed-schema.ts';
import { withUserErrors } from '../resolvers/user-errors.ts';
import { nameEnums } from './enum-names.ts';

/**
 * What clients are served, made of the schema that the server uses inside, which stays as it is: with the types that blocks give, with what a
 * person can mend as data, and with names for the words of the contract.
 */
export function clientSchema(schema: GraphQLSchema, blocks?: ReturnType<BlockCatalogSource['current']>): GraphQLSchema {
  // In this order: what is told as data has the places of typed metadata.
  return nameEnums(withUserErrors(blocks === undefined ? schema : withTypedMetadata(schema, blocks)));
}
