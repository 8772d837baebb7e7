import { createHash } from 'node:crypto';
import { type GraphQLSchema, printSchema } from 'graphql';

const versions = new WeakMap<GraphQLSchema, string>();

/** Stands for a schema as a whole, descriptions among it: 32 hexadecimal digits. Found on demand, since printing takes some 30 ms. */
export function schemaVersionOf(schema: GraphQLSchema): string {
  let version = versions.get(schema);
  if (version === undefined) {
    version = createHash('sha256').update(printSchema(schema)).digest('hex').slice(0, 32);
    versions.set(schema, version);
  }
  return version;
}
