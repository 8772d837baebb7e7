import { type DocumentNode, GraphQLError, type GraphQLSchema, parse } from 'graphql';
import { LRUCache } from 'lru-cache';
import { measureShape } from './document-shape.ts';
import { refuseLongDocument } from './document-tokens.ts';

/** Total characters of the documents that are remembered as accepted. */
const REMEMBERED_CHARACTERS = 2_000_000;

/** @throws GraphQLError when a document is over a limit. Text that is not GraphQL passes, so that the parser refuses it. */
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
 * Runs before Apollo Server, which validates right after parsing, without a hook in between that may refuse. An accepted document is not
 * measured again.
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
