import { type ExecutionResult, getVariableValues, GraphQLError, OperationTypeNode } from 'graphql';
import type { Database } from '../../db/client.ts';
import { type ErrorCode, errorCatalog } from '../../errors/catalog.ts';
import { DomainError } from '../../errors/domain-error.ts';
import { BulkPause } from '../../kernel/bulk-pause.ts';
import type { IdempotentRequest } from '../../kernel/ports/idempotent-requests.ts';
import type { BulkAnswer, BulkCaller, BulkOperations, BulkPage, BulkWalk } from '../../kernel/ports/bulk-operations.ts';
import type { DomainServices } from '../../kernel/services.ts';
import { writeJson } from '../../raw-json.ts';
import { createRequestContext } from '../../request-context.ts';
import type { ClientRequest } from '../client-request.ts';
import type { CostReport } from '../cost-report.ts';
import { GRAPHQL_LIMITS } from '../limits.ts';
import { refuseCostlyOperation } from '../operation-cost.ts';
import type { ServedSchemaSource } from '../served-schema.ts';
import { type BulkDocument, createBulkDocuments } from './bulk-documents.ts';
import { errorsByNode, pageLines } from './page-lines.ts';
import { ADDED, type WalkedQuery } from './walked-query.ts';

const PAUSE_SECONDS = 5;

export interface BulkOperationsOptions {
  readonly served: () => ServedSchemaSource;
  readonly execute: (request: ClientRequest) => Promise<ExecutionResult>;
  /** Where its operations read and write: costly ones have connections of their own. */
  readonly db: Database;
  readonly services: () => DomainServices;
}

type Variables = Readonly<Record<string, unknown>>;

function isKnown(code: unknown): code is ErrorCode {
  return typeof code === 'string' && Object.hasOwn(errorCatalog, code);
}

/** The pause that an error asks for; undefined where it stays whatever is waited. */
function pauseFor({ message, extensions }: GraphQLError): BulkPause | undefined {
  const { code, retryAfterSeconds } = extensions;
  const asked = typeof retryAfterSeconds === 'number' ? retryAfterSeconds : PAUSE_SECONDS;
  if (!isKnown(code)) return undefined;
  // A budget that is smaller than one page is never free.
  if (code === 'RATE_LIMITED' && retryAfterSeconds === null) return undefined;
  const { status } = errorCatalog[code];
  if (status === 429 || code === 'COSTLY_OPERATIONS_WAIT') return new BulkPause(message, { code, retryAfterSeconds: asked, counts: false });
  return status >= 500 ? new BulkPause(message, { code, retryAfterSeconds: asked, counts: true }) : undefined;
}

function refusalOf({ message, extensions }: GraphQLError): DomainError {
  return new DomainError(isKnown(extensions['code']) ? extensions['code'] : 'BULK_OPERATION_INVALID', message);
}

function spentIn({ extensions }: ExecutionResult): number {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the executor of this server made it
  return (extensions?.['cost'] as CostReport | undefined)?.spent.cost ?? 0;
}

/** The largest page whose cost is within the limit of an operation. @throws DomainError QUERY_TOO_COSTLY */
function pageSizeFor({ schema, document, operation }: BulkDocument, variables: Variables): number {
  const cost = (first: number): number => {
    const { coerced } = getVariableValues(schema, operation.variableDefinitions ?? [], { ...variables, [ADDED.first]: first });
    return refuseCostlyOperation(schema, document, operation, coerced ?? {});
  };
  try {
    const one = cost(1);
    // A list of one is counted without what its entries cost beside.
    for (const size of [GRAPHQL_LIMITS.page, 50, 20, 10, 5, 2]) {
      if (one * size > GRAPHQL_LIMITS.cost * 2) continue;
      try {
        cost(size);
        return size;
      } catch (error) {
        if (!(error instanceof GraphQLError)) throw error;
      }
    }
    return 1;
  } catch (error) {
    if (error instanceof GraphQLError) throw refusalOf(error);
    throw error;
  }
}

/** What stands at the end of a path. */
function at(data: unknown, path: readonly string[]): unknown {
  return path.reduce<unknown>((value, key) => (typeof value === 'object' && value !== null ? Reflect.get(value, key) : undefined), data);
}

/** @throws DomainError where the page is none; BulkPause where it may be one later */
function pageOf(walk: WalkedQuery, result: ExecutionResult): BulkPage {
  const { ofNodes, others } = errorsByNode(walk, result.errors ?? []);
  for (const error of result.errors ?? []) {
    const pause = pauseFor(error);
    if (pause !== undefined) throw pause;
  }
  const [first] = others;
  if (first !== undefined) throw refusalOf(first);
  const connection = at(result.data, walk.path);
  const entries = at(connection, [walk.listKey]);
  if (!Array.isArray(entries)) {
    throw new DomainError('NOT_FOUND', 'The query leads to nothing: there is no such object, or the account may not see it.');
  }
  const goesOn = at(connection, [ADDED.page, 'hasNextPage']) === true;
  const end = at(connection, [ADDED.page, 'endCursor']);
  return { ...pageLines(walk, entries, ofNodes), next: goesOn && typeof end === 'string' ? end : null, cost: spentIn(result) };
}

/** Whether something was refused, in the answer or as data. */
function hasFailed({ data, errors = [] }: ExecutionResult): boolean {
  if (errors.length > 0) return true;
  return Object.values(data ?? {}).some((payload) => {
    const faults = at(payload, ['userErrors']);
    return Array.isArray(faults) && faults.length > 0;
  });
}

/** Makes what runs the operations of bulk jobs. */
export function createBulkOperations({ served, execute, db, services }: BulkOperationsOptions): BulkOperations {
  let documents: ReturnType<typeof createBulkDocuments> | undefined;
  const documentOf: ReturnType<typeof createBulkDocuments> = (text, kind) => (documents ??= createBulkDocuments(served()))(text, kind);

  async function run(
    { actor, requestId, address }: BulkCaller,
    { schema, document, key }: BulkDocument,
    variables: Variables,
    idempotency?: IdempotentRequest,
  ): Promise<ExecutionResult> {
    const context = createRequestContext(
      { db, services: services() },
      {
        actor,
        requestId,
        addresses: { client: address, connection: undefined },
        // It waits in the lane with what the account asks for itself.
        client: { key: `account ${actor.account?.id ?? ''}`, hasLeft: () => false },
        idempotency,
      },
    );
    return execute({ schema, document, documentKey: key, operationName: undefined, variables, context, explained: false });
  }

  function refuseVariables({ schema, operation }: BulkDocument, variables: Variables): void {
    const { errors } = getVariableValues(
      schema,
      operation.variableDefinitions ?? [],
      { ...variables, [ADDED.first]: 1 },
      { maxErrors: 10 },
    );
    if (errors === undefined) return;
    const problems = errors.map(({ message }) => ({ pointer: '/variables', message }));
    throw new DomainError('BAD_USER_INPUT', errors[0]?.message ?? 'A variable does not fit its type.', { problems });
  }

  return {
    refuseWalk: ({ document: text, variables }) => {
      const document = documentOf(text, OperationTypeNode.QUERY);
      refuseVariables(document, variables);
      pageSizeFor(document, variables);
    },
    refuseMutation: (text) => void documentOf(text, OperationTypeNode.MUTATION),
    readPage: async (caller: BulkCaller, { document: text, variables }: BulkWalk, after: string | null): Promise<BulkPage> => {
      const document = documentOf(text, OperationTypeNode.QUERY);
      const { walk } = document;
      if (walk === undefined) throw new Error('A query has a walk.');
      const first = pageSizeFor(document, variables);
      try {
        return pageOf(walk, await run(caller, document, { ...variables, [ADDED.first]: first, [ADDED.after]: after }));
      } catch (error) {
        if (error instanceof GraphQLError) throw pauseFor(error) ?? refusalOf(error);
        throw error;
      }
    },
    runMutation: async (caller, text, { variables, idempotency, isLastTry }): Promise<BulkAnswer> => {
      const document = documentOf(text, OperationTypeNode.MUTATION);
      let result: ExecutionResult;
      try {
        result = await run(caller, document, variables, idempotency);
      } catch (error) {
        if (!(error instanceof GraphQLError)) throw error;
        result = { data: null, errors: [error] };
      }
      for (const error of result.errors ?? []) {
        const pause = pauseFor(error);
        if (pause !== undefined && !(isLastTry && pause.counts)) throw pause;
      }
      const errors = (result.errors ?? []).map(({ message, path, extensions: { http: _http, ...told } }) => ({
        message,
        path,
        extensions: told,
      }));
      const json = writeJson({ data: result.data ?? null, ...(errors.length > 0 && { errors }) });
      return { json: json.includes('\n') ? JSON.stringify(JSON.parse(json)) : json, failed: hasFailed(result), cost: spentIn(result) };
    },
  };
}
