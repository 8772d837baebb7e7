import type { TypedDocumentNode } from '@graphql-typed-document-node/core';
import { type DocumentNode, type GraphQLSchema, Kind, OperationTypeNode } from 'graphql';
import type { Logger } from 'pino';
import { type CompiledOperation, compileOperation } from './compile.ts';
import type { RequestContext } from '../request-context.ts';
import { type FormattedError, formatErrors } from './format-error.ts';
import { inOperationSpan } from './operation-span.ts';
import { type ChooseReads, placeReads } from './place-reads.ts';

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

function changesNothing({ definitions }: DocumentNode): boolean {
  return definitions.every((one) => one.kind !== Kind.OPERATION_DEFINITION || one.operation === OperationTypeNode.QUERY);
}

/** Makes the entry point for one schema. @param choose Where queries read */
export function createRunOperation(schema: GraphQLSchema, log: Logger, choose?: ChooseReads): RunOperation {
  const compiled = new Map<DocumentNode, { readonly operate: CompiledOperation; readonly reads: ChooseReads | undefined }>();
  return async <Data, Variables>(
    operation: TypedDocumentNode<Data, Variables>,
    variables: Variables,
    context: RequestContext,
  ): Promise<OperationResult<Data>> => {
    let run = compiled.get(operation);
    if (run === undefined) {
      run = { operate: compileOperation(schema, operation), reads: changesNothing(operation) ? choose : undefined };
      compiled.set(operation, run);
    }
    const { operate, reads } = run;
    const where = reads === undefined ? context : await placeReads(reads, 'ordinary', context);
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- variables of an operation are an object
    const result = await inOperationSpan(operation, undefined, () => operate(where, variables as Readonly<Record<string, unknown>>));
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- tests validate every operation against the schema
    const data = result.data as Data | null | undefined;
    if (result.errors === undefined || result.errors.length === 0) return { data: data ?? null };
    return {
      data: data ?? null,
      errors: await formatErrors(result.errors, { context, log }),
    };
  };
}
