import { GraphQLError, Lexer, Source, TokenKind } from 'graphql';
import { GRAPHQL_LIMITS, refusal } from './limits.ts';

const OPENING = new Set<string>([TokenKind.BRACE_L, TokenKind.BRACKET_L, TokenKind.PAREN_L]);
const CLOSING = new Set<string>([TokenKind.BRACE_R, TokenKind.BRACKET_R, TokenKind.PAREN_R]);

/**
 * Refuses a document that is too long or nests too deep to be parsed. Text that is not GraphQL is left to the parser.
 * @throws GraphQLError with the code QUERY_TOO_LONG or QUERY_TOO_DEEP.
 */
export function refuseLongDocument(text: string): void {
  if (text.length > GRAPHQL_LIMITS.characters) {
    throw refusal('QUERY_TOO_LONG', `The document has more than ${GRAPHQL_LIMITS.characters} characters; put values into variables.`);
  }
  const lexer = new Lexer(new Source(text));
  let nesting = 0;
  try {
    for (let token = lexer.token, count = 0; token.kind !== TokenKind.EOF; count += 1) {
      if (count > GRAPHQL_LIMITS.tokens) throw refusal('QUERY_TOO_LONG', `The document has more than ${GRAPHQL_LIMITS.tokens} tokens.`);
      if (OPENING.has(token.kind)) nesting += 1;
      else if (CLOSING.has(token.kind)) nesting -= 1;
      if (nesting > GRAPHQL_LIMITS.nesting) {
        throw refusal('QUERY_TOO_DEEP', `The document nests brackets deeper than ${GRAPHQL_LIMITS.nesting} levels.`);
      }
      // The lexer skips comments, but makes a token of each.
      if (token.next === null) lexer.advance();
      token = token.next ?? lexer.token;
    }
  } catch (error) {
    if (error instanceof GraphQLError && error.extensions['code'] === undefined) return;
    throw error;
  }
}
