import { type DocumentNode, getOperationAST } from 'graphql';
import { inSpan, isTracing } from '../tracing/spans.ts';

/** Of a name, which its sender chooses. */
const MOST_CHARACTERS = 100;

/**
 * Runs an operation in a span of its name, without its text, which can hold values. Source: OpenTelemetry, semantic conventions for GraphQL
 * server spans.
 */
export function inOperationSpan<Result>(
  document: DocumentNode,
  operationName: string | undefined,
  work: () => Promise<Result> | Result,
): Promise<Result> | Result {
  if (!isTracing()) return work();
  const definition = getOperationAST(document, operationName);
  const operation = definition?.operation ?? 'query';
  const given = definition?.name?.value.slice(0, MOST_CHARACTERS);
  const attributes = { 'graphql.operation.type': operation, ...(given !== undefined && { 'graphql.operation.name': given }) };
  return inSpan({ name: given === undefined ? operation : `${operation} ${given}`, attributes }, async () => work());
}
