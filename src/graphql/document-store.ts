import type { ApolloServerOptions } from '@apollo/server';
import type { DocumentNode } from 'graphql';
import { LRUCache } from 'lru-cache';

/** Total characters of the parsed documents in the cache; a parsed document takes 50 to 130 bytes per character. */
const KEPT_CHARACTERS = 500_000;

type DocumentStore = NonNullable<ApolloServerOptions<never>['documentStore']>;

/** Keeps documents that were parsed and validated. Apollo Server's own store writes each as JSON to learn its size. */
export function createDocumentStore(): DocumentStore {
  const documents = new LRUCache<string, DocumentNode>({
    maxSize: KEPT_CHARACTERS,
    sizeCalculation: ({ loc }) => Math.max(1, loc?.end ?? KEPT_CHARACTERS),
  });
  return {
    get: async (key) => documents.get(key),
    set: async (key, document) => {
      documents.set(key, document);
    },
    delete: async (key) => documents.delete(key),
  };
}
