import { defaultFieldResolver, type GraphQLSchema, isObjectType } from 'graphql';
import type { Page } from '../resolvers/models.ts';
import { connectionFields } from '../resolvers/pages.ts';

function isPage(source: unknown): source is Page<unknown> {
  return typeof source === 'object' && source !== null && 'edges' in source && 'hasNextPage' in source;
}

/** Gives the connections that have no resolvers of their own those that all connections have, for what is resolved to a page. */
export function bindConnections(schema: GraphQLSchema): void {
  for (const type of Object.values(schema.getTypeMap())) {
    if (!isObjectType(type) || !type.name.endsWith('Connection')) continue;
    const fields = Object.values(type.getFields());
    if (fields.some(({ resolve }) => resolve !== undefined)) continue;
    for (const field of fields) {
      if (field.name !== 'nodes' && field.name !== 'pageInfo' && field.name !== 'totalCount') continue;
      const read = connectionFields[field.name];
      // A search knows its answer whole, in the form that the schema has it.
      field.resolve = (source: unknown, args, context, info) =>
        isPage(source) ? read(source) : defaultFieldResolver(source, args, context, info);
    }
  }
}
