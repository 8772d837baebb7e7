import type { TypedDocumentNode } from '@graphql-typed-document-node/core';
import { type ErrorCode, errorCatalog } from '../errors/catalog.ts';
import { DomainError, type Problem } from '../errors/domain-error.ts';
import type { BrokenRule } from '../errors/rules/rules.ts';

/** An error as a GraphQL client would see it. */
export interface OperationError {
  readonly message: string;
  readonly extensions: { readonly code: string; readonly problems?: readonly Problem[]; readonly rule?: BrokenRule };
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

/** Problems with the arguments of an operation, called as the parameters of the query that they came from. */
function asParameters(problems: readonly Problem[], names: Readonly<Record<string, string>>): Problem[] {
  return problems.map(({ pointer, message }) => {
    const argument = Object.keys(names).find((name) => pointer === `/${name}` || pointer.startsWith(`/${name}/`));
    if (argument === undefined) return { pointer, message };
    return { pointer: `/query/${names[argument] ?? argument}${pointer.slice(argument.length + 1)}`, message };
  });
}

/**
 * Takes the data out of a result. `queryNames` are those of the row.
 * @throws DomainError with the code of the first error; one without a catalogue code becomes INTERNAL_SERVER_ERROR.
 */
export function dataOf(result: OperationResult, queryNames?: Readonly<Record<string, string>>): unknown {
  const [error] = result.errors ?? [];
  if (error === undefined) return result.data;
  const { code, problems = [], rule } = error.extensions;
  throw refusalOf({
    code,
    message: error.message,
    problems: queryNames === undefined ? problems : asParameters(problems, queryNames),
    rule,
  });
}

/** A refusal of an operation with its code; one without a catalogue code is an internal error. */
export function refusalOf(told: {
  readonly code: string;
  readonly message: string;
  readonly problems?: readonly Problem[];
  readonly rule?: BrokenRule | undefined;
}): DomainError {
  const { code, message, problems = [], rule } = told;
  return isErrorCode(code)
    ? new DomainError(code, message, { problems, rule })
    : new DomainError('INTERNAL_SERVER_ERROR', 'The server refused its own operation.');
}
