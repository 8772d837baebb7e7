/** The schema that clients are served, with types from the metadata blocks of the moment. */
import { type GraphQLSchema, printSchema } from 'graphql';
import type { Logger } from 'pino';
import type { BlockCatalogSource } from '../kernel/ports/block-catalog-source.ts';
import { schemaVersionOf } from '../resolvers/schema-version.ts';
import { clientSchema } from './client-schema.ts';
import { createDocumentGate, type DocumentGate } from './document-gate.ts';

export class ServedSchema {
  readonly schema: GraphQLSchema;
  /** Refuses documents that are over a limit. */
  readonly refuseDocument: DocumentGate;
  #text: string | undefined;

  constructor(schema: GraphQLSchema) {
    this.schema = schema;
    this.refuseDocument = createDocumentGate(schema);
  }

  /** Changes whenever the schema does, and is the same in every process. */
  get version(): string {
    return schemaVersionOf(this.schema);
  }

  /** The SDL: every type once and complete, as client tools need it. */
  get text(): string {
    return (this.#text ??= printSchema(this.schema));
  }
}

/** Where the layers above get the schema for a request. */
export interface ServedSchemaSource {
  /** The schema of now. A request that has one keeps it to its end. */
  current(): ServedSchema;
  /** Calls back at once, and whenever `current` has found another. */
  follow(onSchema: (served: ServedSchema) => void): () => void;
}

/**
 * Follows the catalogue of this process, which every process refreshes when any has loaded a block. The schema is built when the next request
 * needs it: loads that follow each other are one change, and a start does not wait for it.
 */
export function createServedSchemaSource(
  base: GraphQLSchema,
  blocks: Pick<BlockCatalogSource, 'current'>,
  log: Pick<Logger, 'error'>,
): ServedSchemaSource {
  const followers = new Set<(served: ServedSchema) => void>();
  let catalog: ReturnType<BlockCatalogSource['current']> | undefined;
  // Nobody is served this one: the first request makes another.
  let served = new ServedSchema(base);
  const tell = (schema: GraphQLSchema): void => {
    const next = new ServedSchema(schema);
    for (const follower of followers) follower(next);
    served = next;
  };
  return {
    current: () => {
      const newest = blocks.current();
      if (newest === catalog) return served;
      catalog = newest;
      try {
        tell(clientSchema(base, newest));
      } catch (err) {
        // Blocks must not take the rest of the API away. What was loaded before stays; the generic fields show all blocks.
        log.error(
          { err, catalog: newest.version },
          'The metadata blocks could not become types of the schema; the one before is served on.',
        );
        if (served.schema === base) tell(clientSchema(base));
      }
      return served;
    },
    follow: (onSchema) => {
      followers.add(onSchema);
      onSchema(served);
      return () => {
        followers.delete(onSchema);
      };
    },
  };
}
