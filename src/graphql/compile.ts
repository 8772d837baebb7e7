import { type DocumentNode, execute, type ExecutionResult, getOperationAST, type GraphQLSchema, Kind, valueFromASTUntyped } from 'graphql';
import { compileQuery, isCompiledQuery } from 'graphql-jit';
import type { RequestContext } from '../request-context.ts';
import { enumAnswers } from './enum-answers.ts';

/** An operation made ready to run: given context and variables it gives data and errors. */
export type CompiledOperation = (
  context: RequestContext,
  variables: Readonly<Record<string, unknown>>,
) => Promise<ExecutionResult> | ExecutionResult;

/** Runs an operation without compiling it, by graphql-js. */
export function interpretOperation(schema: GraphQLSchema, document: DocumentNode, operationName?: string): CompiledOperation {
  return (context, variables) =>
    execute({ schema, document, contextValue: context, variableValues: variables, operationName: operationName ?? null });
}

/**
 * Values of the variables that may not be null and have a default. The compiled operation asks for them nevertheless, and takes the default
 * of those alone that may be null.
 */
function neededDefaults(document: DocumentNode, operationName: string | undefined): Readonly<Record<string, unknown>> | undefined {
  const defaults = (getOperationAST(document, operationName)?.variableDefinitions ?? []).flatMap(({ type, variable, defaultValue }) =>
    type.kind === Kind.NON_NULL_TYPE && defaultValue !== undefined
      ? [[variable.name.value, valueFromASTUntyped(defaultValue)] as const]
      : [],
  );
  return defaults.length === 0 ? undefined : Object.fromEntries(defaults);
}

function renaming(query: CompiledOperation, rename: (data: unknown) => void): CompiledOperation {
  const renamed = (result: ExecutionResult): ExecutionResult => {
    rename(result.data);
    return result;
  };
  return (context, variables) => {
    const result = query(context, variables);
    return 'then' in result ? result.then(renamed) : renamed(result);
  };
}

/**
 * Compiles an operation once. The compiler is 6 to 7 times faster than graphql-js on nested answers; graphql-js is the reference, and the
 * fallback for operations that the compiler does not support. Only this module chooses.
 */
export function compileOperation(schema: GraphQLSchema, document: DocumentNode, operationName?: string): CompiledOperation {
  const compiled = compileQuery(schema, document, operationName, {
    disablingCapturingStackErrors: true,
    // Resolvers return built-in scalars in their output form, and words of enums, which their types enforce. Coercing them again allocated two
    // arrays for each value of a response, a seventh of all allocations of reading a dataset. Words that clients know by another name are
    // renamed where an answer has them.
    disableLeafSerialization: true,
  });
  if (isCompiledQuery(compiled)) {
    const defaults = neededDefaults(document, operationName);
    const query: CompiledOperation = (context, variables) => compiled.query(undefined, context, { ...defaults, ...variables });
    const rename = enumAnswers(schema, document, operationName);
    return rename === undefined ? query : renaming(query, rename);
  }
  return interpretOperation(schema, document, operationName);
}
