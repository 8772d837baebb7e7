import type { TypedDocumentNode } from '@graphql-typed-document-node/core';
import type { DocumentNode, GraphQLSchema } from 'graphql';
import type { Logger } from 'pino';
import { type CompiledOperation, compileOperation } from './compile.ts';
import type { RequestContext } from '../request-context.ts';
import { type FormattedError, formatErrors } from './format-error.ts';
import { inOperationSpan } from './operation-span.ts';

/** The result of an operation: data, errors, or both. */
export interface OperationResult<Data> {
  readonly data?: Data | null;
  readonly errors?: readonly FormattedError[];
}

/** The only entry point for REST: runs an internal operation in process, compiled on its first use. */
export type RunOperation = <Data, Variables>(
  operation: TypedDocumentNode<Data, Variables>,
  variables: Variables,
  context: RequestContext,
) => Promise<OperationResult<Data>>;

/** Makes the entry point for one schema. */
export function createRunOperation(schema: GraphQLSchema, log: Logger): RunOperation {
  const compiled = new Map<DocumentNode, CompiledOperation>();
  return async <Data, Variables>(
    operation: TypedDocumentNode<Data, Variables>,
    variables: Variables,
    context: RequestContext,
  ): Promise<OperationResult<Data>> => {
    let run = compiled.get(operation);
    if (run === undefined) {
      run = compileOperation(schema, operation);
      compiled.set(operation, run);
    }
    const operate = run;
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- variables of an operation are an object
    const result = await inOperationSpan(operation, undefined, () => operate(context, variables as Readonly<Record<string, unknown>>));
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- tests validate every operation against the schema
    const data = result.data as Data | null | undefined;
    if (result.errors === undefined || result.errors.length === 0) return { data: data ?? null };
    return {
      data: data ?? null,
      errors: await formatErrors(result.errors, { context, log }),
    };
  };
}
