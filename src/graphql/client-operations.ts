import type { DocumentNode, GraphQLSchema } from 'graphql';
import { LRUCache } from 'lru-cache';
import { type CompiledOperation, compileOperation, interpretOperation } from './compile.ts';
import { compiledSize } from './compiled-size.ts';

/** Compiling takes some 60 microseconds for each unit of size: larger operations stay interpreted. */
const LARGEST_COMPILED = 500;
/** Total size of the compiled operations in the cache: a unit takes some 5 KB. */
const COMPILED_TOGETHER = 20_000;
/** Operations that were seen once. */
const SEEN = 2000;

/** Gives the function that runs an operation of a client. `key` stands for document and operation. */
export type ClientOperations = (key: string, document: DocumentNode, operationName: string | undefined) => CompiledOperation;

/**
 * Interprets an operation the first time, and compiles it when it is repeated. A client that sends a new operation each time would
 * otherwise have each compiled, which takes ten times as long as running it once, and megabytes.
 */
export function createClientOperations(schema: GraphQLSchema): ClientOperations {
  const compiled = new LRUCache<string, { readonly run: CompiledOperation; readonly size: number }>({
    maxSize: COMPILED_TOGETHER,
    sizeCalculation: ({ size }) => size,
  });
  /** Their sizes, once they were seen twice. */
  const seen = new LRUCache<string, number>({ max: SEEN });
  return (key, document, operationName) => {
    const known = compiled.get(key);
    if (known !== undefined) return known.run;
    const measured = seen.get(key);
    const size = measured === 0 ? compiledSize(schema, document, operationName) : measured;
    seen.set(key, size ?? 0);
    if (size === undefined || size > LARGEST_COMPILED) return interpretOperation(schema, document, operationName);
    const run = compileOperation(schema, document, operationName);
    compiled.set(key, { run, size });
    return run;
  };
}
