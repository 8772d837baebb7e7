import type { DocumentNode, GraphQLSchema } from 'graphql';
import { LRUCache } from 'lru-cache';
import { type CompiledOperation, compileOperation, interpretOperation } from './compile.ts';
import { compiledSize } from './compiled-size.ts';

/** Compiling takes some 60 microseconds for each unit of size: what is larger stays interpreted. */
const LARGEST_COMPILED = 500;
/** Sizes of all operations that are kept compiled, together: a unit takes some 5 KB. */
const COMPILED_TOGETHER = 20_000;
/** Operations that came once and are remembered for it. */
const SEEN = 2000;

/** Gives the function that runs an operation of a client. `key` stands for document and operation. */
export type ClientOperations = (key: string, document: DocumentNode, operationName: string | undefined) => CompiledOperation;

/**
 * Interprets an operation the first time, compiles it when it comes again. Whoever sends ever new operations would otherwise have
 * each compiled, which takes ten times the time of running it once, and megabytes.
 */
export function createClientOperations(schema: GraphQLSchema): ClientOperations {
  const compiled = new LRUCache<string, { readonly run: CompiledOperation; readonly size: number }>({
    maxSize: COMPILED_TOGETHER,
    sizeCalculation: ({ size }) => size,
  });
  /** Their sizes, once they came a second time. */
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
