/** Limits on GraphQL operations of clients, each checked before validation. Internal operations are exempt. */
import { GraphQLError } from 'graphql';
import type { ErrorCode } from '../errors/catalog.ts';

export const GRAPHQL_LIMITS = {
  /** Fields within fields. */
  depth: 15,
  /** Brackets within brackets, and fragments within fragments: recursion over a document stays far below the stack limit. */
  nesting: 100,
  /** Renamed fields in one operation, fragments counted each time they are used. */
  aliases: 60,
  /** Characters of a document. */
  characters: 100_000,
  /** Lexical tokens of a document, comments too. */
  tokens: 6000,
  /** Fields and fragments of a document, those of fragments counted each time they are used. */
  selections: 10_000,
  /** Pairs of fields that give one field of the answer together: validation compares each pair. */
  repetitions: 50_000,
  /** Entries of one page. */
  page: 100,
  /**
   * What an operation may cost at most: about 1 for each object that it may touch (field-costs.ts), times the entries of the lists around
   * it. One that costs this much keeps the event loop for some 50 ms, in which no other request is served.
   */
  cost: 5000,
  /** The cost from which an operation is costly, and therefore queued. */
  costly: 500,
} as const;

/** The error that refuses an operation before it is executed. */
export function refusal(
  code: ErrorCode | 'GRAPHQL_PARSE_FAILED' | 'GRAPHQL_VALIDATION_FAILED' | 'OPERATION_RESOLUTION_FAILURE',
  message: string,
): GraphQLError {
  return new GraphQLError(message, { extensions: { code, http: { status: 400 } } });
}

/** Whether an error was made by `refusal`. */
export function isRefusal(error: unknown): boolean {
  return error instanceof GraphQLError && error.extensions['http'] !== undefined;
}
