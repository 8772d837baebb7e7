import { type GraphQLSchema, isObjectType } from 'graphql';
import type { Page } from '../resolvers/models.ts';
import { connectionFields } from '../resolvers/pages.ts';

function isPage(source: unknown): source is Page<unknown> {
  return typeof source === 'object' && source !== null && 'edges' in source && 'hasNextPage' in source;
}

/** Gives the connections that have no resolvers of their own those that all connections have. */
export function bindConnections(schema: GraphQLSchema): void {
  for (const type of Object.values(schema.getTypeMap())) {
    if (!isObjectType(type) || !type.name.endsWith('Connection')) continue;
    const fields = Object.values(type.getFields());
    if (fields.some(({ resolve }) => resolve !== undefined)) continue;
    for (const field of fields) {
      if (field.name !== 'nodes' && field.name !== 'pageInfo' && field.name !== 'totalCount') continue;
      const read = connectionFields[field.name];
      field.resolve = (source: unknown) => {
        if (!isPage(source)) throw new TypeError(`${type.name} is resolved to no page.`);
        return read(source);
      };
    }
  }
}
