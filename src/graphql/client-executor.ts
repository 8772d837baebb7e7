import { HeaderMap } from '@apollo/server';
import {
  type DocumentNode,
  type ExecutionResult,
  getOperationAST,
  getVariableValues,
  GraphQLError,
  type GraphQLSchema,
  Kind,
  type OperationDefinitionNode,
} from 'graphql';
import type { Logger } from 'pino';
import type { Database } from '../db/client.ts';
import { errorCatalog } from '../errors/catalog.ts';
import { DomainError } from '../errors/domain-error.ts';
import { emptyTally, tallied } from '../db/statement-tally.ts';
import { sumAnswer } from './answer-cost.ts';
import { type ClientOperations, createClientOperations } from './client-operations.ts';
import { costReport } from './cost-report.ts';
import { COSTLY_AT_ONCE, CostlyLane } from './costly-lane.ts';
import { createRequestContext, type RequestContext } from '../request-context.ts';
import type { ClientRequest } from './client-request.ts';
import { explainReport } from './explain-report.ts';
import { formatErrors, isCatalogued } from './format-error.ts';
import { asksForSchema } from './introspection-cost.ts';
import { withIdempotency } from './idempotent-operation.ts';
import { GRAPHQL_LIMITS, isRefusal, refusal } from './limits.ts';
import { inOperationSpan } from './operation-span.ts';
import { type ChooseReads, placeReads } from './place-reads.ts';
import { costliestField, refuseCostlyOperation } from './operation-cost.ts';
import { spendBudget } from './spend-budget.ts';

/** Errors of variables in one answer. */
const MOST_VARIABLE_ERRORS = 10;

/** Runs an operation. @throws GraphQLError when it is refused before it is executed */
export type ClientExecutor = (request: ClientRequest) => Promise<ExecutionResult>;

export interface ExecutorOptions {
  /** Where costly operations read. */
  readonly costlyDb: Database;
  /** Where queries read; the primary alone when absent. */
  readonly chooseReads?: ChooseReads;
  readonly log: Logger;
}

function badVariable(message: string): GraphQLError {
  return new GraphQLError(message, { extensions: { code: 'BAD_USER_INPUT' } });
}

/** @throws GraphQLError naming what there is. */
export function requireOperation(document: DocumentNode, name: string | undefined): OperationDefinitionNode {
  const operation = getOperationAST(document, name);
  if (operation) return operation;
  const names = document.definitions.flatMap((definition) =>
    definition.kind === Kind.OPERATION_DEFINITION
      ? [definition.name === undefined ? 'one unnamed operation' : `"${definition.name.value}"`]
      : [],
  );
  const wanted = name === undefined ? 'operationName must select one of its operations' : `it has no operation named "${name}"`;
  throw refusal('OPERATION_RESOLUTION_FAILURE', `The document cannot be executed: ${wanted}. It has ${names.join(', ')}.`);
}

/** The refusal of the lane as an error of the whole request. */
function askedLater(error: unknown): unknown {
  if (!(error instanceof DomainError) || error.code !== 'COSTLY_OPERATIONS_WAIT') return error;
  const { status } = errorCatalog[error.code];
  const http = { status, headers: new HeaderMap([['retry-after', '5']]) };
  return new GraphQLError(error.message, { extensions: { code: error.code, http } });
}

/** An error of the whole request with the status of its code. */
function withStatus({ message, path, extensions }: GraphQLError): GraphQLError {
  const { code } = extensions;
  if (!isCatalogued(code)) return new GraphQLError(message, { path: path ?? null, extensions });
  return new GraphQLError(message, { path: path ?? null, extensions: { ...extensions, http: { status: errorCatalog[code].status } } });
}

/**
 * Runs operations of clients. graphql-js validates variables first, whichever engine runs the operation: graphql-jit reports an error for
 * each bad entry of a list, even a million, and does not support oneOf inputs.
 * @throws GraphQLError when the operation is refused before it is executed.
 */
export function createClientExecutor({ costlyDb, chooseReads, log }: ExecutorOptions): ClientExecutor {
  /** What was compiled goes with the schema it was compiled for, when its last request has ended. */
  const operationsOf = new WeakMap<GraphQLSchema, ClientOperations>();
  const lane = new CostlyLane({ atOnce: COSTLY_AT_ONCE, waiting: 64, waitingOfOne: 8, pauseMs: 50 });

  function operationsFor(schema: GraphQLSchema): ClientOperations {
    let operations = operationsOf.get(schema);
    if (operations === undefined) {
      operations = createClientOperations(schema);
      operationsOf.set(schema, operations);
    }
    return operations;
  }

  async function run(request: ClientRequest): Promise<ExecutionResult> {
    const { schema, document, documentKey, operationName, variables, context, explained } = request;
    const operation = requireOperation(document, operationName);
    if (operation.operation === 'subscription') {
      throw refusal(
        'OPERATION_RESOLUTION_FAILURE',
        'Subscriptions are told as a stream: with Accept: text/event-stream, or over a WebSocket.',
      );
    }
    const { errors: faults, coerced } = getVariableValues(schema, operation.variableDefinitions ?? [], variables, {
      maxErrors: MOST_VARIABLE_ERRORS,
    });
    if (faults !== undefined) return { errors: faults.map(({ message }) => badVariable(message)) };
    const measure = (): number => refuseCostlyOperation(schema, document, operation, coerced);
    const asksSchema = asksForSchema(document);
    const execute = async (where: RequestContext, estimated: number): Promise<ExecutionResult> => {
      const settle = await spendBudget(where, estimated, () => costliestField(schema, document, operation, coerced));
      const tally = emptyTally(explained || where.wished?.explained === true);
      const begin = performance.now();
      const operate = operationsFor(schema)(`${documentKey}:${operationName ?? ''}`, document, operationName);
      const { data, errors } = await tallied(tally, () => inOperationSpan(document, operationName, () => operate(where, variables)));
      const answer = sumAnswer(schema, document, operation, data);
      // What the schema tells of itself is measured by its characters, before it is written; and an error takes away what was read before it.
      const isCounted = !asksSchema && (errors === undefined || errors.length === 0);
      const cost = costReport(estimated, isCounted ? answer : { ...answer, cost: Math.max(estimated, answer.cost) }, tally);
      const told = settle === undefined ? cost : { ...cost, budget: settle(cost.spent.cost) };
      const explain = explainReport(tally, begin, context);
      const extensions = { cost: told, ...(explain !== undefined && { explain }) };
      return { data: data ?? null, ...(errors !== undefined && { errors }), extensions };
    };
    const { client } = context;
    // A mutation may receive a file for hours; its reads come after a write, which is rare.
    const mayWait = client !== undefined && operation.operation === 'query';
    // Measuring introspection takes as long as answering it.
    const measuredLater = mayWait && asksSchema;
    const estimated = measuredLater ? 0 : measure();
    if (!mayWait || (!measuredLater && estimated < GRAPHQL_LIMITS.costly)) {
      return execute(operation.operation === 'query' ? await placeReads(chooseReads, 'ordinary', context) : context, estimated);
    }
    return lane.run(client, async () => {
      const apart = createRequestContext({ db: costlyDb, services: context.services }, context);
      return execute(await placeReads(chooseReads, 'costly', apart), measuredLater ? measure() : estimated);
    });
  }

  const formatFor =
    ({ context }: ClientRequest) =>
    async (errors: readonly unknown[]): Promise<GraphQLError[]> =>
      (await formatErrors(errors, { context, log })).map(
        ({ message, path, extensions }) => new GraphQLError(message, { path: path ?? null, extensions }),
      );
  const runOnce = withIdempotency(async (request) => {
    const { data, errors = [], extensions } = await run(request);
    return {
      data: data ?? null,
      ...(errors.length > 0 && { errors: await formatFor(request)(errors) }),
      ...(extensions !== undefined && { extensions }),
    };
  });
  return async (request) => {
    try {
      return await runOnce(request);
    } catch (thrown) {
      const error = askedLater(thrown);
      if (isRefusal(error)) throw error;
      const [formatted] = await formatFor(request)([error]);
      throw formatted === undefined ? error : withStatus(formatted);
    }
  };
}
