import type { TypedDocumentNode } from '@graphql-typed-document-node/core';
import { type ErrorCode, errorCatalog } from '../errors/catalog.ts';
import { DomainError, type Problem } from '../errors/domain-error.ts';

/** An error as a GraphQL client would see it. */
export interface OperationError {
  readonly message: string;
  readonly extensions: { readonly code: string; readonly problems?: readonly Problem[] };
}

export interface OperationResult {
  readonly data?: unknown;
  readonly errors?: readonly OperationError[];
}

/** The only entry point from REST to the domain: executes one prepared operation in process, as the caller. */
export type RunOperation<Caller> = (
  operation: TypedDocumentNode<unknown, Record<string, unknown>>,
  variables: Record<string, unknown>,
  caller: Caller,
) => Promise<OperationResult>;

function isErrorCode(code: string): code is ErrorCode {
  return Object.hasOwn(errorCatalog, code);
}

/**
 * Takes the data out of a result.
 * @throws DomainError with the code of the first error; one without a catalogue code becomes INTERNAL_SERVER_ERROR.
 */
export function dataOf(result: OperationResult): unknown {
  const [error] = result.errors ?? [];
  if (error === undefined) return result.data;
  throw refusalOf({ message: error.message, ...error.extensions });
}

/** A refusal of an operation with its code; one without a catalogue code is an internal error. */
export function refusalOf(told: { readonly code: string; readonly message: string; readonly problems?: readonly Problem[] }): DomainError {
  const { code, message, problems = [] } = told;
  return isErrorCode(code)
    ? new DomainError(code, message, { problems })
    : new DomainError('INTERNAL_SERVER_ERROR', 'The server refused its own operation.');
}
