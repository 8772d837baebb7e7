import { type DocumentNode, GraphQLError, type GraphQLSchema, parse } from 'graphql';
import { LRUCache } from 'lru-cache';
import { measureShape } from './document-shape.ts';
import { refuseLongDocument } from './document-tokens.ts';

/** Characters of all documents that are remembered as let through, together. */
const REMEMBERED_CHARACTERS = 2_000_000;

/** @throws GraphQLError when a document is over a limit. What is no GraphQL passes, for the parser to say so. */
export type DocumentGate = (text: string) => void;

function parsed(text: string): DocumentNode | undefined {
  try {
    return parse(text);
  } catch (error) {
    if (error instanceof GraphQLError) return undefined;
    throw error;
  }
}

/**
 * Stands before Apollo Server, which validates what it has parsed at once, and has no hook between the two that may refuse. A document
 * that was let through once is not measured again.
 */
export function createDocumentGate(schema: GraphQLSchema): DocumentGate {
  const passed = new LRUCache<string, true>({ maxSize: REMEMBERED_CHARACTERS, sizeCalculation: (_value, text) => text.length });
  return (text) => {
    if (text === '' || passed.get(text) !== undefined) return;
    refuseLongDocument(text);
    const document = parsed(text);
    if (document === undefined) return;
    measureShape(schema, document);
    passed.set(text, true);
  };
}
